// Previewing and sending one text to several enquiries.
import type { BulkPreview, BulkResult } from '#schemas/bulk-answer.ts'
import { callEnquiry } from '../../../api.ts'
import { type AnswerDraft, asSent } from '../answer.ts'

export const previewAnswers = (ids: string[], { subject, body }: AnswerDraft) =>
  callEnquiry<BulkPreview>('answers-preview', { enquiry_ids: ids, subject, body })

export const sendAnswers = (ids: string[], draft: AnswerDraft) =>
  callEnquiry<BulkResult>('answers', { enquiry_ids: ids, ...asSent(draft) })

/** "1 answer", "12 answers". */
export const countAnswers = (count: number) => (count === 1 ? '1 answer' : `${count} answers`)
