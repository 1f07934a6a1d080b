// Attaches stored files to a message. They must be the member's own, and meant for this enquiry, or for
// several when the message is one of several.
import { maxTotalBytes } from '#schemas/answer-files.ts'
import type { Queryable } from '../database/database.ts'
import { Problem } from '../problem.ts'

export interface Attachments {
  ids: string[]
  memberId: string
  /** Null: of an answer to several. */
  enquiryId: string | null
}

/** In a transaction it locks them, so that no sweep removes one before the message names it. */
export async function requireFiles(tx: Queryable, attachments: Attachments): Promise<void> {
  const { ids, memberId, enquiryId } = attachments
  if (ids.length === 0) return
  const { rows } = await tx.query<{ id: string; size: number }>(
    `select id, size from public.answer_files
     where id = any($1) and uploader_id = $2 and enquiry_id is not distinct from $3
     order by id for key share`,
    [ids, memberId, enquiryId],
  )
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length > 0) {
    throw new Problem('attachment_gone', {
      status: 409,
      message: 'An attachment is no longer there: remove it, and attach the file again',
      details: { ids: missing },
    })
  }
  if (rows.reduce((sum, { size }) => sum + size, 0) > maxTotalBytes) {
    throw new Problem('attachments_too_large', {
      status: 422,
      message: `The attachments have more than ${maxTotalBytes / 1e6} MB together: remove one`,
    })
  }
}

export async function attachFiles(
  tx: Queryable,
  messageId: string,
  attachments: Attachments,
): Promise<void> {
  if (attachments.ids.length === 0) return
  await requireFiles(tx, attachments)
  await tx.query(
    `insert into public.answer_attachments (message_id, position, file_id)
     select $1, position, file_id from unnest($2::uuid[]) with ordinality as asked (file_id, position)`,
    [messageId, attachments.ids],
  )
}
