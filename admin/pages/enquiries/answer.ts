// The draft of an answer, its templates, and sending it.
import { queryOptions } from '@tanstack/react-query'
import type { answerValues } from '#content/answers.ts'
import type { AttachedFile } from '#schemas/answer-files.ts'
import { callEnquiry } from '../../api.ts'

export interface AnswerDraft {
  subject: string
  body: string
  /** Stored by the server already. */
  files: AttachedFile[]
  /** Stays the same when sending is tried again, so that one answer is one email. */
  key: string
}

export interface AnswerTemplate {
  name: string
  subject: string
  body: string
}

export interface AnswerTemplates {
  templates: AnswerTemplate[]
  sender: Parameters<typeof answerValues>[1]
  has_mail_server: boolean
}

export const answerTemplatesQuery = queryOptions({
  queryKey: ['answer-templates'],
  queryFn: () => callEnquiry<AnswerTemplates>('answer-templates'),
  meta: { failed: 'Failed to fetch the templates' },
})

/** `seen`: the answers that the writer knows of. */
export const sendAnswer = (enquiryId: string, draft: AnswerDraft, seen: number | undefined) =>
  callEnquiry('answer', { enquiry_id: enquiryId, ...asSent(draft), seen })

/** As the server takes it. */
export const asSent = ({ files, ...draft }: AnswerDraft) => ({
  ...draft,
  attachments: files.map(({ id }) => id),
})

/** Of an answer in the writer's own words, until they write another. */
const ownSubject = 'Your enquiry'

export const emptyDraft = (): AnswerDraft => ({ subject: '', body: '', files: [], key: newKey() })
export const newAnswer = (): AnswerDraft => ({ ...emptyDraft(), subject: ownSubject })

export const isEmpty = ({ subject, body, files }: AnswerDraft) =>
  (!subject || subject === ownSubject) && !body && files.length === 0

export function readDraft(kept: string): AnswerDraft | undefined {
  try {
    const draft = JSON.parse(kept) as Partial<AnswerDraft>
    const { subject = '', body = '', files = [], key = newKey() } = draft
    return { subject: String(subject), body: String(body), files, key: String(key) }
  } catch {
    return undefined
  }
}

/** A UUID; `crypto.randomUUID` exists in secure contexts only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
