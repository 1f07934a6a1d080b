// Template, subject and text of an answer, for one enquiry or several.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unknownAnswerPlaceholders } from '#content/answers.ts'
import { maxBody, maxSubject } from '#schemas/answer.ts'
import { Field } from '#ui/field/field.tsx'
import { type AnswerDraft, type AnswerTemplate, answerTemplatesQuery } from './answer.ts'

interface AnswerFieldsProps {
  draft: AnswerDraft
  subjectHint: string
  bodyHint?: string
  /** What a template puts into the draft. */
  fillIn(template: AnswerTemplate): Pick<AnswerDraft, 'subject' | 'body'>
  onChange(changed: Partial<AnswerDraft>): void
}

export function AnswerFields(props: AnswerFieldsProps) {
  const { draft, subjectHint, bodyHint, fillIn, onChange } = props
  const { data: offered } = useQuery(answerTemplatesQuery)
  const [replaced, setReplaced] = useState<AnswerDraft>()
  const unknown = unknownIn(draft)
  const choose = (name: string) => {
    const template = offered?.templates.find((one) => one.name === name)
    if (!template) return
    if (draft.body.trim()) setReplaced(draft)
    onChange(fillIn(template))
  }
  return (
    <>
      {offered?.has_mail_server === false && (
        <p className="late">
          No mail server is set up: the answer is kept in the outbox and reaches nobody until an
          administrator sets one up under Mail. Please ring meanwhile.
        </p>
      )}
      <Field label="Template">
        {(control) => (
          <select
            {...control}
            className="input"
            value=""
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">Choose a template…</option>
            {offered?.templates.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </Field>
      {replaced && (
        <button
          type="button"
          className="link"
          onClick={() => {
            onChange({ subject: replaced.subject, body: replaced.body })
            setReplaced(undefined)
          }}
        >
          Put back what was there
        </button>
      )}
      <Field label="Subject" hint={subjectHint}>
        {(control) => (
          <input
            {...control}
            className="input"
            maxLength={maxSubject}
            value={draft.subject}
            onChange={({ target }) => onChange({ subject: target.value })}
          />
        )}
      </Field>
      <Field
        label="Your answer"
        hint={bodyHint}
        error={
          unknown === undefined
            ? undefined
            : `There is no placeholder {${unknown}}: replace it or take it out`
        }
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={10}
            maxLength={maxBody}
            value={draft.body}
            onChange={({ target }) => onChange({ body: target.value })}
          />
        )}
      </Field>
    </>
  )
}

/** Why it cannot be sent yet. */
export function findObstacle(draft: AnswerDraft): string | undefined {
  if (!draft.subject.trim()) return 'Please write a subject'
  if (!draft.body.trim()) return 'Please write your answer'
  // The field says which.
  return unknownIn(draft) === undefined ? undefined : 'Please replace the unknown placeholder'
}

function unknownIn({ subject, body }: AnswerDraft): string | undefined {
  return [subject, body].flatMap(unknownAnswerPlaceholders)[0]
}
