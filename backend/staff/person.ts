// One person's data, as the privacy notice promises: found, handed over as a file, erased.
import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'
import { queueAnalyze } from '../enquiries/erased-statistics.ts'
import { mentions, type Person } from '../enquiries/person.ts'
import { readBody, type StaffContext, type StaffFunction } from './admin-guard.ts'
import type { StaffDeps } from './deps.ts'
import { countLines, dropMails, findAccount, redactLines } from './person-traces.ts'

type PersonDeps = Pick<StaffDeps, 'database' | 'enquiries' | 'outbox' | 'backupsKept'>

/** What is kept about a person, or was erased. */
interface Counts {
  enquiries: number
  notes: number
  deliveries: number
  outbox_copies: number
  activity_lines: number
}

export function findPerson(deps: PersonDeps): StaffFunction {
  return async function answerPerson(c) {
    const person = await readPerson(c)
    const { counts } = await look(deps, person)
    const account = (await findAccount(deps.database, person)) ?? null
    return c.json({ counts, account, backups: backupsOf(deps) })
  }
}

export function exportPerson(deps: PersonDeps): StaffFunction {
  return async function answerExport(c) {
    const { database, enquiries } = deps
    const person = await readPerson(c)
    const { counts, copies } = await look(deps, person)
    await record(database, c, 'export', counts)
    return c.json({
      person,
      exported_at: new Date(),
      enquiries: await enquiries.exportPerson(person),
      outbox: copies.map(({ mail }) => mail).filter(Boolean),
      account: (await findAccount(database, person)) ?? null,
    })
  }
}

export function erasePerson(deps: PersonDeps): StaffFunction {
  return async function eraseAll(c) {
    const { database, enquiries, outbox } = deps
    const person = await readPerson(c)
    const before = await look(deps, person)
    const { erased, counts } = await database.transaction(async (tx) => {
      const erased = await enquiries.erasePerson(tx, person)
      const lines = await redactLines(tx, person)
      await dropMails(tx, person)
      if (lines > 0) await queueAnalyze(tx)
      const counts = countsOf(erased, before.copies.length, lines)
      await record(tx, c, 'delete', counts)
      return { erased, counts }
    })
    // Looked for again after the commit: from now on no further copy is written.
    const copies = await outbox.find(erased.deliveryIds, (text) => mentions(text, person))
    await outbox.remove(copies.map(({ id }) => id))
    const account = (await findAccount(database, person)) ?? null
    return c.json({ counts, account, backups: backupsOf(deps) })
  }
}

async function look({ database, enquiries, outbox }: PersonDeps, person: Person) {
  const found = await enquiries.countPerson(person)
  const copies = await outbox.find(found.deliveryIds, (text) => mentions(text, person))
  return { copies, counts: countsOf(found, copies.length, await countLines(database, person)) }
}

function countsOf(
  { enquiries, notes, deliveries }: { enquiries: number; notes: number; deliveries: number },
  outbox_copies: number,
  activity_lines: number,
): Counts {
  return { enquiries, notes, deliveries, outbox_copies, activity_lines }
}

const text = v.pipe(v.string(), v.trim(), v.maxLength(255))
const whom = 'Enter an email address or a telephone number'
const Asked = v.union(
  [
    v.strictObject({ email: v.pipe(text, v.regex(/^[^\s@]+@[^\s@]+$/, whom)) }),
    v.strictObject({ phone: v.pipe(text, v.regex(/(\D*\d){6}/, whom)) }),
  ],
  whom,
)

const readPerson = (c: StaffContext): Promise<Person> => readBody(c, Asked)

/** In numbers only: the trail must not keep whose data it was. */
async function record(
  q: Queryable,
  c: StaffContext,
  action: 'export' | 'delete',
  counts: Counts,
): Promise<void> {
  await q.query(
    `insert into public.audit_trail (actor_id, actor, subject, action, after)
     select id, coalesce(nullif(full_name, ''), email, ''), 'person', $2, $3::jsonb
     from public.profiles where id = $1`,
    [c.var.admin.id, action, JSON.stringify(counts)],
  )
}

/** One is taken a day, and each is removed when so many newer ones are there. */
function backupsOf({ backupsKept }: PersonDeps) {
  if (backupsKept === undefined) return null
  const until = new Date()
  until.setUTCDate(until.getUTCDate() + backupsKept)
  return { days: backupsKept, until }
}
