// GET /verify: a magic link, or another link from an email. The response is a redirect with the session
// or the error in the URL.
import type { Queryable } from '../../database/database.ts'
import { findTokenOwner, pkcePrefix } from '../accounts/one-time-tokens.ts'
import { type AuthContext, clientInfoOf, type Endpoint } from '../context.ts'
import { type Landing, land, problemFields, sessionFragment } from '../landing.ts'
import { validationFailed } from '../problems.ts'
import { redirectTarget } from '../redirects.ts'
import type { Service } from '../service.ts'
import { issueAuthCode } from '../sessions/pkce.ts'
import { type Method, openSession } from '../sessions/sessions.ts'
import { tokenBody } from '../sessions/token-response.ts'
import { halfDone, isVerifyType, redeem, tokensOfType, type VerifyType } from './verification.ts'
import { wrongLink } from './verify-code.ts'

export function verifyLinkEndpoint(service: Service): Endpoint {
  return async function followLink(c) {
    // Mail clients prefetch links with HEAD; only GET redeems the token.
    if (c.req.method === 'HEAD') return c.body(null, 200)
    const type = c.req.query('type') ?? ''
    const hash = c.req.query('token') ?? ''
    if (!type) throw validationFailed('Verify requires a verification type')
    if (!hash) throw validationFailed('Verify requires a token or a token hash')
    const landing = await follow(service, c, type, hash).catch((error: unknown) =>
      landWithError(error, hash.startsWith(pkcePrefix)),
    )
    return land(redirectTarget(service, c), landing, 303)
  }
}

async function follow(
  service: Service,
  c: AuthContext,
  type: string,
  hash: string,
): Promise<Landing> {
  if (!isVerifyType(type) || type === 'email') {
    throw validationFailed('Invalid email verification type')
  }
  const refusal = wrongLink()
  const userId = await findTokenOwner(service.database, hash, tokensOfType[type])
  if (!userId) throw refusal
  const isPkce = hash.startsWith(pkcePrefix)
  const redemption = { userId, hash, type, refusal, address: c.var.address }
  const outcome = await service.database.transaction(async (tx) => {
    const account = await redeem(tx, service, redemption)
    if (!account) return undefined
    if (isPkce) return issueCode(tx, service, userId, type)
    return openSession(tx, account, 'otp', clientInfoOf(c), service.now())
  })
  if (outcome === undefined) {
    const message = { message: halfDone, sb: '' }
    return isPkce ? { query: { message: halfDone }, fragment: message } : { fragment: message }
  }
  if (typeof outcome === 'string') return { query: { code: outcome } }
  // A sign-up whose password was discarded continues at the form for a new password.
  const isBare = type === 'signup' && !outcome.account.encrypted_password
  const shownType = isBare ? 'recovery' : type
  return { fragment: { ...sessionFragment(await tokenBody(service, outcome)), type: shownType } }
}

function issueCode(
  tx: Queryable,
  service: Service,
  userId: string,
  type: Exclude<VerifyType, 'email'>,
): Promise<string> {
  const method: Method = type === 'signup' ? 'email/signup' : type
  return issueAuthCode(tx, userId, method, service.now())
}

function landWithError(error: unknown, isPkce: boolean): Landing {
  const fields = problemFields(error)
  return { ...(isPkce ? { query: fields } : {}), fragment: { ...fields, sb: '' } }
}
