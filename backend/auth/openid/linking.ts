// Links a provider's identity to the account of a signed-in user.
import type { Queryable } from '../../database/database.ts'
import { refreshProviders } from '../accounts/identities.ts'
import { dropUnproven, hasOwner, recordProof } from '../accounts/proof.ts'
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
import { needsSecondFactor } from '../sessions/assurance-level.ts'
import { lockSignedIn } from '../sessions/lock-signed-in.ts'
import type { Session } from '../sessions/sessions.ts'
import { type Admission, asProof, type Visit } from './admission.ts'
import { addIdentity, lockIdentity, requireNewIdentity } from './identity-rows.ts'
import type { ProviderUser } from './provider-user.ts'

/** Guard of the endpoints that link and unlink identities. */
export function manualLinkingOn({ config }: Service): Guard {
  return async function requireManualLinking(_c, next) {
    if (!config.allowsManualLinking) throw manualLinkingOff()
    await next()
  }
}

export const manualLinkingOff = () =>
  notFound('manual_linking_disabled', 'Manual linking is disabled')

/** The account to link to: that of the caller, or of the user who started the flow. */
export type LinkingTarget = { signedIn: SignedIn } | { accountId: string; flowId: string }

async function lockTarget(tx: Queryable, target: LinkingTarget, now: Date): Promise<Account> {
  if ('signedIn' in target) {
    const { account, session } = await lockSignedIn(tx, target.signedIn, now)
    requireLinkingLevel(account, session)
    return account
  }
  const account = await lockAccount(tx, target.accountId)
  // A pending linking flow is deleted when the account's owner proves it. This one is detached, so
  // that it is not deleted with the others.
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

/** A thief with only the password must not link or unlink identities. */
export function requireLinkingLevel(account: Account, session: Session): void {
  if (!needsSecondFactor(account, session)) return
  throw forbidden('insufficient_aal', 'AAL2 required to change the identities of an account')
}

/** After `signedIn`, before the browser is redirected. */
export function linkingLevel(service: Service): Guard {
  return async function requireSecondFactor(c, next) {
    await service.database.transaction(async (tx) => {
      const { account, session } = await lockSignedIn(tx, c.var.signedIn, service.now())
      requireLinkingLevel(account, session)
    })
    await next()
  }
}

export async function linkToAccount(
  tx: Queryable,
  service: Service,
  providerUser: ProviderUser,
  target: LinkingTarget,
  visit: Visit,
): Promise<Admission> {
  const now = service.now()
  await lockIdentity(tx, providerUser)
  const account = await lockTarget(tx, target, now)
  // They come by their company alone, and go with it.
  if (account.is_sso_user) {
    throw unprocessable('validation_failed', 'SSO users cannot link identities')
  }
  await requireNewIdentity(tx, providerUser, account.id)
  await addIdentity(tx, account, providerUser, now)
  await refreshProviders(tx, account.id, now)
  // Not to somebody's account: whoever reads the address could then prove it, and take the account.
  if (!account.email && providerUser.email && !(await hasOwner(tx, account))) {
    const refusal = await giveAddress(tx, service, account, providerUser, visit)
    if (refusal) return refusal
  }
  return { status: 'admitted', account: await existing(tx, account.id) }
}

/** An account without an address, such as an anonymous one, gets the provider's. */
async function giveAddress(
  tx: Queryable,
  service: Service,
  account: Account,
  providerUser: ProviderUser,
  { redirectTo, sender }: Visit,
): Promise<Admission | undefined> {
  const now = service.now()
  const { id } = account
  const { provider, email } = providerUser
  if (await findByEmail(tx, email)) {
    const { code, message } = emailExists()
    throw badRequest(code, message)
  }
  await updateUser(tx, id, { email }, now)
  if (providerUser.isEmailVerified) {
    const proof = { contact: 'email', by: asProof(providerUser) } as const
    // An account that nothing was proved for may so far be anyone's.
    await dropUnproven(tx, await existing(tx, id), proof, now)
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
  if (!account) throw new Error('The account was deleted while an identity was linked')
  return account
}
