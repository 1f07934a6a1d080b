// POST /verify with a number: exchanges a code from an SMS for a session. An unknown number and a
// wrong, used or expired code get the same response.
import { type Queryable, sqlState } from '../../database/database.ts'
import type { Problem } from '../../problem.ts'
import { audit, userActor } from '../accounts/audit.ts'
import { readPhone } from '../accounts/contacts.ts'
import { dropAllTokens, hashCode, isLiveToken } from '../accounts/one-time-tokens.ts'
import { proveContact, proveNewContact } from '../accounts/proof.ts'
import { answersSignUp } from '../accounts/sign-up-tokens.ts'
import { type Account, findById, isBanned, lockAccount } from '../accounts/users.ts'
import { type AuthContext, clientInfoOf } from '../context.ts'
import { phoneExists, userBanned, validationFailed } from '../problems.ts'
import { takePerAccount } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import { openSession } from '../sessions/sessions.ts'
import { tokenResponse } from '../sessions/token-response.ts'
import { findByPhone } from './accounts.ts'
import { smsLifeMs } from './send-code.ts'

const tokenOfType = { sms: 'confirmation_token', phone_change: 'phone_change_token' } as const

export async function verifyByPhone(
  service: Service,
  c: AuthContext,
  body: { type: string; phone: string; token: string },
  refusal: Problem,
): Promise<Response> {
  // Without SMS no code was sent, so every code is wrong.
  if (!service.config.allowsPhone) throw refusal
  const phone = readPhone(body.phone)
  const { type } = body
  if (type !== 'sms' && type !== 'phone_change') {
    throw validationFailed('Unsupported verification type')
  }
  await takePerAccount(service, 'code', phone)
  const hash = hashCode(service.keys, phone, body.token)
  const owner = await (type === 'sms'
    ? findByPhone(service.database, phone)
    : findByNewPhone(service.database, phone, hash))
  if (!owner) throw refusal
  const issued = await service.database.transaction(async (tx) => {
    const now = service.now()
    const account = await lockAccount(tx, owner.id)
    if (!account) throw refusal
    const isStill = type === 'sms' ? account.phone === phone : account.phone_change === phone
    if (!isStill || !isLiveToken(account, tokenOfType[type], hash, now, smsLifeMs)) throw refusal
    // Only after the code was checked: a stranger must not learn that the account exists.
    if (isBanned(account, now)) throw userBanned()
    await accept(tx, account, phone, c.var.address, now)
    await dropAllTokens(tx, account.id, now)
    const current = await findById(tx, account.id)
    if (!current) throw refusal
    return openSession(tx, current, 'otp', clientInfoOf(c), now)
  })
  return tokenResponse(service, issued)
}

async function accept(
  tx: Queryable,
  account: Account,
  phone: string,
  address: string,
  now: Date,
): Promise<void> {
  const isOwn = account.phone === phone
  const isKnown = isOwn && account.phone_confirmed_at !== null
  if (isOwn) {
    const isOfSignUp = await answersSignUp(tx, account.id, 'confirmation_token', address)
    await proveContact(tx, account, { contact: 'phone', isOfSignUp }, now)
  } else {
    const isOwn = await answersSignUp(tx, account.id, 'phone_change_token', address)
    await proveNewContact(tx, account, { contact: 'phone', value: phone, isOwn }, now).catch(
      (error: unknown) => {
        // Another account has taken the number since it was requested.
        throw sqlState(error) === '23505' ? phoneExists() : error
      },
    )
  }
  if (isKnown) return
  const action = isOwn ? 'user_signedup' : 'user_modified'
  await audit(tx, now, { actor: userActor(account), action })
}

/** Several accounts may have requested the number, and the first to prove it gets it. */
async function findByNewPhone(
  q: Queryable,
  phone: string,
  hash: string,
): Promise<{ id: string } | undefined> {
  const { rows } = await q.query<{ id: string }>(
    'select id from auth.users where phone_change = $1 and phone_change_token = $2 limit 1',
    [phone, hash],
  )
  return rows[0]
}
