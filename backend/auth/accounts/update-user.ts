// PUT /user: users change their own account. A new address is pending until it is confirmed; a new
// password ends the other sessions.
import * as v from 'valibot'
import { type Queryable, sqlState } from '../../database/database.ts'
import { Problem } from '../../problem.ts'
import type { SmsChannel } from '../../sms/sms.ts'
import type { Endpoint, SignedIn } from '../context.ts'
import { sendEmailChange } from '../email-link/auth-mails.ts'
import { needsReauthentication, readNewPassword, requireNonce } from '../password/new-password.ts'
import { changePhone, readNewPhone, requireFreePhone } from '../phone/change.ts'
import { readChannel } from '../phone/send-code.ts'
import { emailExists, forbidden, unprocessable, userNotFound } from '../problems.ts'
import { takePerIp } from '../rate-limits.ts'
import { redirectTarget } from '../redirects.ts'
import { metadata, pkceFields, readBody, requireSmallMetadata, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { needsSecondFactor } from '../sessions/assurance-level.ts'
import { lockSignedIn } from '../sessions/lock-signed-in.ts'
import { type Challenge, readChallenge } from '../sessions/pkce.ts'
import { endSessions, type Session } from '../sessions/sessions.ts'
import { audit, userActor } from './audit.ts'
import { readEmail } from './contacts.ts'
import { dropAllTokens, dropToken } from './one-time-tokens.ts'
import { confirm } from './proof.ts'
import { bindSignUp, type Sender, senderOf } from './sign-up-tokens.ts'
import { userJson } from './user-json.ts'
import { type Account, findByEmail, findById, mergeMetadata, updateUser } from './users.ts'

const Body = v.object({
  email: text,
  phone: text,
  password: text,
  nonce: text,
  data: metadata,
  app_metadata: metadata,
  channel: text,
  ...pkceFields,
})
type Body = v.InferOutput<typeof Body>

interface Change {
  isSensitive: boolean
  email: string | undefined
  phone: string | undefined
  channel: SmsChannel
  passwordHash: string | undefined
  data: Body['data']
  nonce: string
  challenge: Challenge | undefined
}

export function updateUserEndpoint(service: Service): Endpoint {
  return async function updateOwnUser(c) {
    const body = await readBody(c, Body)
    const caller = c.var.signedIn
    const change = await readChange(service, caller, body, c.var.address)
    const link = { redirectTo: redirectTarget(service, c), challenge: change.challenge }
    const sender = senderOf(service, c)
    const account = await service.database.transaction(async (tx) => {
      const { account: locked, session } = await lockSignedIn(tx, caller, service.now())
      if (change.isSensitive) requireSecondFactor(locked, session)
      await apply(tx, service, locked, session, change)
      const changed = await findById(tx, locked.id)
      if (change.email && changed)
        await changeEmail(tx, service, changed, change.email, { ...link, sender })
      if (change.phone && changed) {
        await changePhone(tx, service, changed, change.phone, change.channel)
        await bindSignUp(tx, changed.id, 'phone_change_token', sender)
      }
      await audit(tx, service.now(), { actor: userActor(locked), action: 'user_modified' })
      return findById(tx, locked.id)
    })
    if (!account) throw userNotFound()
    return c.json(userJson(account))
  }
}

/**
 * Everything that can be refused before a transaction is open, because hashing is slow. Checks that
 * reveal something about other accounts or the password come last and are rate-limited: combined with
 * a field that is always refused, they could otherwise be repeated without end.
 */
async function readChange(
  service: Service,
  { account, session }: SignedIn,
  body: Body,
  address: string,
): Promise<Change> {
  const challenge = readChallenge(body)
  const email = body.email ? readEmail(body.email) : undefined
  const isNewEmail = email !== undefined && email !== account.email
  if (body.app_metadata) {
    throw forbidden('not_admin', 'Updating app_metadata requires admin privileges')
  }
  const isSensitive = isNewEmail || body.password !== '' || body.phone !== ''
  if (isSensitive) requireSecondFactor(account, session)
  if (account.is_anonymous && body.password && !email && !body.phone) {
    throw unprocessable(
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  }
  if (account.is_sso_user && (isSensitive || body.nonce)) {
    throw unprocessable(
      'user_sso_managed',
      'Updating email, phone, password of a SSO account only possible via SSO',
    )
  }
  if (body.data) requireSmallMetadata(mergeMetadata(account.raw_user_meta_data, body.data))
  const channel = body.phone ? readChannel(body.channel) : 'sms'
  const given = body.phone ? readNewPhone(service, account, body.phone) : undefined

  if (isNewEmail) await requireFreeEmail(service, email, address)
  const phone = given && (await requireFreePhone(service, account, given, address))
  const passwordHash = body.password
    ? await readNewPassword(service, { account, session }, body)
    : undefined
  return {
    isSensitive,
    email: isNewEmail ? email : undefined,
    phone,
    channel,
    passwordHash,
    data: body.data,
    nonce: body.nonce,
    challenge,
  }
}

/** Counted whether or not the address is free, so that exceeding the limit reveals nothing. */
async function requireFreeEmail(service: Service, email: string, address: string): Promise<void> {
  await takePerIp(service, 'unknown', address)
  if (await findByEmail(service.database, email)) throw emailExists()
}

function requireSecondFactor(account: Account, session: Session): void {
  if (!needsSecondFactor(account, session)) return
  throw new Problem('insufficient_aal', {
    status: 401,
    message: 'AAL2 session is required to update email or password when MFA is enabled.',
  })
}

async function apply(
  tx: Queryable,
  service: Service,
  account: Account,
  session: Session,
  { passwordHash, data, nonce }: Change,
): Promise<void> {
  const now = service.now()
  if (data) {
    const merged = requireSmallMetadata(mergeMetadata(account.raw_user_meta_data, data))
    await updateUser(tx, account.id, { raw_user_meta_data: merged }, now)
  }
  if (!passwordHash) return
  if (needsReauthentication(service, session)) {
    // Checked again under the lock: of two requests with one code, only one succeeds.
    requireNonce(service, account, nonce)
    await dropToken(tx, account.id, 'reauthentication_token', now)
  }
  await updateUser(tx, account.id, { encrypted_password: passwordHash }, now)
  await dropAllTokens(tx, account.id, now)
  await endSessions(tx, account.id, session.id)
  await audit(tx, now, { actor: userActor(account), action: 'user_updated_password' })
}

async function changeEmail(
  tx: Queryable,
  service: Service,
  account: Account,
  email: string,
  { sender, ...link }: { redirectTo: string; challenge: Challenge | undefined; sender: Sender },
): Promise<void> {
  if (account.is_anonymous && service.config.autoconfirm) {
    // Another account may have taken it since it was checked.
    await confirm(tx, account, 'email', email, service.now()).catch((error: unknown) => {
      throw sqlState(error) === '23505' ? emailExists() : error
    })
    return
  }
  await sendEmailChange(tx, service, account, email, link, sender)
}
