// The PKCE grant: exchanges the code of an emailed link or a provider sign-in, with the code
// verifier, for a session.
import * as v from 'valibot'
import { isBanned } from '../accounts/users.ts'
import { type AuthContext, clientInfoOf } from '../context.ts'
import { userBanned, validationFailed } from '../problems.ts'
import { readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { redeemAuthCode } from './pkce.ts'
import { openSession } from './sessions.ts'
import { tokenResponse } from './token-response.ts'

const Body = v.object({ auth_code: text, code_verifier: text })

export async function pkceGrant(service: Service, c: AuthContext): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = await readBody(c, Body)
  if (!code || !verifier) {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
  }
  const now = service.now()
  const { issued, providerTokens } = await service.database.transaction(async (tx) => {
    const redeemed = await redeemAuthCode(tx, code, verifier, now)
    const { account, method, notAfter, providerTokens } = redeemed
    if (isBanned(account, now)) throw userBanned()
    const issued = await openSession(tx, account, method, clientInfoOf(c), now, { notAfter })
    return { issued, providerTokens }
  })
  return tokenResponse(service, issued, providerTokens)
}
