// The notes and answers of many enquiries, for the export.
import { tables } from '../../api.ts'

/** What was written about an enquiry, the oldest first. */
export interface Written {
  created_at: string
  /** Null once the account is deleted. */
  author_name: string | null
  body: string
  /** Names of files that went with an answer. */
  files?: string[]
}

export interface WrittenAbout {
  notes: Map<string, Written[]>
  answers: Map<string, Written[]>
}

/** The ids are in the address of the request, which servers limit to some kilobytes. */
const idsPerRequest = 100

export async function readWritten(ids: string[]): Promise<WrittenAbout> {
  const found: WrittenAbout = { notes: new Map(), answers: new Map() }
  for (let at = 0; at < ids.length; at += idsPerRequest) {
    const some = ids.slice(at, at + idsPerRequest)
    const columns = 'enquiry_id, created_at, author_name, body'
    const [notes, answers] = await Promise.all([
      tables.from('enquiry_notes').select(columns).in('enquiry_id', some).order('created_at'),
      tables
        .from('enquiry_messages')
        .select(`${columns}, answer_attachments(position, answer_files(name))`)
        .eq('kind', 'answer')
        .in('enquiry_id', some)
        .order('created_at'),
    ])
    if (notes.error) throw notes.error
    if (answers.error) throw answers.error
    sort(notes.data, found.notes)
    sort((answers.data as unknown as AnswerRow[]).map(withFileNames), found.answers)
  }
  return found
}

interface AnswerRow extends Written {
  enquiry_id: string
  answer_attachments: { position: number; answer_files: { name: string } | null }[]
}

function withFileNames({ answer_attachments: attached, ...row }: AnswerRow) {
  const inOrder = attached.toSorted((a, b) => a.position - b.position)
  return { ...row, files: inOrder.flatMap(({ answer_files: file }) => file?.name ?? []) }
}

function sort(rows: (Written & { enquiry_id: string })[], into: WrittenAbout['notes']): void {
  for (const { enquiry_id, ...written } of rows) {
    into.set(enquiry_id, [...(into.get(enquiry_id) ?? []), written])
  }
}
