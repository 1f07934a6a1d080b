// The second factors of whoever is signed in, by the official client.
import { auth } from './api.ts'
import { toMessage } from './errors.ts'

export const factorsQuery = {
  queryKey: ['factors'],
  queryFn: async () => {
    const { data, error } = await auth.mfa.listFactors()
    if (error) throw error
    return data
  },
}

/** The session goes on at the higher level when it resolves. */
export async function proveByKey(factorId: string): Promise<void> {
  const { error } = await auth.mfa.webauthn.authenticate({ factorId })
  if (error) throw error
}

/** Browsers explain themselves to programmers. */
export function describeKeyProblem(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { name?: string } }
  return [name, cause?.name].includes('NotAllowedError')
    ? 'The security key was not used.'
    : toMessage(error, 'The server cannot be reached. Please try again.')
}
