// Answers several enquiries with one text: first as a preview, then each in its own transaction. The key
// of each message is derived from the key of the run, so that a run that was interrupted can be repeated.
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import {
  type BulkPreview,
  type BulkResult,
  type LeftOut,
  maxBulkAnswers,
} from '#schemas/bulk-answer.ts'
import type { Queryable } from '../database/database.ts'
import { Problem } from '../problem.ts'
import { attachmentsField, textFields } from './answer-enquiry.ts'
import { requireFiles } from './attach-files.ts'
import { requireAllowance } from './require-allowance.ts'
import { readBody, type StaffHandler, uuid } from './role-guards.ts'
import {
  type AnswerDeps,
  type Answered,
  type AnswerText,
  answeredColumns,
  fillIn,
  findObstacle,
  manyAnswers,
  perEnquiry,
  perMember,
  readSender,
  refused,
  requireKnown,
  writeAnswer,
} from './write-answer.ts'

const Preview = v.object({
  enquiry_ids: v.pipe(
    v.array(uuid, 'Choose the enquiries to answer'),
    v.minLength(1, 'Choose the enquiries to answer'),
    v.maxLength(maxBulkAnswers, `At most ${maxBulkAnswers} enquiries are answered at once`),
    v.transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]),
  ),
  ...textFields,
})
const Run = v.object({
  ...Preview.entries,
  /** The same for all, stored once. */
  attachments: attachmentsField,
  /** Chosen by the dashboard when the text is begun. */
  key: uuid,
})

export function previewAnswers(deps: Pick<AnswerDeps, 'database' | 'content'>): StaffHandler {
  return async function fillInAnswers(c) {
    const { enquiry_ids, ...text } = await readBody(c, Preview)
    requireText(text)
    const sender = await readSender(deps, c.var.member)
    const preview: BulkPreview = { answers: [], left_out: [] }
    const found = await findEnquiries(deps.database, enquiry_ids)
    for (const id of enquiry_ids) {
      const enquiry = found.get(id)
      try {
        const { name, email, reference } = requireAnswerable(enquiry)
        const filled = fillIn(enquiry as Answered, sender, text)
        preview.answers.push({ enquiry_id: id, name, email, reference, ...filled })
      } catch (error) {
        preview.left_out.push(leftOut(id, enquiry, error))
      }
    }
    return c.json(preview)
  }
}

export function answerSeveral(deps: AnswerDeps): StaffHandler {
  const { database } = deps
  return async function sendAnswers(c) {
    const { enquiry_ids, key, attachments, ...text } = await readBody(c, Run)
    const { member } = c.var
    requireText(text)
    const files = { ids: attachments, memberId: member.id, enquiryId: null }
    await requireFiles(database, files)
    const sender = await readSender(deps, member)
    const found = await findEnquiries(database, enquiry_ids)
    const result: BulkResult = { sent: [], left_out: [] }
    for (const id of enquiry_ids) {
      const enquiry = found.get(id)
      try {
        requireAnswerable(enquiry)
        await takeAllowance(deps, member.id, id)
        await database.transaction((tx) =>
          writeAnswer(tx, { enquiryId: id, key: keyOf(key, id), text, files, sender, member }),
        )
        result.sent.push(id)
      } catch (error) {
        result.left_out.push(leftOut(id, enquiry, error))
      }
    }
    return c.json(result)
  }
}

/** As for a single answer. Here it is told per enquiry: the response has no Retry-After. */
async function takeAllowance({ limits }: AnswerDeps, memberId: string, enquiryId: string) {
  const response = { header() {} }
  const ofMember = await limits.take('answer-member', memberId, perMember)
  requireAllowance(response, ofMember, manyAnswers)
  const ofEnquiry = await limits.take('answer-enquiry', enquiryId, perEnquiry)
  requireAllowance(response, ofEnquiry, manyAnswers)
}

/** What is wrong with the text is so for every enquiry: nothing is sent. */
function requireText(text: AnswerText): void {
  if (!text.subject.trim()) throw refused('invalid_request', 400, 'The subject is empty')
  if (!text.body.trim()) throw refused('invalid_request', 400, 'The answer is empty')
  requireKnown(text)
}

interface Found extends Answered {
  is_refused: boolean
}

/** With whether the mail server refused the customer's address for good. */
async function findEnquiries(database: Queryable, ids: string[]): Promise<Map<string, Found>> {
  const { rows } = await database.query<Found>(
    `select ${answeredColumns}, exists (
       select from public.enquiry_deliveries d
       left join public.enquiry_messages m on m.id = d.message_id
       where d.enquiry_id = e.id and d.refused = 'address' and (
         d.channel = 'thank_you_mail' or d.channel = 'message' and m.colleague_id is null)
     ) as is_refused
     from public.enquiries e where id = any($1)`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

function requireAnswerable(enquiry: Found | undefined) {
  const obstacle = findObstacle(enquiry)
  if (!enquiry || obstacle) throw obstacle
  if (enquiry.is_refused) {
    throw refused('refused_address', 409, `The mail server refused ${enquiry.email}: please ring`)
  }
  return { name: enquiry.name ?? '', email: enquiry.email ?? '', reference: enquiry.reference }
}

/** A fault ends the run: it can be repeated with the same key. */
function leftOut(id: string, enquiry: Answered | undefined, error: unknown): LeftOut {
  if (!(error instanceof Problem)) throw error
  const { code, message } = error
  return { enquiry_id: id, name: enquiry?.name ?? null, code, reason: message }
}

/** A UUID (version 8) of the run and the enquiry. */
function keyOf(run: string, enquiryId: string): string {
  const bytes = createHash('sha256').update(`${run} ${enquiryId}`.toLowerCase()).digest()
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex', 0, 16)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
