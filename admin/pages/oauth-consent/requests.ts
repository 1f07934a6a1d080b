// Reads an authorization request and sends the user's decision.
import type { OAuthRedirect } from '@supabase/auth-js'
import { auth } from '../../api.ts'
import type { AuthorizationRequest } from './format-request.ts'

export type Decision = 'approve' | 'deny'

/** Only a redirect if the user has approved this client before. */
export async function readRequest(id: string): Promise<AuthorizationRequest | OAuthRedirect> {
  const { data, error } = await auth.oauth.getAuthorizationDetails(id)
  if (error) throw error
  return data
}

export async function decide(id: string, decision: Decision): Promise<OAuthRedirect> {
  // The page redirects with `replace`, so that Back does not return to an answered request.
  const options = { skipBrowserRedirect: true }
  const { data, error } =
    decision === 'approve'
      ? await auth.oauth.approveAuthorization(id, options)
      : await auth.oauth.denyAuthorization(id, options)
  if (error) throw error
  return data
}
