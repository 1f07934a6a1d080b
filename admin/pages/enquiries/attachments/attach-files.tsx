// The files of an answer that is being written: a list, and the button that chooses more.
import { Paperclip, RotateCw, X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import {
  attachableTypes,
  maxAttachments,
  maxFileBytes,
  maxTotalBytes,
} from '#schemas/answer-files.ts'
import { Button } from '#ui/button/button.tsx'
import { FieldError } from '#ui/field/field.tsx'
import { formatBytes } from '../../../parts/format-bytes.ts'
import type { Attachments } from './use-attachments.ts'
import type { Upload } from './use-uploads.ts'

const hint = `PDF, JPEG, PNG or WebP. Up to ${maxAttachments} files of ${formatBytes(maxFileBytes)}, ${formatBytes(maxTotalBytes)} together. Larger photos are made smaller. You can also drop files here, or paste a picture.`

export function AttachFiles({ attachments }: { attachments: Attachments }) {
  const { files, gone, uploads, refusals, announcement, isDraggedOver } = attachments
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** The focused button goes with its line. */
  const thenFocus = (work: () => void) => () => {
    work()
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div
      className={isDraggedOver ? 'attachments attachments-over' : 'attachments'}
      role="group"
      aria-label="Attachments"
    >
      {(files.length > 0 || uploads.length > 0) && (
        <ul>
          {files.map((file) => (
            <FileLine
              key={file.id}
              {...file}
              error={
                gone.includes(file.id)
                  ? 'No longer there: remove it, and attach the file again'
                  : undefined
              }
              onRemove={thenFocus(() => attachments.remove(file))}
            />
          ))}
          {uploads.map((upload) => (
            <FileLine
              key={upload.id}
              name={upload.file.name}
              size={upload.file.size}
              error={upload.error}
              onRemove={thenFocus(() => attachments.cancel(upload.id))}
            >
              <Way upload={upload} onRetry={() => attachments.retry(upload.id)} />
            </FileLine>
          ))}
        </ul>
      )}
      <label className="unseen" htmlFor={id}>
        Files to attach
      </label>
      <input
        id={id}
        ref={input}
        className="unseen"
        type="file"
        multiple
        accept={attachableTypes.join(',')}
        tabIndex={-1}
        onChange={({ target }) => {
          void attachments.add([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button ref={button} aria-describedby={`${id}-hint`} onClick={() => input.current?.click()}>
        <Paperclip aria-hidden="true" />
        Attach files
      </Button>
      <p className="field-hint" id={`${id}-hint`}>
        {isDraggedOver ? 'Drop the files to attach them.' : hint}
      </p>
      {!attachments.isReady && (
        <p className="soft">The answer can be sent when no file is on its way or failed.</p>
      )}
      <div role="alert">
        {refusals.map((refusal) => (
          <FieldError key={refusal} id={`${id}-refused`} message={refusal} />
        ))}
      </div>
      <p className="unseen" role="status">
        {announcement}
      </p>
    </div>
  )
}

interface FileLineProps {
  name: string
  size: number
  error: string | undefined
  onRemove(): void
  children?: ReactNode
}

function FileLine({ name, size, error, onRemove, children }: FileLineProps) {
  const id = useId()
  return (
    <li>
      <span className="attachment-name">{name}</span>
      <span className="soft">{formatBytes(size)}</span>
      <Button kind="quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
        <X aria-hidden="true" />
      </Button>
      <div role="alert">
        <FieldError id={id} message={error} />
      </div>
      {children}
    </li>
  )
}

function Way({ upload, onRetry }: { upload: Upload; onRetry(): void }) {
  const { name } = upload.file
  if (upload.error === undefined) {
    return <progress aria-label={`Sending ${name}`} value={upload.share} max={1} />
  }
  if (!upload.mayRetry) return null
  return (
    <Button aria-label={`Try again: ${name}`} onClick={onRetry}>
      <RotateCw aria-hidden="true" />
      Try again
    </Button>
  )
}
