// PUT /user: what people change about their own account. A new address is pending until it is
// confirmed; a new password ends the other sessions.
import * as v from 'valibot'
import type { Queryable } from '../../database/database.ts'
import { Problem } from '../../problem.ts'
import { confirm } from '../accounts/proof.ts'
import { bindSignUp, type Sender, senderOf } from '../accounts/sign-up-tokens.ts'
import { audit, userActor } from '../audit.ts'
import { sendEmailChange } from '../auth-mails.ts'
import type { SignedIn } from '../bearer.ts'
import { readEmail } from '../contacts.ts'
import type { Endpoint, Service } from '../deps.ts'
import { lockSignedIn } from '../lock-signed-in.ts'
import { dropAllTokens, dropToken, hashCode, isLiveToken } from '../one-time-tokens.ts'
import { hashPassword, isPasswordOf, requireGoodPassword } from '../passwords/passwords.ts'
import { changePhone, readNewPhone } from '../phone/change.ts'
import { type Channel, readChannel, smsLifeMs } from '../phone/send-code.ts'
import { type Challenge, readChallenge } from '../pkce.ts'
import { badRequest, emailExists, forbidden, unprocessable, userNotFound } from '../problems.ts'
import { takePerAccount } from '../rate-limits.ts'
import { redirectTarget } from '../redirects.ts'
import { metadata, pkceFields, readBody, requireSmallMetadata, text } from '../request-body.ts'
import { needsSecondFactor } from '../second-factor.ts'
import { endSessions, type Session } from '../sessions.ts'
import { userJson } from '../user-json.ts'
import { type Account, findByEmail, findById, mergeMetadata, updateUser } from '../users.ts'

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

const reauthenticateAfterMs = 24 * 3_600_000

interface Change {
  isSensitive: boolean
  email: string | undefined
  phone: string | undefined
  channel: Channel
  passwordHash: string | undefined
  data: Body['data']
  nonce: string
  challenge: Challenge | undefined
}

export function updateUserEndpoint(service: Service): Endpoint {
  return async function updateOwnUser(c) {
    const body = await readBody(c, Body)
    const caller = c.var.signedIn
    const change = await readChange(service, caller, body)
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

/** Everything that can be refused before a transaction is open; hashing is slow. */
async function readChange(
  service: Service,
  { account, session }: SignedIn,
  body: Body,
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
  if (isNewEmail && (await findByEmail(service.database, email))) throw emailExists()
  const phone = body.phone ? await readNewPhone(service, account, body.phone) : undefined

  const passwordHash = body.password
    ? await readNewPassword(service, { account, session }, body)
    : undefined
  return {
    isSensitive,
    email: isNewEmail ? email : undefined,
    phone,
    channel: phone ? readChannel(body.channel) : 'sms',
    passwordHash,
    data: body.data,
    nonce: body.nonce,
    challenge,
  }
}

function requireSecondFactor(account: Account, session: Session): void {
  if (!needsSecondFactor(account, session)) return
  throw new Problem('insufficient_aal', {
    status: 401,
    message: 'AAL2 session is required to update email or password when MFA is enabled.',
  })
}

async function readNewPassword(
  service: Service,
  { account, session }: SignedIn,
  { password, nonce }: Body,
): Promise<string> {
  if (needsReauthentication(service, session)) {
    if (!nonce) {
      throw badRequest('reauthentication_needed', 'Password update requires reauthentication')
    }
    await takePerAccount(service, 'code', account.email || account.phone || account.id)
    requireNonce(service, account, nonce)
  }
  requireGoodPassword(password, service.config.passwordCharacters)
  if (account.encrypted_password && (await isPasswordOf(account.encrypted_password, password))) {
    throw unprocessable('same_password', 'New password should be different from the old password.')
  }
  return hashPassword(password)
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
    // Again under the lock: of two requests with one code, one wins.
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
    await confirm(tx, account, 'email', email, service.now())
    return
  }
  await sendEmailChange(tx, service, account, email, link, sender)
}

function needsReauthentication(service: Service, session: Session): boolean {
  return service.now().getTime() - session.created_at.getTime() > reauthenticateAfterMs
}

function requireNonce(service: Service, account: Account, nonce: string): void {
  const hash = hashCode(service.keys, account.email || account.phone || '', nonce)
  const lifeMs = account.email ? undefined : smsLifeMs
  if (!isLiveToken(account, 'reauthentication_token', hash, service.now(), lifeMs)) {
    throw unprocessable('reauthentication_not_valid', 'Nonce has expired or is invalid')
  }
}
