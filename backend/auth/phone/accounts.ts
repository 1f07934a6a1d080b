// Finds and opens accounts by phone number.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { contactIdentity } from '../accounts/identities.ts'
import { makeCode, putToken } from '../accounts/one-time-tokens.ts'
import { openAccount } from '../accounts/open-account.ts'
import { bindSignUp, type Sender } from '../accounts/sign-up-tokens.ts'
import type { Metadata } from '../accounts/users.ts'
import { type Account, accountColumns, findById } from '../accounts/users.ts'
import type { Service } from '../service.ts'

export interface PhoneApplicant {
  phone: string
  passwordHash: string
  data: Metadata
  sender: Sender
}

export async function findByPhone(q: Queryable, phone: string): Promise<Account | undefined> {
  const { rows } = await q.query<Account>(
    `select ${accountColumns} from auth.users u where u.phone = $1 and u.is_sso_user = false`,
    [phone],
  )
  return rows[0]
}

/** Undefined when a concurrent request took the same number. */
export function openByPhone(
  tx: Queryable,
  { phone, passwordHash, data }: PhoneApplicant,
  now: Date,
): Promise<Account | undefined> {
  const id = randomUUID()
  const identity = contactIdentity(id, { phone })
  const user = {
    id,
    phone,
    encrypted_password: passwordHash,
    raw_app_meta_data: { provider: 'phone', providers: ['phone'] },
    raw_user_meta_data: { ...data, ...identity },
  }
  return openAccount(tx, { user, identities: [{ provider: 'phone', data: identity }] }, now)
}

/** For a number that has an account: opens one under an unused number, rolls it back and returns it. */
export async function simulatePhoneSignUp(
  tx: Queryable,
  { keys, now: clock }: Service,
  applicant: PhoneApplicant,
): Promise<Account> {
  const now = clock()
  await tx.query('savepoint pretended')
  const unusedPhone = `nobody ${randomUUID()}`
  const opened = await openByPhone(tx, { ...applicant, phone: unusedPhone }, now)
  if (!opened) throw new Error('A number that nobody can have was taken')
  const { hash } = makeCode(keys, unusedPhone, false)
  await putToken(tx, opened.id, 'confirmation_token', { hash, contact: unusedPhone, now })
  await bindSignUp(tx, opened.id, 'confirmation_token', applicant.sender)
  const made = await findById(tx, opened.id)
  if (!made) throw new Error('An account that was just opened is not there')
  await tx.query('rollback to savepoint pretended')
  const identity = contactIdentity(made.id, { phone: applicant.phone })
  return {
    ...made,
    phone: applicant.phone,
    raw_user_meta_data: { ...applicant.data, ...identity },
    identities: made.identities.map((own) => ({ ...own, identity_data: identity })),
  }
}
