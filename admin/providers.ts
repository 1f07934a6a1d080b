// Signing in with an account that somebody has elsewhere: which providers are on, and the way there.
import type { Provider } from '@supabase/auth-js'
import { auth, readSettings } from './api.ts'

export interface OfferedProvider {
  name: string
  label: string
}

/** Ways of signing in that lead to no other site. */
const ownWays = ['anonymous_users', 'email', 'phone']

export const providersQuery = {
  queryKey: ['providers'],
  queryFn: async (): Promise<OfferedProvider[]> => {
    const { external, external_labels: labels = {} } = await readSettings()
    return Object.entries(external)
      .filter(([name, isOn]) => isOn && !ownWays.includes(name))
      .map(([name]) => ({ name, label: labels[name] ?? capitalised(name) }))
  },
  staleTime: Number.POSITIVE_INFINITY,
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The browser leaves; what became of it stands in the address when it is back here. */
export async function continueWith({ name }: OfferedProvider): Promise<void> {
  const { error } = await auth.signInWithOAuth({
    // The client's list of names ends where ours begins.
    provider: name as Provider,
    options: { redirectTo: `${location.origin}/auth` },
  })
  if (error) throw error
}
