// The signed-in user's second factors, through the official auth client.
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

/** Raises the session to assurance level 2 (aal2). */
export async function verifySecurityKey(factorId: string): Promise<void> {
  const { error } = await auth.mfa.webauthn.authenticate({ factorId })
  if (error) throw error
}

/** The browser's own messages are for developers. */
export function describeKeyProblem(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { name?: string } }
  return [name, cause?.name].includes('NotAllowedError')
    ? 'The security key was not used.'
    : toMessage(error, 'The server cannot be reached. Please try again.')
}
