// What each customer will read, one at a time, and who gets nothing.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AttachedFile } from '#schemas/answer-files.ts'
import type { BulkPreview } from '#schemas/bulk-answer.ts'
import { Button } from '#ui/button/button.tsx'
import { FieldError } from '#ui/field/field.tsx'
import { answerTemplatesQuery } from '../answer.ts'
import { PreviewedMail } from '../answer-preview.tsx'
import { countAnswers } from './bulk-answers.ts'
import { LeftOutList } from './left-out.tsx'

interface BulkPreviewsProps {
  preview: BulkPreview
  files: AttachedFile[]
  isBusy: boolean
  error: string | undefined
  onBack(): void
  onSend(): void
}

export function BulkPreviews(props: BulkPreviewsProps) {
  const { preview, files, isBusy, error, onBack, onSend } = props
  const { answers, left_out } = preview
  const [at, setAt] = useState(0)
  const { data: offered } = useQuery(answerTemplatesQuery)
  const shown = answers[at]
  return (
    <>
      <LeftOutList
        title={left_out.length === 1 ? 'One gets no answer' : `${left_out.length} get no answer`}
        leftOut={left_out}
      />
      {shown ? (
        <section className="answer-preview" aria-label="Preview">
          <div className="bulk-answer-steps">
            <p role="status">
              <strong>{shown.name}</strong>{' '}
              <span className="soft">
                {at + 1} of {answers.length}
              </span>
            </p>
            <Button isBusy={at === 0} onClick={() => setAt(at - 1)}>
              Previous
            </Button>
            <Button isBusy={at === answers.length - 1} onClick={() => setAt(at + 1)}>
              Next
            </Button>
          </div>
          <PreviewedMail {...shown} files={files} company={offered?.sender.company ?? ''} />
        </section>
      ) : (
        <p>None of them can be answered by email.</p>
      )}
      <p className="answer-buttons">
        {answers.length > 0 && (
          <Button kind="main" isBusy={isBusy} onClick={onSend}>
            {isBusy ? 'Sending…' : `Send ${countAnswers(answers.length)}`}
          </Button>
        )}
        <Button isBusy={isBusy} onClick={onBack}>
          Change the text
        </Button>
      </p>
      <div role="alert">
        <FieldError id="bulk-send" message={error} />
      </div>
    </>
  )
}
