// The text for several enquiries. Placeholders stay until the server fills them in for each.
import { useState } from 'react'
import { answerPlaceholders } from '#content/answers.ts'
import { Button } from '#ui/button/button.tsx'
import { FieldError } from '#ui/field/field.tsx'
import { type AnswerDraft, isEmpty } from '../answer.ts'
import { AnswerFields } from '../answer-fields.tsx'
import { AttachFiles } from '../attachments/attach-files.tsx'
import { useAnswerDraft } from '../use-answer-draft.ts'
import { countAnswers } from './bulk-answers.ts'

interface BulkFormProps {
  draft: AnswerDraft
  count: number
  isBusy: boolean
  error: string | undefined
  onChange(draft: AnswerDraft): void
  onPreview(): void
  onDiscard(): void
  onClose(): void
}

const placeholders = answerPlaceholders.map((name) => `{${name}}`).join(', ')

export function BulkForm(props: BulkFormProps) {
  const { draft, count, isBusy, error, onChange, onPreview, onDiscard, onClose } = props
  const { change, attachments, obstacle } = useAnswerDraft(null, draft, onChange)
  const [isTried, setIsTried] = useState(false)
  return (
    <form
      className="answer-form"
      aria-label="Answer several"
      {...attachments.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (obstacle) setIsTried(true)
        else if (attachments.isReady && !isBusy) onPreview()
      }}
    >
      <AnswerFields
        draft={draft}
        subjectHint="The reference of each enquiry is added to it"
        bodyHint={`Filled in for each: ${placeholders}`}
        fillIn={({ subject, body }) => ({ subject, body })}
        onChange={(changed) => {
          setIsTried(false)
          change(changed)
        }}
      />
      <AttachFiles attachments={attachments} />
      <p className="answer-buttons">
        <Button type="submit" kind="main" isBusy={isBusy || !attachments.isReady}>
          {`Preview ${countAnswers(count)}`}
        </Button>
        <Button onClick={onClose}>Close</Button>
        {!isEmpty(draft) && (
          <Button kind="quiet" onClick={onDiscard}>
            Discard
          </Button>
        )}
      </p>
      <div role="alert">
        <FieldError id="bulk-preview" message={(isTried && obstacle) || error} />
      </div>
    </form>
  )
}
