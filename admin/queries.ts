// How the dashboard reads: a failed read tells at once, with the text that its list gives it.
import { QueryCache, type QueryClientConfig } from '@tanstack/react-query'
import { showError } from './notices/notices.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The notice for when the read fails. */
      failed: string
    }
  }
}

/** Lists that are read again by themselves say once that it does not work, not every time. */
const failing = new Set<string>()

export const queryOptions: QueryClientConfig = {
  queryCache: new QueryCache({
    onError: (_error, { meta, queryHash, state }) => {
      if (meta && !(failing.has(queryHash) && state.data)) showError(meta.failed)
      failing.add(queryHash)
    },
    onSuccess: (_data, { queryHash }) => void failing.delete(queryHash),
  }),
  defaultOptions: {
    // Without a connection a read fails and says so, instead of waiting for one.
    queries: { retry: false, networkMode: 'always', staleTime: 5_000, refetchOnWindowFocus: false },
    mutations: { retry: false, networkMode: 'always' },
  },
}
