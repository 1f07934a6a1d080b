// The first administrator: configured by the operator, or created with the set-up link that the
// server prints while there is none.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Database, Queryable } from '../../database/database.ts'
import { audit, roleActor } from '../accounts/audit.ts'
import { readEmail } from '../accounts/contacts.ts'
import { contactIdentity } from '../accounts/identities.ts'
import { openAccount } from '../accounts/open-account.ts'
import { dropUnproven, proveContact } from '../accounts/proof.ts'
import { type Account, findByEmail, findById, lockAccount, updateUser } from '../accounts/users.ts'
import { hashPassword, minLength, requireShortEnough } from '../password/passwords.ts'
import type { AuthDeps } from '../service.ts'

type AdminDeps = Pick<AuthDeps, 'database' | 'siteUrl' | 'now'>

const linkLifeMs = 24 * 3_600_000
const linkName = (hash: string) => `setup_link:${hash}`

/** Ensures that ADMIN_EMAIL is an administrator. An existing administrator is not changed. */
export async function ensureAdmin(
  { database, now }: AdminDeps,
  { email: given, password }: { email: string; password: string },
): Promise<void> {
  const email = readEmail(given)
  if (password.length < minLength) {
    throw new Error(`The administrator's password must have at least ${minLength} characters`)
  }
  requireShortEnough(password)
  if (await isAdmin(database, email)) return
  const passwordHash = await hashPassword(password)
  await database.transaction((tx) => makeAdmin(tx, email, passwordHash, now()))
}

/** A single-use link for the operator, valid for a day; undefined when there is an administrator. */
export async function setupLink({
  database,
  siteUrl,
  now,
}: AdminDeps): Promise<string | undefined> {
  if (await hasAdmin(database)) return undefined
  const token = randomBytes(32).toString('base64url')
  const expiresAt = now().getTime() + linkLifeMs
  // Each instance prints its own link; the first one used invalidates all others.
  await database.query('insert into internal.secrets (name, value) values ($1, $2)', [
    linkName(hashOf(token)),
    JSON.stringify({ expires_at: expiresAt }),
  ])
  return `${siteUrl}/auth?setup=${token}`
}

/** Redeems the token; false when it is wrong, used or expired, or there is an administrator. */
export async function spendSetupToken(tx: Queryable, token: string, now: Date): Promise<boolean> {
  // Of two concurrent requests with two links, the second waits here and then finds an administrator.
  await tx.query(`select pg_advisory_xact_lock(hashtext('auth.first-admin'))`)
  if (await hasAdmin(tx)) return false
  const { rows } = await tx.query<{ value: { expires_at: number } }>(
    'delete from internal.secrets where name = $1 returning value',
    [linkName(hashOf(token))],
  )
  const [link] = rows
  if (!link || link.value.expires_at < now.getTime()) return false
  await tx.query(`delete from internal.secrets where name like 'setup\\_link:%'`)
  return true
}

/**
 * Opens the account, or promotes an existing one. A stranger could have signed up with the address: a
 * promoted account gets the new password and loses every other credential.
 */
export async function makeAdmin(
  tx: Queryable,
  email: string,
  passwordHash: string,
  now: Date,
): Promise<Account> {
  const opened = await openForAdmin(tx, email, now)
  const known = opened ? undefined : await findByEmail(tx, email)
  const account = opened ?? (known && (await lockAccount(tx, known.id)))
  // When two instances start together, the slower one finds the account of the other.
  if (!account) throw new Error('The administrator could not be made')
  await dropUnproven(tx, account, { contact: 'email' }, now)
  const change = { encrypted_password: passwordHash, banned_until: null }
  await updateUser(tx, account.id, change, now)
  const changed = await findById(tx, account.id)
  if (!changed) throw new Error('The administrator could not be made')
  const admin = await proveContact(tx, changed, { contact: 'email', isOfSignUp: true }, now)
  await tx.query(
    `insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`,
    [admin.id],
  )
  await audit(tx, now, {
    actor: roleActor('operator'),
    action: opened ? 'user_signedup' : 'user_modified',
    traits: { user_id: admin.id, user_email: email, role: 'admin' },
  })
  return admin
}

function openForAdmin(tx: Queryable, email: string, now: Date): Promise<Account | undefined> {
  const id = randomUUID()
  const identity = contactIdentity(id, { email })
  const user = {
    id,
    email,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: identity,
  }
  return openAccount(tx, { user, identities: [{ provider: 'email', data: identity }] }, now)
}

async function hasAdmin(q: Queryable): Promise<boolean> {
  const { count } = await q.query(`select from public.user_roles where role = 'admin' limit 1`)
  return count > 0
}

async function isAdmin(database: Database, email: string): Promise<boolean> {
  const { count } = await database.query(
    `select from public.user_roles r join auth.users u on u.id = r.user_id
     where u.email = $1 and u.is_sso_user = false and r.role = 'admin'`,
    [email],
  )
  return count > 0
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
