// Soft delete: the account's row stays, but all personal data is removed from it and from the audit
// trails.
import { createHash } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import type { Service } from '../service.ts'
import { endSessions } from '../sessions/sessions.ts'
import { dropAllTokens } from './one-time-tokens.ts'
import { type Account, updateUser } from './users.ts'

/** The caller must hold the lock of the account's row. */
export async function softDelete(
  tx: Queryable,
  service: Service,
  account: Account,
  now: Date,
): Promise<void> {
  const { id, email, phone } = account
  const contacts = await contactsOf(tx, account)
  await dropAllTokens(tx, id, now)
  await endSessions(tx, id)
  await updateUser(
    tx,
    id,
    {
      email: email ? obscure(id, email) : null,
      // Phone numbers have a unique index, and at most 15 characters on a hosted project.
      phone: phone ? obscure(id, phone).slice(0, 15) : null,
      email_change: '',
      phone_change: '',
      encrypted_password: '',
      raw_app_meta_data: {},
      raw_user_meta_data: {},
      deleted_at: now,
    },
    now,
  )
  for (const identity of account.identities) {
    await tx.query(
      `update auth.identities set provider_id = $2, identity_data = '{}', updated_at = $3
       where id = $1`,
      [identity.id, obscure(id, identity.provider_id), now],
    )
  }
  for (const table of personal) await tx.query(`delete from ${table} where user_id = $1`, [id])
  await tx.query('delete from internal.invited_roles where invited_by = $1', [id])
  // The profile holds the name and the roles.
  await tx.query('delete from public.profiles where id = $1', [id])
  await tx.query(
    `update auth.audit_log_entries set payload = (payload::jsonb - 'actor_name')::json
     where payload ->> 'actor_id' = $1::text and payload::jsonb ? 'actor_name'`,
    [id],
  )
  // Last, when no account has them any more: until then audit entries are not redacted.
  for (const contact of contacts) {
    await service.forgetTraces(tx, contact.includes('@') ? { email: contact } : { phone: contact })
  }
}

const personal = [
  'auth.mfa_factors',
  'auth.webauthn_credentials',
  'auth.webauthn_challenges',
  'auth.oauth_consents',
  'auth.oauth_authorizations',
  'auth.flow_state',
  'internal.proven_contacts',
  'internal.sign_up_tokens',
  'internal.invited_roles',
  'internal.recovery_codes',
]

/** Every address and number that the account has, had or was about to get. */
async function contactsOf(tx: Queryable, account: Account): Promise<Set<string>> {
  const { rows } = await tx.query<{ contact: string }>(
    'select contact from internal.proven_contacts where user_id = $1',
    [account.id],
  )
  const { email, phone, email_change, phone_change, identities, factors } = account
  const all = [
    ...[email, phone, email_change, phone_change],
    ...identities.map((identity) => identity.email),
    ...factors.map((factor) => factor.phone),
    ...rows.map(({ contact }) => contact),
  ]
  return new Set(all.filter((contact): contact is string => Boolean(contact)))
}

function obscure(id: string, contact: string): string {
  return createHash('sha256')
    .update(id + contact)
    .digest('hex')
}
