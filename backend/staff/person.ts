// One person's data, as the privacy notice promises: found, exported as a file, erased.
import * as v from 'valibot'
import { enquiryPath } from '#schemas/paths.ts'
import type { Queryable } from '../database/database.ts'
import { queueAnalyze } from '../enquiries/erased-statistics.ts'
import { type DataSubject, matching, mentions } from '../enquiries/person.ts'
import type { StaffDeps } from './deps.ts'
import { countAuditEntries, dropMails, findAccount, redactAuditEntries } from './person-traces.ts'
import { type AdminContext, type AdminHandler, readBody } from './role-guards.ts'

type PersonDeps = Pick<StaffDeps, 'database' | 'enquiries' | 'outbox' | 'backupsKept'>

/** Numbers of records stored about a person, or erased. */
interface Counts {
  enquiries: number
  notes: number
  messages: number
  calls: number
  visits: number
  deliveries: number
  photos: number
  attachments: number
  outbox_copies: number
  activity_lines: number
}

export function findPerson(deps: PersonDeps): AdminHandler {
  return async function answerPerson(c) {
    const person = await readPerson(c)
    const { counts } = await findData(deps, person)
    const names = await namesOf(deps.database, person)
    const account = (await findAccount(deps.database, person)) ?? null
    return c.json({ counts, names, account, backups: backupsOf(deps) })
  }
}

const maxNames = 20

/** Several people may share a number: the administrator sees whose data it is. */
async function namesOf(q: Queryable, person: DataSubject): Promise<string[]> {
  const { condition, value } = matching(person)
  const { rows } = await q.query<{ name: string }>(
    `select min(name) as name from public.enquiries where ${condition} and name is not null
     group by lower(btrim(name)) order by 1 limit ${maxNames}`,
    [value],
  )
  return rows.map(({ name }) => name)
}

export function exportPerson(deps: PersonDeps): AdminHandler {
  return async function answerExport(c) {
    const { database, enquiries } = deps
    const person = await readPerson(c)
    const { counts, deliveryIds } = await findData(deps, person)
    await record(database, c, 'export', counts)
    // Not the emails to colleagues, which name other customers too.
    const copies = await deps.outbox.find(deliveryIds, (text) => mentions(text, person))
    return c.json({
      person,
      exported_at: new Date(),
      enquiries: await enquiries.exportPerson(person),
      outbox: copies.map(({ mail }) => mail).filter(Boolean),
      account: (await findAccount(database, person)) ?? null,
    })
  }
}

export function erasePerson(deps: PersonDeps): AdminHandler {
  return async function eraseAll(c) {
    const { database, enquiries, outbox } = deps
    const person = await readPerson(c)
    const before = await findData(deps, person)
    const { erased, counts } = await database.transaction(async (tx) => {
      const erased = await enquiries.erasePerson(tx, person)
      const entries = await redactAuditEntries(tx, person)
      await dropMails(tx, person)
      if (entries > 0) await queueAnalyze(tx)
      const counts = countsOf(erased, before.copies.length, entries)
      await record(tx, c, 'delete', counts)
      return { erased, counts }
    })
    // Search again after the commit: from now on no further copy is written.
    const copies = await outbox.find(erased.deliveryIds, namesOne(person, erased.enquiryIds))
    await outbox.remove(copies.map(({ id }) => id))
    const account = (await findAccount(database, person)) ?? null
    return c.json({ counts, account, backups: backupsOf(deps) })
  }
}

async function findData({ database, enquiries, outbox }: PersonDeps, person: DataSubject) {
  const found = await enquiries.countPerson(person)
  const copies = await outbox.find(found.deliveryIds, namesOne(person, found.enquiryIds))
  return {
    copies,
    deliveryIds: found.deliveryIds,
    counts: countsOf(found, copies.length, await countAuditEntries(database, person)),
  }
}

/** Emails to colleagues have neither address nor number, but the name beside a link to the enquiry. */
function namesOne(person: DataSubject, enquiryIds: string[]) {
  const links = enquiryIds.map(enquiryPath)
  return (text: string) => mentions(text, person) || links.some((link) => text.includes(link))
}

function countsOf(
  {
    enquiries,
    notes,
    messages,
    calls,
    visits,
    deliveries,
    photos,
    attachments,
  }: Omit<Counts, 'outbox_copies' | 'activity_lines'>,
  outbox_copies: number,
  activity_lines: number,
): Counts {
  return {
    ...{ enquiries, notes, messages, calls, visits, deliveries, photos },
    ...{ attachments, outbox_copies, activity_lines },
  }
}

const text = v.pipe(v.string(), v.trim(), v.maxLength(255))
const invalidQuery = 'Enter an email address or a telephone number'
const PersonQuery = v.union(
  [
    v.strictObject({ email: v.pipe(text, v.regex(/^[^\s@]+@[^\s@]+$/, invalidQuery)) }),
    v.strictObject({ phone: v.pipe(text, v.regex(/(\D*\d){6}/, invalidQuery)) }),
  ],
  invalidQuery,
)

const readPerson = (c: AdminContext): Promise<DataSubject> => readBody(c, PersonQuery)

/** Numbers only: the audit trail must not store whose data it was. */
async function record(
  q: Queryable,
  c: AdminContext,
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

/** One backup is made a day; each is deleted once this many newer ones exist. */
function backupsOf({ backupsKept }: PersonDeps) {
  if (backupsKept === undefined) return null
  const until = new Date()
  until.setUTCDate(until.getUTCDate() + backupsKept)
  return { days: backupsKept, until }
}
