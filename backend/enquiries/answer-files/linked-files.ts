// The files attached to what was written about an enquiry, as signed links.
import type { Database } from '../../database/database.ts'
import type { AnswerStorage } from './answer-storage.ts'

export interface LinkedFilesDeps {
  database: Database
  answerStorage: Pick<AnswerStorage, 'signRead'>
  siteUrl: URL
}

export interface LinkedFile {
  /** Null: of a draft that was not sent. */
  message_id: string | null
  name: string
  content_type: string
  size: number
  url: string
}

export async function linkedFiles(
  { database, answerStorage, siteUrl }: LinkedFilesDeps,
  enquiryId: string,
  seconds: number,
): Promise<LinkedFile[]> {
  const { rows } = await database.query<Omit<LinkedFile, 'url'> & { id: string }>(
    `select file.id, message_id, file.name, content_type, size
     from answer_files file left join (
       answer_attachments join enquiry_messages message on message.id = message_id
     ) on file_id = file.id
     where message.enquiry_id = $1 or file.enquiry_id = $1
     order by message.created_at, position, file.created_at`,
    [enquiryId],
  )
  return Promise.all(
    rows.map(async ({ id, ...about }) => {
      const path = await answerStorage.signRead(id, seconds)
      return { ...about, url: new URL(path, siteUrl).href }
    }),
  )
}
