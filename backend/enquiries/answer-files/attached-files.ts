// The files of an answer as they leave with it, read when it is sent: the job holds none of them. A
// file that cannot be read delays the answer; it is never sent without.
import { StoreUnavailable } from '../../files/file-store.ts'
import type { MailAttachment } from '../../mail/mailer.ts'
import type { AnswerStorage } from './answer-storage.ts'

/** As in the message that is delivered. */
export interface NamedFile {
  id: string
  name: string
  contentType: string
}

export async function readAttachments(
  storage: Pick<AnswerStorage, 'read'>,
  files: NamedFile[],
): Promise<MailAttachment[]> {
  const attachments: MailAttachment[] = []
  for (const [at, { id, name, contentType }] of files.entries()) {
    const content = await storage.read(id).catch((error) => {
      throw error instanceof StoreUnavailable ? new Error(away, { cause: error }) : error
    })
    if (!content) throw new Error(missing(at + 1, files.length))
    attachments.push({ fileName: name, contentType, content })
  }
  return attachments
}

// Staff read these in the timeline.
const away = 'The attachments cannot be read: the file store does not answer'
const missing = (place: number, count: number) =>
  count === 1
    ? 'The attachment is missing in the file store'
    : `Attachment ${place} of ${count} is missing in the file store`
