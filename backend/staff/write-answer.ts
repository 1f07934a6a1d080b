// What one answer and several have in common: who may be answered, the text with its placeholders filled
// in, and the message with the status and the activity in one transaction.
import { answerValues, fillInAnswer, unknownAnswerPlaceholders } from '#content/answers.ts'
import { maxBody, maxSubject } from '#schemas/answer.ts'
import { type Caller, inTheNameOf } from '../database/as-caller.ts'
import type { Queryable } from '../database/database.ts'
import { addMessage } from '../enquiries/messages.ts'
import { Problem } from '../problem.ts'
import { type Attachments, attachFiles } from './attach-files.ts'
import type { StaffDeps } from './deps.ts'
import type { Member } from './role-guards.ts'

const tenMinutes = 600_000
/** An office that answers a whole day's enquiries in a row stays below. */
export const perMember = { burst: 120, count: 120, perMs: tenMinutes }
/** No customer gets more than this from all colleagues together. */
export const perEnquiry = { burst: 20, count: 20, perMs: tenMinutes }
export const manyAnswers = 'Those were many answers in a short time.'

export type AnswerDeps = Pick<StaffDeps, 'database' | 'limits' | 'content'>

export interface AnswerText {
  subject: string
  body: string
}

export type Sender = Awaited<ReturnType<typeof readSender>>

export async function readSender(
  { database, content }: Pick<StaffDeps, 'database' | 'content'>,
  { id }: Member,
) {
  const { name: company, phone } = content.current.company
  const { rows } = await database.query<{ full_name: string | null }>(
    'select full_name from public.profiles where id = $1',
    [id],
  )
  return { company, phone, my_name: rows[0]?.full_name?.trim() || 'The office' }
}

export interface Answered {
  id: string
  name: string | null
  service: string
  town: string | null
  reference: string | null
  status: string
  email: string | null
  is_erased: boolean
}

export const answeredColumns =
  'id, name, service, town, reference, status, email, erased_at is not null as is_erased'

/** Why this enquiry cannot be answered. */
export function findObstacle(enquiry: Answered | undefined): Problem | undefined {
  if (!enquiry) return refused('not_found', 404, 'This enquiry is gone')
  if (enquiry.is_erased) {
    return refused('erased', 409, 'This enquiry was erased: there is nobody to answer')
  }
  if (enquiry.status === 'spam') {
    return refused('spam', 409, 'This enquiry is in Spam: move it out of Spam first')
  }
  if (!enquiry.email) {
    return refused('no_address', 409, 'There is no email address in this enquiry: please ring')
  }
  return undefined
}

export function fillIn(enquiry: Answered, sender: Sender, text: AnswerText): AnswerText {
  const values = answerValues(enquiry, sender)
  return {
    subject: checkText('subject', fillInAnswer(oneLine(text.subject), values), maxSubject),
    body: checkText('answer', fillInAnswer(text.body, values), maxBody),
  }
}

export interface NewAnswer {
  enquiryId: string
  /** The same key twice is one email. */
  key: string
  text: AnswerText
  files: Attachments
  sender: Sender
  member: Member
  /** Undefined: it is sent whatever colleagues have written meanwhile. */
  seen?: number | undefined
}

export async function writeAnswer(tx: Queryable, answer: NewAnswer): Promise<void> {
  const { key, sender, member } = answer
  const enquiry = await lockEnquiry(tx, answer.enquiryId)
  const message = fillIn(enquiry, sender, answer.text)
  requireKnown(answer.text)
  await requireSeen(tx, answer)
  const isNew = await addMessage(tx, {
    ...{ ...message, id: key, enquiryId: enquiry.id },
    ...{ kind: 'answer', colleagueId: null, authorId: member.id },
  })
  if (!isNew) {
    const { ids } = answer.files
    return requireSame(tx, key, { ...message, fileIds: ids, enquiryId: enquiry.id, member })
  }
  await attachFiles(tx, key, answer.files)
  await noteAnswered(tx, member.caller, enquiry.id)
}

/** Locked, so that it is not erased or moved to Spam meanwhile. */
async function lockEnquiry(tx: Queryable, id: string): Promise<Answered> {
  const { rows } = await tx.query<Answered>(
    `select ${answeredColumns} from public.enquiries where id = $1 for update`,
    [id],
  )
  const [enquiry] = rows
  const obstacle = findObstacle(enquiry)
  if (!enquiry || obstacle) throw obstacle
  return enquiry
}

async function requireSeen(tx: Queryable, { enquiryId, key, seen }: NewAnswer): Promise<void> {
  if (seen === undefined) return
  const { rows } = await tx.query<{ others: number; is_repeated: boolean }>(
    `select count(*) filter (where id <> $2)::int as others,
       coalesce(bool_or(id = $2), false) as is_repeated
     from public.enquiry_messages where enquiry_id = $1 and kind = 'answer'`,
    [enquiryId, key],
  )
  const [{ others, is_repeated } = { others: 0, is_repeated: false }] = rows
  if (is_repeated || others <= seen) return
  const message =
    'A colleague’s answer went out while you were writing. Read it in the timeline, then send yours if it is still needed.'
  throw refused('overtaken', 409, message)
}

function checkText(what: string, text: string, max: number): string {
  const trimmed = text.replaceAll(/\r\n?/g, '\n').trim()
  const { length } = [...trimmed]
  if (length === 0) throw refused('invalid_request', 400, `The ${what} is empty`)
  if (length > max) {
    throw refused(
      'invalid_request',
      400,
      `The ${what} has ${length.toLocaleString('en-GB')} characters: at most ${max.toLocaleString('en-GB')} fit`,
    )
  }
  return trimmed
}

/** In what was written, not in what a customer's own name put there. */
export function requireKnown({ subject, body }: AnswerText): void {
  const [unknown] = [subject, body].flatMap(unknownAnswerPlaceholders)
  if (unknown === undefined) return
  throw new Problem('unknown_placeholder', {
    status: 422,
    message: `There is no placeholder {${unknown}}: replace it or take it out`,
    details: { placeholder: unknown },
  })
}

interface Repeated extends AnswerText {
  fileIds: string[]
  enquiryId: string
  member: Member
}

/** The same answer again is fine. One that was changed after its first copy went out is another. */
async function requireSame(tx: Queryable, key: string, repeated: Repeated): Promise<void> {
  const { rows } = await tx.query<{ is_same: boolean }>(
    `select subject = $4 and body = $5 and $6::uuid[] = array(
       select file_id from public.answer_attachments where message_id = $1 order by position
     ) as is_same
     from public.enquiry_messages where id = $1 and enquiry_id = $2 and author_id = $3`,
    [
      ...[key, repeated.enquiryId, repeated.member.id],
      ...[repeated.subject, repeated.body, repeated.fileIds],
    ],
  )
  const [found] = rows
  if (!found) throw refused('key_taken', 409, 'This key belongs to another message')
  if (!found.is_same) {
    const message = 'Your answer went out before you changed it: see the timeline'
    throw refused('already_sent', 409, message)
  }
}

/** In the name of the colleague who answered. The words of the answer stay out of the activity. */
async function noteAnswered(tx: Queryable, { claims }: Caller, enquiryId: string): Promise<void> {
  await inTheNameOf(tx, claims)
  await tx.query(
    `insert into public.audit_trail (actor_id, actor, subject, subject_id, label, action, after)
     select auth.uid(), internal.actor_name(), 'enquiry', id, service, 'update',
       '{"answered": true}'
     from public.enquiries where id = $1`,
    [enquiryId],
  )
  await tx.query(
    `update public.enquiries
     set status = case status when 'new' then 'contacted' else status end,
       first_reply_at = coalesce(first_reply_at, now())
     where id = $1 and (status = 'new' or first_reply_at is null)`,
    [enquiryId],
  )
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

export const refused = (code: string, status: number, message: string) =>
  new Problem(code, { status, message })
