// Deletes expired rows once a day.
import type { Database } from '../../database/database.ts'
import type { Worker } from '../../jobs/job.ts'

const day = 86_400_000
const auditDays = 365
const unusedClientDays = 30

export function authRetentionWorker({ database }: { database: Database }): Worker {
  return {
    kind: 'auth-retention',
    concurrency: 1,
    everyMs: day,
    run: async () => {
      await forgetExpired(database, new Date())
    },
  }
}

export interface Forgotten {
  rows: number
}

/** Each statement commits by itself; a failure ends the run, and the next run starts again. */
export async function forgetExpired(database: Database, now: Date): Promise<Forgotten> {
  const yesterday = new Date(now.getTime() - day)
  const statements: [string, Date][] = [
    [`delete from auth.flow_state where created_at < $1`, yesterday],
    [`delete from auth.oauth_client_states where created_at < $1`, yesterday],
    [`delete from auth.saml_relay_states where created_at < $1`, yesterday],
    [`delete from internal.spent_proofs where expires_at < $1`, yesterday],
    [`delete from auth.mfa_challenges where created_at < $1`, yesterday],
    [`delete from auth.webauthn_challenges where expires_at < $1`, yesterday],
    [`delete from auth.oauth_authorizations where expires_at < $1`, yesterday],
    [`delete from internal.spent_oauth_codes where spent_at < $1`, yesterday],
    [`delete from auth.mfa_factors where status = 'unverified' and created_at < $1`, yesterday],
    // Tokens in use and their parents stay: a client may be one step behind for long.
    [
      `delete from auth.refresh_tokens old where revoked and updated_at < $1 and not exists (
         select from auth.refresh_tokens child where child.parent = old.token and not child.revoked)`,
      yesterday,
    ],
    [`delete from auth.sessions where not_after < $1`, yesterday],
    [
      `delete from auth.one_time_tokens where updated_at < $1::timestamptz at time zone 'utc'`,
      yesterday,
    ],
    // Any caller may register an OAuth client. One with a user's consent, a session or a pending
    // request stays.
    [
      `delete from auth.oauth_clients c
       where c.registration_type = 'dynamic' and c.created_at < $1
         and not exists (select from auth.oauth_consents g where g.client_id = c.id)
         and not exists (select from auth.sessions s where s.oauth_client_id = c.id)
         and not exists (select from auth.oauth_authorizations a where a.client_id = c.id
           and a.expires_at > $1::timestamptz + interval '${unusedClientDays} days')`,
      new Date(now.getTime() - unusedClientDays * day),
    ],
    [
      `delete from auth.audit_log_entries where created_at < $1`,
      new Date(now.getTime() - auditDays * day),
    ],
    [
      `delete from internal.secrets where name like 'setup\\_link:%'
         and (value ->> 'expires_at')::float8 < extract(epoch from $1::timestamptz) * 1000`,
      now,
    ],
  ]
  let rows = 0
  for (const [sql, before] of statements) rows += (await database.query(sql, [before])).count
  return { rows }
}
