// Where a person stands beside their enquiries: in the audit trails, in the queue, as an account.
import type { Queryable } from '../database/database.ts'
import { queueAnalyze } from '../enquiries/erased-statistics.ts'
import { mentionsInJson, type Person, redactJson } from '../enquiries/person.ts'
import { toE164 } from '../enquiries/phone.ts'

export interface FoundAccount {
  id: string
  email: string | null
  full_name: string | null
  roles: string[]
}

/** An account is its owner's, and somebody may still be signed in: it is told of, never erased here. */
export async function findAccount(q: Queryable, person: Person): Promise<FoundAccount | undefined> {
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

interface Line {
  id: string
  /** Everything in which somebody may be named, as JSON. */
  words: string
}

const trails = [
  {
    table: 'public.audit_trail',
    words: `jsonb_build_object('actor', actor, 'label', label, 'before', before, 'after', after)`,
    set: `actor = item.words ->> 'actor', label = item.words ->> 'label',
      before = nullif(item.words -> 'before', 'null'), after = nullif(item.words -> 'after', 'null')`,
  },
  { table: 'auth.audit_log_entries', words: 'payload::jsonb', set: 'payload = item.words::json' },
] as const

type Trail = (typeof trails)[number]

/**
 * How many lines name the person. None while there is an account: what it did, and what was done to
 * it, is not for an administrator to blank.
 */
export async function countLines(q: Queryable, person: Person): Promise<number> {
  if (await findAccount(q, person)) return 0
  let count = 0
  for (const trail of trails) count += (await findLines(q, trail, person)).length
  return count
}

/** Takes the person's address or number out of the lines, which stay; returns how many. */
export async function redactLines(tx: Queryable, person: Person): Promise<number> {
  if (await findAccount(tx, person)) return 0
  await tx.query(`select set_config('internal.redacting', 'on', true)`)
  let count = 0
  for (const trail of trails) {
    const lines = await findLines(tx, trail, person)
    const items = lines.map(({ id, words }) => ({
      id,
      words: JSON.parse(redactJson(words, person)),
    }))
    await tx.query(
      `update ${trail.table} line set ${trail.set}
       from jsonb_to_recordset($1::jsonb) as item (id text, words jsonb)
       where line.id::text = item.id`,
      [JSON.stringify(items)],
    )
    count += lines.length
  }
  await tx.query(`select set_config('internal.redacting', 'off', true)`)
  return count
}

/** All of it, for an account that was emptied: no other way leads to its address any more. */
export async function forgetTraces(tx: Queryable, person: Person): Promise<void> {
  const lines = await redactLines(tx, person)
  await dropMails(tx, person)
  if (lines > 0) await queueAnalyze(tx)
}

/** The database narrows it down, by letters or by digits; what is meant is decided here. */
async function findLines(q: Queryable, { table, words }: Trail, person: Person): Promise<Line[]> {
  const [text, wanted] =
    'email' in person
      ? [`lower(${words}::text)`, person.email.trim().toLowerCase()]
      : [`regexp_replace(${words}::text, '\\D', '', 'g')`, lastDigits(person.phone)]
  const { rows } = await q.query<Line>(
    `select id::text, ${words}::text as words from ${table} where position($1 in ${text}) > 0`,
    [wanted],
  )
  return rows.filter((line) => mentionsInJson(line.words, person))
}

/** The same however a number is written, with or without the country. */
const lastDigits = (phone: string) => phone.replaceAll(/\D/g, '').slice(-9)

/** Mails to somebody without an account: an invitation or a link that leads nowhere any more. */
export async function dropMails(tx: Queryable, person: Person): Promise<void> {
  if (!('email' in person) || (await findAccount(tx, person))) return
  await tx.query(
    `delete from internal.jobs where kind = 'mail' and lower(payload ->> 'to') = lower($1)`,
    [person.email.trim()],
  )
}
