// Sends the emails that prove an address: generates a code, stores its hash and enqueues the email in
// one transaction. A minimum interval applies between two emails of a kind to one account.
import { type MailedCode, mailedLinkPath } from '#schemas/paths.ts'
import type { MemberRole } from '#schemas/roles.ts'
import type { Queryable } from '../../database/database.ts'
import type { AuthMail } from '../../mail/auth-mail.ts'
import { audit, userActor } from '../accounts/audit.ts'
import { makeCode, putToken, sentAt, type TokenKind } from '../accounts/one-time-tokens.ts'
import { bindSignUp, type Sender } from '../accounts/sign-up-tokens.ts'
import { mayBeSent } from '../accounts/strangers.ts'
import { type Account, updateUser } from '../accounts/users.ts'
import { mailTooSoon } from '../problems.ts'
import { isOwnSignInPage } from '../redirects.ts'
import { externalUrl, type Service } from '../service.ts'
import { type Challenge, startFlow } from '../sessions/pkce.ts'
import type { Method } from '../sessions/sessions.ts'

/** Where the link finally leads, and whether it uses the PKCE flow. */
export interface LinkOptions {
  redirectTo: string
  challenge?: Challenge | undefined
  /** The role that an invitation grants. */
  role?: MemberRole | undefined
}

interface MailPlan {
  kind: AuthMail['kind']
  token: TokenKind
  /** Stored with the flow; becomes the method of the session after a PKCE exchange. */
  method: Method
}

const plans = {
  signup: { kind: 'signup', token: 'confirmation_token', method: 'email/signup' },
  invite: { kind: 'invite', token: 'confirmation_token', method: 'invite' },
  magiclink: { kind: 'magiclink', token: 'recovery_token', method: 'magiclink' },
  recovery: { kind: 'recovery', token: 'recovery_token', method: 'recovery' },
} satisfies Record<string, MailPlan>

export async function sendAuthMail(
  tx: Queryable,
  service: Service,
  account: Account,
  name: keyof typeof plans,
  options: LinkOptions,
): Promise<void> {
  const now = service.now()
  const { kind, token, method } = plans[name]
  // No interval for invitations: an administrator may repeat one at once.
  if (name !== 'invite') requireInterval(service, sentAt(account, token), now)
  const { challenge, role } = options
  if (challenge) await startFlow(tx, account.id, challenge, method, now)
  const to = account.email ?? ''
  const { code, hash } = makeCode(service.keys, to, challenge !== undefined)
  await putToken(tx, account.id, token, { hash, contact: to, now })
  // Whom an administrator invites is no stranger.
  if (name !== 'invite' && !(await mayBeSent(tx, service, 'email', { account, contact: to })))
    return
  const link = linkTo(service, name, hash, options)
  await service.enqueueMail(tx, { kind, to, code, link, ...(role && { role }) })
}

/** One email to each address: the change needs both, so that a stolen session cannot make it. */
export async function sendEmailChange(
  tx: Queryable,
  service: Service,
  account: Account,
  newEmail: string,
  options: LinkOptions,
  sender: Sender | 'again',
): Promise<void> {
  const now = service.now()
  requireInterval(service, account.email_change_sent_at, now)
  const { challenge } = options
  if (challenge) await startFlow(tx, account.id, challenge, 'email_change', now)
  await updateUser(tx, account.id, { email_change: newEmail, email_change_confirm_status: 0 }, now)
  const ends: [TokenKind, string | null][] = [
    ['email_change_token_new', newEmail],
    ['email_change_token_current', account.email],
  ]
  for (const [kind, to] of ends) {
    if (!to) continue
    const { code, hash } = makeCode(service.keys, to, challenge !== undefined)
    await putToken(tx, account.id, kind, { hash, contact: to, now })
    if (!(await mayBeSent(tx, service, 'email', { account, contact: to }))) continue
    const link = linkTo(service, 'email_change', hash, options)
    await service.enqueueMail(tx, { kind: 'email_change', to, code, link, newEmail })
  }
  if (sender !== 'again') {
    await bindSignUp(tx, account.id, 'email_change_token_new', sender)
  }
}

export async function sendReauthentication(
  tx: Queryable,
  service: Service,
  account: Account,
): Promise<void> {
  const now = service.now()
  requireInterval(service, account.reauthentication_sent_at, now)
  const to = account.email ?? ''
  const { code, hash } = makeCode(service.keys, to, false)
  await putToken(tx, account.id, 'reauthentication_token', { hash, contact: to, now })
  await audit(tx, now, { actor: userActor(account), action: 'user_reauthenticate_requested' })
  if (!(await mayBeSent(tx, service, 'email', { account, contact: to }))) return
  await service.enqueueMail(tx, { kind: 'reauthentication', to, code })
}

/**
 * To a button on the sign-in page: filters of mail open links, and would use up one that signs in by
 * itself. Other pages, and clients with a challenge, take the session from the redirect; after a sign-up
 * the redirect says whether a password has to be chosen.
 */
function linkTo(
  service: Service,
  type: MailedCode,
  token: string,
  { challenge, redirectTo }: LinkOptions,
): string {
  return isOwnSignInPage(service, redirectTo) && !challenge && type !== 'signup'
    ? new URL(mailedLinkPath(type, token), redirectTo).href
    : buildVerifyUrl(service, { token, type, redirectTo })
}

/** Clients depend on the order token, type, redirect_to. */
export function buildVerifyUrl(
  service: Service,
  { token, type, redirectTo }: { token: string; type: string; redirectTo: string },
): string {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo })
  return `${externalUrl(service)}/verify?${query}`
}

function requireInterval({ config }: Service, before: Date | null, now: Date): void {
  if (!before) return
  const waitMs = before.getTime() + config.mailIntervalSeconds * 1000 - now.getTime()
  if (waitMs > 0) throw mailTooSoon(Math.ceil(waitMs / 1000))
}
