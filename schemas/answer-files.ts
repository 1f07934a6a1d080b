// Files attached to an answer: what may be attached, and what the server says of one.

export const maxAttachments = 5
export const maxFileBytes = 5_000_000
/** Of one answer. Encoded for email they become a third more: common servers take 20 MB. */
export const maxTotalBytes = 10_000_000
/** That of the table `answer_files`; a test compares. */
export const maxFileName = 120

export const answerBucket = 'answer-files'

/** For the field in which files are chosen. */
export const attachableTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp']

/** A file as it was stored: a picture is written anew, and may have another size and ending. */
export interface AttachedFile {
  id: string
  name: string
  size: number
}

export interface AnswerFile extends AttachedFile {
  /** Null: for an answer to several. */
  enquiry_id: string | null
  uploader_id: string | null
  content_type: string
  created_at: string
}

export interface AnswerAttachment {
  message_id: string
  position: number
  file_id: string
}
