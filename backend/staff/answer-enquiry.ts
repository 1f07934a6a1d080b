// Answers an enquiry by email. The dashboard also gets the templates here, and what their placeholders
// stand for.
import * as v from 'valibot'
import { maxAttachments } from '#schemas/answer-files.ts'
import type { StaffDeps } from './deps.ts'
import { requireAllowance } from './require-allowance.ts'
import { readBody, type StaffHandler, uuid } from './role-guards.ts'
import {
  type AnswerDeps,
  manyAnswers,
  perEnquiry,
  perMember,
  readSender,
  writeAnswer,
} from './write-answer.ts'

export const textFields = {
  subject: v.pipe(v.string('The subject is a text'), v.maxLength(2_000, 'The subject is too long')),
  body: v.pipe(v.string('The answer is a text'), v.maxLength(40_000, 'The answer is too long')),
}

const tooManyFiles = `At most ${maxAttachments} files can be attached`

/** Ids of stored files. */
export const attachmentsField = v.optional(
  v.pipe(
    v.array(uuid, 'The attachments are ids of files'),
    v.transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]),
    v.maxLength(maxAttachments, tooManyFiles),
  ),
  [],
)

const Body = v.object({
  enquiry_id: uuid,
  ...textFields,
  attachments: attachmentsField,
  /** Chosen by the dashboard when the answer is begun: sent twice, it is one email. */
  key: uuid,
  /** How many answers the writer has seen: one more went out while this was being written. */
  seen: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})

export function answerEnquiry(deps: AnswerDeps): StaffHandler {
  const { database, limits } = deps
  return async function sendAnswer(c) {
    const { enquiry_id, key, attachments, seen, ...text } = await readBody(c, Body)
    const { member } = c.var
    requireAllowance(c, await limits.take('answer-member', member.id, perMember), manyAnswers)
    const enquiryKey = enquiry_id.toLowerCase()
    requireAllowance(c, await limits.take('answer-enquiry', enquiryKey, perEnquiry), manyAnswers)
    const sender = await readSender(deps, member)
    const files = { ids: attachments, memberId: member.id, enquiryId: enquiryKey }
    await database.transaction((tx) =>
      writeAnswer(tx, { enquiryId: enquiry_id, key, text, files, sender, member, seen }),
    )
    return c.json({ ok: true })
  }
}

type TemplateDeps = Pick<StaffDeps, 'database' | 'content' | 'hasMailServer'>

export function listAnswerTemplates(deps: TemplateDeps): StaffHandler {
  return async function listTemplates(c) {
    const { answerTemplates } = deps.content.current
    const sender = await readSender(deps, c.var.member)
    return c.json({
      templates: answerTemplates.map(({ name, subject, paragraphs }) => ({
        name,
        subject,
        body: paragraphs.join('\n\n'),
      })),
      sender,
      has_mail_server: await deps.hasMailServer(),
    })
  }
}
