// POST /verify: exchanges a typed code, or the hash from its link, for a session. An unknown address
// and a wrong, used or expired code get the same response.
import * as v from 'valibot'
import type { Problem } from '../../problem.ts'
import { readEmail } from '../accounts/contacts.ts'
import { findTokenOwner, hashCode, pkcePrefix } from '../accounts/one-time-tokens.ts'
import { findByEmail } from '../accounts/users.ts'
import { type AuthContext, clientInfoOf, type Endpoint } from '../context.ts'
import { verifyByPhone } from '../phone/verify.ts'
import { forbidden, unprocessable, validationFailed } from '../problems.ts'
import { takePerAccount } from '../rate-limits.ts'
import { readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { openSession } from '../sessions/sessions.ts'
import { tokenResponse } from '../sessions/token-response.ts'
import { halfDone, isVerifyType, type Redemption, redeem, tokensOfType } from './verification.ts'

const Body = v.object({
  type: text,
  token: text,
  token_hash: text,
  email: text,
  phone: text,
  redirect_to: text,
})
type Body = v.InferOutput<typeof Body>

export function verifyCode(service: Service): Endpoint {
  return async function verifyTypedCode(c) {
    const body = await readBody(c, Body)
    if (!body.type) throw validationFailed('Verify requires a verification type')
    if (Boolean(body.token) === Boolean(body.token_hash)) {
      throw validationFailed('Verify requires either a token or a token hash')
    }
    if (body.token && body.phone && !body.email) {
      return verifyByPhone(service, c, body, wrongCode())
    }
    const found = body.token ? await byCode(service, body) : await byHash(service, body)
    return finish(service, c, { ...found, address: c.var.address })
  }
}

async function finish(service: Service, c: AuthContext, redemption: Redemption): Promise<Response> {
  const issued = await service.database.transaction(async (tx) => {
    const account = await redeem(tx, service, redemption)
    return account && openSession(tx, account, 'otp', clientInfoOf(c), service.now())
  })
  // The official client recognises this response by the missing session.
  if (!issued) return c.json({ msg: halfDone, code: '200' })
  return tokenResponse(service, issued)
}

type Found = Omit<Redemption, 'address'>

async function byCode(service: Service, body: Body): Promise<Found> {
  const refusal = wrongCode()
  if (Boolean(body.email) === Boolean(body.phone)) {
    throw validationFailed('Only an email address or phone number should be provided on verify')
  }
  const email = readEmailOrRefuse(body.email)
  const { type } = body
  if (!isVerifyType(type)) throw validationFailed('Unsupported verification type')
  await takePerAccount(service, 'mailedCode', email)
  const account = await findByEmail(service.database, email)
  const hash = hashCode(service.keys, email, body.token)
  const userId =
    account?.id ?? (type === 'email_change' && (await findByNewEmail(service, email, hash)))
  if (!userId) throw refusal
  return { userId, hash, type, refusal }
}

/**
 * The code sent to the new address is hashed with that address. Several accounts may have requested it,
 * and the first to prove it gets it.
 */
async function findByNewEmail(
  { database }: Service,
  email: string,
  hash: string,
): Promise<string | undefined> {
  const { rows } = await database.query<{ id: string }>(
    'select id from auth.users where email_change = $1 and email_change_token_new in ($2, $3) limit 1',
    [email, hash, pkcePrefix + hash],
  )
  return rows[0]?.id
}

async function byHash({ database }: Service, body: Body): Promise<Found> {
  if (body.email || body.phone || body.redirect_to) {
    throw validationFailed('Only the token_hash and type should be provided')
  }
  const { type, token_hash: hash } = body
  if (!isVerifyType(type)) throw validationFailed('Invalid email verification type')
  const refusal = wrongLink()
  const userId = await findTokenOwner(database, hash, tokensOfType[type])
  if (!userId) throw refusal
  return { userId, hash, type, refusal }
}

function readEmailOrRefuse(given: string): string {
  try {
    return readEmail(given)
  } catch {
    throw unprocessable('validation_failed', 'Invalid email format')
  }
}

function wrongCode(): Problem {
  return forbidden('otp_expired', 'Token has expired or is invalid')
}

export function wrongLink(): Problem {
  return forbidden('otp_expired', 'Email link is invalid or has expired')
}
