// Redeems an emailed code or link. The account's row is locked, so that concurrent requests spend a
// token once.
import { type Queryable, sqlState } from '../../database/database.ts'
import type { Problem } from '../../problem.ts'
import { audit, userActor } from '../accounts/audit.ts'
import {
  dropAllTokens,
  dropToken,
  isLiveToken,
  type TokenKind,
} from '../accounts/one-time-tokens.ts'
import { proveContact, proveNewContact } from '../accounts/proof.ts'
import { answersSignUp } from '../accounts/sign-up-tokens.ts'
import { type Account, findById, isBanned, lockAccount, updateUser } from '../accounts/users.ts'
import { emailExists, userBanned } from '../problems.ts'
import type { Service } from '../service.ts'

/** The token kinds that each verification type may redeem. */
export const tokensOfType = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
} satisfies Record<string, TokenKind[]>

export type VerifyType = keyof typeof tokensOfType

export function isVerifyType(text: string): text is VerifyType {
  return Object.hasOwn(tokensOfType, text)
}

export const halfDone =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

export interface Redemption {
  userId: string
  hash: string
  type: VerifyType
  /** The error for a wrong, used or expired token. */
  refusal: Problem
  /** Where the request comes from. */
  address: string
}

/** The account, or undefined while a change of address waits for the other email. */
export async function redeem(
  tx: Queryable,
  service: Service,
  { userId, hash, type, refusal, address }: Redemption,
): Promise<Account | undefined> {
  const now = service.now()
  const account = await lockAccount(tx, userId)
  if (!account) throw refusal
  const kinds: readonly TokenKind[] = tokensOfType[type]
  const kind = kinds.find((candidate) => isLiveToken(account, candidate, hash, now))
  if (!kind) throw refusal
  // Only after the token was checked: a stranger must not learn that the account exists.
  if (isBanned(account, now)) throw userBanned()

  if (type === 'email_change') {
    const isWhole = await redeemEmailChange(tx, service, account, kind, address)
    if (!isWhole) return undefined
  } else {
    // A recovery or sign-in email proves the address as well as a confirmation does.
    const isOfSignUp =
      (kind === 'confirmation_token' || kind === 'recovery_token') &&
      (await answersSignUp(tx, account.id, kind, address))
    await proveContact(tx, account, { contact: 'email', isOfSignUp }, now)
    if (!account.email_confirmed_at) {
      const action = account.invited_at ? 'invite_accepted' : 'user_signedup'
      await audit(tx, now, { actor: userActor(account), action })
    }
  }
  await dropAllTokens(tx, account.id, now)
  return findById(tx, account.id)
}

/** Both addresses must agree, in any order: a thief with a stolen session reads at most one mailbox. */
async function redeemEmailChange(
  tx: Queryable,
  { now: clock }: Service,
  account: Account,
  kind: TokenKind,
  address: string,
): Promise<boolean> {
  const now = clock()
  const isFirst = account.email_change_confirm_status === 0
  const isOwn =
    kind !== 'email_change_token_new' || (await answersSignUp(tx, account.id, kind, address))
  if (isFirst && account.email) {
    // From another network the new address must answer last: until then it may belong to a person who
    // never requested the change.
    if (!isOwn) return false
    await dropToken(tx, account.id, kind, now)
    await updateUser(tx, account.id, { email_change_confirm_status: 1 }, now)
    return false
  }
  const email = account.email_change ?? ''
  const proof = { contact: 'email', value: email, isOwn, hasAgreed: !isFirst } as const
  await proveNewContact(tx, account, proof, now).catch((error: unknown) => {
    // Another account has taken the address since it was requested.
    throw sqlState(error) === '23505' ? emailExists() : error
  })
  await updateUser(tx, account.id, { email_change: '', email_change_confirm_status: 0 }, now)
  await audit(tx, now, { actor: userActor(account), action: 'user_modified' })
  return true
}
