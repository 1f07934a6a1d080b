// Adds a provider's identity to the account of somebody who is signed in and asked for it.
import type { Queryable } from '../../database/database.ts'
import { refreshProviders } from '../accounts/identities.ts'
import { dropUnproven, recordProof } from '../accounts/proof.ts'
import { bindSignUp } from '../accounts/sign-up-tokens.ts'
import {
  type Account,
  findByEmail,
  findById,
  isBanned,
  lockAccount,
  updateUser,
} from '../accounts/users.ts'
import type { Guard, SignedIn } from '../context.ts'
import { sendAuthMail } from '../email-link/auth-mails.ts'
import {
  badRequest,
  emailExists,
  forbidden,
  notFound,
  unprocessable,
  userBanned,
} from '../problems.ts'
import type { Service } from '../service.ts'
import { lockSignedIn } from '../sessions/lock-signed-in.ts'
import { needsSecondFactor } from '../sessions/require-aal2.ts'
import type { Session } from '../sessions/sessions.ts'
import { type Admission, asProof, type Visit } from './admission.ts'
import { addIdentity, requireNewIdentity, waitForTurn } from './identity-rows.ts'
import type { Person } from './person.ts'

/** Stands before the endpoints that change what an account is known by. */
export function manualLinkingOn({ config }: Service): Guard {
  return async function requireManualLinking(_c, next) {
    if (!config.allowsManualLinking) throw manualLinkingOff()
    await next()
  }
}

export const manualLinkingOff = () =>
  notFound('manual_linking_disabled', 'Manual linking is disabled')

/** Whose account: of who is signed in, or of who set out for the provider a while ago. */
export type LinkingTarget = { signedIn: SignedIn } | { accountId: string; flowId: string }

async function lockTarget(tx: Queryable, target: LinkingTarget, now: Date): Promise<Account> {
  if ('signedIn' in target) {
    const { account, session } = await lockSignedIn(tx, target.signedIn, now)
    requireLinkingLevel(account, session)
    return account
  }
  const account = await lockAccount(tx, target.accountId)
  // A way that was set out on goes when the account's owner proves that it is theirs; the one that
  // has arrived is this person's, and must not go with the others.
  const { count } = await tx.query(
    'update auth.flow_state set linking_target_id = null where id = $1 and linking_target_id = $2',
    [target.flowId, target.accountId],
  )
  if (!account || count === 0) {
    throw unprocessable('user_not_found', 'Linking target user not found')
  }
  if (isBanned(account, now)) throw userBanned()
  return account
}

/** A thief with the password must not add an identity of their own, nor take the owner's away. */
export function requireLinkingLevel(account: Account, session: Session): void {
  if (!needsSecondFactor(account, session)) return
  throw forbidden('insufficient_aal', 'AAL2 required to change the identities of an account')
}

/** After `signedIn`, before the browser sets out. */
export const linkingLevel: Guard = async function requireSecondStep(c, next) {
  requireLinkingLevel(c.var.signedIn.account, c.var.signedIn.session)
  await next()
}

export async function linkToAccount(
  tx: Queryable,
  service: Service,
  person: Person,
  target: LinkingTarget,
  visit: Visit,
): Promise<Admission> {
  const now = service.now()
  await waitForTurn(tx, person)
  const account = await lockTarget(tx, target, now)
  await requireNewIdentity(tx, person, account.id)
  await addIdentity(tx, account, person, now)
  await refreshProviders(tx, account.id, now)
  if (!account.email && person.email) {
    const refusal = await giveAddress(tx, service, account, person, visit)
    if (refusal) return refusal
  }
  return { status: 'admitted', account: await existing(tx, account.id) }
}

/** An account without an address, such as a nameless one, gets the provider's. */
async function giveAddress(
  tx: Queryable,
  service: Service,
  account: Account,
  person: Person,
  { redirectTo, sender }: Visit,
): Promise<Admission | undefined> {
  const now = service.now()
  const { id } = account
  const { provider, email } = person
  if (await findByEmail(tx, email)) {
    const { code, message } = emailExists()
    throw badRequest(code, message)
  }
  await updateUser(tx, id, { email }, now)
  if (person.isEmailVerified) {
    const proof = { contact: 'email', by: asProof(person) } as const
    // Who has proved a number is known; a nameless account is anybody's until now.
    if (!account.phone) await dropUnproven(tx, await existing(tx, id), proof, now)
    await updateUser(tx, id, { email_confirmed_at: now, is_anonymous: false }, now)
    await recordProof(tx, id, email, now)
    return undefined
  }
  await sendAuthMail(tx, service, await existing(tx, id), 'signup', { redirectTo })
  await bindSignUp(tx, id, 'confirmation_token', sender)
  const problem = unprocessable(
    'email_not_confirmed',
    `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
  )
  return { status: 'refused', problem }
}

async function existing(tx: Queryable, id: string): Promise<Account> {
  const account = await findById(tx, id)
  if (!account) throw new Error('An account vanished while an identity was added to it')
  return account
}
