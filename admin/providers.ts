// Sign-in with external OAuth providers: which are enabled, and the redirect to one.
import type { Provider } from '@supabase/auth-js'
import { auth, readSettings } from './api.ts'

export interface OfferedProvider {
  name: string
  label: string
}

/** Sign-in methods that are not external providers. */
const internalMethods = ['anonymous_users', 'email', 'phone']

export const providersQuery = {
  queryKey: ['providers'],
  queryFn: async (): Promise<OfferedProvider[]> => {
    const { external, external_labels: labels = {} } = await readSettings()
    return Object.entries(external)
      .filter(([name, isOn]) => isOn && !internalMethods.includes(name))
      .map(([name]) => ({ name, label: labels[name] ?? capitalised(name) }))
  },
  staleTime: Number.POSITIVE_INFINITY,
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Redirects to the provider; the result comes back in the URL. */
export async function continueWith({ name }: OfferedProvider): Promise<void> {
  const { error } = await auth.signInWithOAuth({
    // Cast: our provider names are not in the client's list.
    provider: name as Provider,
    options: { redirectTo: `${location.origin}/auth` },
  })
  if (error) throw error
}
