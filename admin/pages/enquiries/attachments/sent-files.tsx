// The files that went with an answer, each to be saved.
import { useMutation } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import type { AttachedFile } from '#schemas/answer-files.ts'
import { toMessage } from '../../../errors.ts'
import { showError } from '../../../notices/notices.tsx'
import { formatBytes } from '../../../parts/format-bytes.ts'
import { saveAnswerFile } from './answer-files.ts'

export function SentFiles({ files }: { files: AttachedFile[] }) {
  const save = useMutation({
    mutationFn: saveAnswerFile,
    onError: (error) => showError(toMessage(error, 'The file could not be read')),
  })
  if (files.length === 0) return null
  return (
    <ul className="sent-files" aria-label="Attachments">
      {files.map((file) => (
        <li key={file.id}>
          <Paperclip aria-hidden="true" />
          <button
            type="button"
            className="link"
            aria-label={`Download ${file.name}`}
            onClick={() => save.mutate(file)}
          >
            {file.name}
          </button>
          <span className="soft">{formatBytes(file.size)}</span>
        </li>
      ))}
    </ul>
  )
}
