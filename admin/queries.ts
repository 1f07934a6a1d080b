// Defaults of all queries: a failed query shows the notice given in its `meta`.
import { QueryCache, type QueryClientConfig } from '@tanstack/react-query'
import { showError } from './notices/notices.tsx'
import { hasSignInEnded } from './session/sign-in-ended.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The notice for when the query fails. */
      failed: string
    }
  }
}

/** A polled query shows its failure once, not at every poll. */
const failing = new Set<string>()

export const queryOptions: QueryClientConfig = {
  queryCache: new QueryCache({
    onError: (_error, { meta, queryHash, state }) => {
      // One banner says why all of them fail.
      if (hasSignInEnded()) return
      if (meta && !(failing.has(queryHash) && state.data)) showError(meta.failed)
      failing.add(queryHash)
    },
    onSuccess: (_data, { queryHash }) => void failing.delete(queryHash),
  }),
  defaultOptions: {
    // 'always': offline, a query fails at once instead of waiting for a connection.
    queries: { retry: false, networkMode: 'always', staleTime: 5_000, refetchOnWindowFocus: false },
    mutations: { retry: false, networkMode: 'always' },
  },
}
