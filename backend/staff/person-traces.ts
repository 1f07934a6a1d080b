// A person's data outside their enquiries: in the audit trails, in the mail queue, as an account.
import type { Queryable } from '../database/database.ts'
import { queueAnalyze } from '../enquiries/erased-statistics.ts'
import { type DataSubject, mentionsInJson, redactJson } from '../enquiries/person.ts'
import { toE164 } from '../enquiries/phone.ts'

export interface FoundAccount {
  id: string
  email: string | null
  full_name: string | null
  roles: string[]
}

/** Accounts are reported, never erased here: an account belongs to its owner, who may be signed in. */
export async function findAccount(
  q: Queryable,
  person: DataSubject,
): Promise<FoundAccount | undefined> {
  const [column, value] =
    'email' in person
      ? ['lower(u.email)', person.email.trim().toLowerCase()]
      : ['u.phone', (toE164(person.phone) ?? person.phone).replace('+', '')]
  const { rows } = await q.query<FoundAccount>(
    `select u.id, u.email, p.full_name, array(
       select role from public.user_roles r where r.user_id = u.id order by role
     ) as roles
     from auth.users u left join public.profiles p on p.id = u.id
     where ${column} = $1 and u.deleted_at is null limit 1`,
    [value],
  )
  return rows[0]
}

interface AuditRow {
  id: string
  /** All columns that may name a person, as JSON. */
  content: string
}

const trails = [
  {
    table: 'public.audit_trail',
    content: `jsonb_build_object('actor', actor, 'label', label, 'before', before, 'after', after)`,
    set: `actor = item.content ->> 'actor', label = item.content ->> 'label',
      before = nullif(item.content -> 'before', 'null'), after = nullif(item.content -> 'after', 'null')`,
  },
  {
    table: 'auth.audit_log_entries',
    content: 'payload::jsonb',
    set: 'payload = item.content::json',
  },
] as const

type Trail = (typeof trails)[number]

/**
 * How many audit entries name the person. None while the person has an account: an administrator must
 * not redact what an account did, or what was done to it.
 */
export async function countAuditEntries(q: Queryable, person: DataSubject): Promise<number> {
  if (await findAccount(q, person)) return 0
  let count = 0
  for (const trail of trails) count += (await findAuditEntries(q, trail, person)).length
  return count
}

/** Redacts the person's address or number in the audit entries, which stay; returns how many. */
export async function redactAuditEntries(tx: Queryable, person: DataSubject): Promise<number> {
  if (await findAccount(tx, person)) return 0
  await tx.query(`select set_config('internal.redacting', 'on', true)`)
  let count = 0
  for (const trail of trails) {
    const lines = await findAuditEntries(tx, trail, person)
    const items = lines.map(({ id, content }) => ({
      id,
      content: JSON.parse(redactJson(content, person)),
    }))
    await tx.query(
      `update ${trail.table} line set ${trail.set}
       from jsonb_to_recordset($1::jsonb) as item (id text, content jsonb)
       where line.id::text = item.id`,
      [JSON.stringify(items)],
    )
    count += lines.length
  }
  await tx.query(`select set_config('internal.redacting', 'off', true)`)
  return count
}

/**
 * For a soft-deleted account: redacts its address or number everywhere, because it can no longer be
 * found by them.
 */
export async function forgetTraces(tx: Queryable, person: DataSubject): Promise<void> {
  const lines = await redactAuditEntries(tx, person)
  await dropMails(tx, person)
  if (lines > 0) await queueAnalyze(tx)
}

/** The database preselects by letters or digits; the exact match is decided here. */
async function findAuditEntries(
  q: Queryable,
  { table, content }: Trail,
  person: DataSubject,
): Promise<AuditRow[]> {
  const [text, wanted] =
    'email' in person
      ? [`lower(${content}::text)`, person.email.trim().toLowerCase()]
      : [`regexp_replace(${content}::text, '\\D', '', 'g')`, lastDigits(person.phone)]
  const { rows } = await q.query<AuditRow>(
    `select id::text, ${content}::text as content from ${table} where position($1 in ${text}) > 0`,
    [wanted],
  )
  return rows.filter((line) => mentionsInJson(line.content, person))
}

/** Matches a number with or without its country code. */
const lastDigits = (phone: string) => phone.replaceAll(/\D/g, '').slice(-9)

/** Deletes queued emails to a person without an account: their links no longer work. */
export async function dropMails(tx: Queryable, person: DataSubject): Promise<void> {
  if (!('email' in person) || (await findAccount(tx, person))) return
  await tx.query(
    `delete from internal.jobs where kind = 'mail' and lower(payload ->> 'to') = lower($1)`,
    [person.email.trim()],
  )
}
