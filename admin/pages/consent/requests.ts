// What a program asks of somebody, and the answer, by the official client.
import type { OAuthRedirect } from '@supabase/auth-js'
import { auth } from '../../api.ts'
import type { ProgramRequest } from './format-request.ts'

export type Decision = 'approve' | 'deny'

/** Only an address to go to when the person has agreed before. */
export async function readRequest(id: string): Promise<ProgramRequest | OAuthRedirect> {
  const { data, error } = await auth.oauth.getAuthorizationDetails(id)
  if (error) throw error
  return data
}

export async function decide(id: string, decision: Decision): Promise<OAuthRedirect> {
  // The page goes there itself, so that the way back does not lead to a question that is answered.
  const options = { skipBrowserRedirect: true }
  const { data, error } =
    decision === 'approve'
      ? await auth.oauth.approveAuthorization(id, options)
      : await auth.oauth.denyAuthorization(id, options)
  if (error) throw error
  return data
}
