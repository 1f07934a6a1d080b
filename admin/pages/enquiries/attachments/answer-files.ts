// The files of an answer on the server: storing, taking back, saving a copy.
import { queryOptions } from '@tanstack/react-query'
import { type AttachedFile, answerBucket } from '#schemas/answer-files.ts'
import { files, tables } from '../../../api.ts'
import { type UploadOptions, uploadFile } from '../../../upload.ts'

/** Null: for an answer to several. */
export type ForEnquiry = string | null

export function storeFile(
  enquiryId: ForEnquiry,
  { id, file }: { id: string; file: File },
  options: UploadOptions,
): Promise<AttachedFile> {
  const query = new URLSearchParams({
    ...{ id, name: file.name.slice(-250) },
    ...(enquiryId && { enquiry_id: enquiryId }),
  })
  return uploadFile(`/functions/v1/enquiry-answer-file?${query}`, file, options)
}

/** What cannot be taken back now is removed by the server after a day. */
export async function takeBack(id: string): Promise<void> {
  await tables.from('answer_files').delete().eq('id', id)
}

/** Which of these the server still has: those of a draft go after a day. */
export const storedFilesQuery = (ids: string[]) =>
  queryOptions({
    queryKey: ['answer-files', ids],
    queryFn: async () => {
      const { data, error } = await tables.from('answer_files').select('id').in('id', ids)
      if (error) throw error
      return data.map(({ id }) => id)
    },
    enabled: ids.length > 0,
    meta: { failed: 'Failed to look at the attachments' },
  })

/** By a signed link: the browser's own download cannot send the token of the session. */
export async function saveAnswerFile({ id, name }: AttachedFile): Promise<void> {
  const { data, error } = await files.from(answerBucket).createSignedUrl(id, 60)
  if (error) throw error
  // The client's own option for the name encodes it twice.
  location.assign(`${data.signedUrl}&download=${encodeURIComponent(name)}`)
}
