// Writes the emails about a visit, in the transaction that changed it.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { addMessage } from '../messages.ts'
import type { VisitDeps } from './visit-deps.ts'
import {
  type MailedCustomer,
  type MailedVisit,
  mailToColleague,
  mailToCustomer,
  type VisitMail,
  type VisitMailDeps,
  type VisitNews,
} from './visit-mails.ts'

/** Who was written to: a customer may have no email address. */
export interface Notified {
  customer: boolean
  colleague: boolean
}

interface News {
  memberId: string
  visitId: string
  news: VisitNews
  /** Whose visit it was until now: it leaves their calendar. */
  formerColleague?: string | undefined
}

interface Row extends MailedVisit, Omit<MailedCustomer, 'reference'> {
  enquiry_id: string
  colleague_id: string | null
  reference: string | null
}

export async function notify(
  deps: VisitDeps,
  tx: Queryable,
  { memberId, visitId, news, formerColleague }: News,
): Promise<Notified> {
  const row = await readVisit(tx, visitId)
  const from: VisitMailDeps = {
    office: { name: deps.content.current.company.name, email: deps.officeEmail() },
    host: deps.siteUrl.hostname,
  }
  await withdrawUnsent(tx, row)
  const customer = { ...row, reference: row.reference ?? '' }
  const write = (mail: VisitMail, colleagueId: string | null) =>
    addMessage(tx, {
      id: randomUUID(),
      enquiryId: row.enquiry_id,
      kind: 'visit',
      colleagueId,
      authorId: memberId,
      ...mail,
    })
  const { email } = row
  if (email) await write(mailToCustomer(from, news, row, { ...customer, email }), null)
  const colleague = await findPerson(tx, row.colleague_id)
  if (colleague) {
    await write(mailToColleague(from, news, row, customer, colleague), row.colleague_id)
  }
  const former = await findPerson(tx, formerColleague ?? null)
  if (former && formerColleague) {
    await write(mailToColleague(from, 'cancelled', row, customer, former), formerColleague)
  }
  return { customer: Boolean(email), colleague: Boolean(colleague) }
}

/** What has not gone out yet is outdated, and could arrive after the news. */
async function withdrawUnsent(tx: Queryable, visit: Row): Promise<void> {
  await tx.query(
    `update enquiry_deliveries delivery set state = 'cancelled', next_try_at = null
     from enquiry_messages message
     where message.id = delivery.message_id and message.enquiry_id = $1 and message.kind = 'visit'
       and message.calendar like '%UID:visit-' || $2 || '@%'
       and delivery.state in ('waiting', 'in_outbox', 'failed')`,
    [visit.enquiry_id, visit.id],
  )
}

async function readVisit(tx: Queryable, id: string): Promise<Row> {
  const { rows } = await tx.query<Row>(
    `select visit.id, visit.enquiry_id, visit.colleague_id, sequence, starts_at, minutes,
       visit.address, note, nullif(colleague.full_name, '') as colleague,
       e.name, e.email, e.phone, e.reference
     from enquiry_visits visit join enquiries e on e.id = visit.enquiry_id
       left join profiles colleague on colleague.id = visit.colleague_id
     where visit.id = $1`,
    [id],
  )
  if (!rows[0]) throw new Error('The visit that was just written is not there')
  return rows[0]
}

/** Customers' details go to nobody who is no colleague any more. */
async function findPerson(tx: Queryable, id: string | null) {
  const { rows } = await tx.query<{ name: string; email: string }>(
    `select coalesce(nullif(full_name, ''), email) as name, email from profiles
     where id = $1 and email is not null and id in (select internal.working_colleagues())`,
    [id],
  )
  return rows[0]
}
