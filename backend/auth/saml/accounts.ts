// The accounts of people who come from an identity provider: opened at their first visit, and kept
// apart from every other account, whatever address the provider gives them.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { audit, userActor } from '../audit.ts'
import type { Service } from '../deps.ts'
import { unprocessable, userBanned } from '../problems.ts'
import type { Metadata } from '../request-body.ts'
import {
  type Account,
  findById,
  insertUser,
  isBanned,
  lockAccount,
  mergeMetadata,
  updateUser,
} from '../users.ts'
import type { Person } from './person.ts'
import type { SsoProvider } from './providers.ts'

export const providerName = ({ id }: Pick<SsoProvider, 'id'>) => `sso:${id}`

export async function accountOf(
  tx: Queryable,
  service: Service,
  provider: SsoProvider,
  person: Person,
): Promise<Account> {
  const now = service.now()
  const identity = identityData(provider, person)
  const known = await findOwner(tx, provider, person.subject)
  const account = known
    ? await welcomeBack(tx, known, { provider, person, identity }, now)
    : await open(tx, service, { provider, person, identity })
  if (isBanned(account, now)) throw userBanned()
  return account
}

interface Arrival {
  provider: SsoProvider
  person: Person
  identity: Metadata
}

async function findOwner(
  tx: Queryable,
  provider: SsoProvider,
  subject: string,
): Promise<Account | undefined> {
  // Two first visits of one person at once: the second waits here and finds the account.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${provider.id} ${subject}`,
  ])
  const { rows } = await tx.query<{ user_id: string }>(
    'select user_id from auth.identities where provider = $1 and provider_id = $2',
    [providerName(provider), subject],
  )
  return rows[0] && lockAccount(tx, rows[0].user_id)
}

/** The provider is the authority on its people: what it says now replaces what it said before. */
async function welcomeBack(
  tx: Queryable,
  account: Account,
  { provider, person, identity }: Arrival,
  now: Date,
): Promise<Account> {
  await tx.query(
    `update auth.identities set identity_data = $3, last_sign_in_at = $4, updated_at = $4
     where provider = $1 and provider_id = $2`,
    [providerName(provider), person.subject, JSON.stringify(identity), now],
  )
  await updateUser(
    tx,
    account.id,
    {
      email: person.email,
      raw_user_meta_data: mergeMetadata(account.raw_user_meta_data, identity),
    },
    now,
  )
  return existing(tx, account.id)
}

async function open(
  tx: Queryable,
  service: Service,
  { provider, person, identity }: Arrival,
): Promise<Account> {
  if (service.config.signupDisabled) {
    throw unprocessable('signup_disabled', 'Signups not allowed for this instance')
  }
  const now = service.now()
  const name = providerName(provider)
  const id = await insertUser(
    tx,
    {
      email: person.email,
      email_confirmed_at: now,
      is_sso_user: true,
      raw_app_meta_data: { provider: name, providers: [name] },
      raw_user_meta_data: identity,
    },
    now,
  )
  if (!id) throw new Error('An account for single sign-on could not be opened')
  await tx.query(
    `insert into auth.identities
       (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6, $6)`,
    [randomUUID(), person.subject, id, JSON.stringify(identity), name, now],
  )
  const account = await existing(tx, id)
  await audit(tx, now, {
    actor: userActor(account),
    action: 'user_signedup',
    traits: { provider: name },
  })
  return account
}

/** Claims with a name of their own stand at the top, as the official service sorts them. */
const standardClaims = new Set(
  'name family_name given_name middle_name nickname preferred_username profile picture website gender birthdate zoneinfo locale updated_at phone avatar_url full_name user_name'.split(
    ' ',
  ),
)

function identityData({ entity_id: issuer }: SsoProvider, person: Person): Metadata {
  const own = Object.entries(person.claims).filter(([name]) => standardClaims.has(name))
  const custom = Object.entries(person.claims).filter(
    ([name]) => !standardClaims.has(name) && name !== 'email',
  )
  return {
    ...Object.fromEntries(own),
    ...(custom.length > 0 ? { custom_claims: Object.fromEntries(custom) } : {}),
    iss: issuer,
    sub: person.subject,
    email: person.email,
    email_verified: true,
    phone_verified: false,
  }
}

async function existing(tx: Queryable, id: string): Promise<Account> {
  const account = await findById(tx, id)
  if (!account) throw new Error('An account for single sign-on is not there')
  return account
}
