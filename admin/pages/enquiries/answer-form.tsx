// The form of an answer: a template or own words, a preview, and Send.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerValues, fillInAnswer } from '#content/answers.ts'
import type { Enquiry } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { FieldError } from '#ui/field/field.tsx'
import { CallError } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { type AnswerDraft, answerTemplatesQuery, isEmpty, newKey, sendAnswer } from './answer.ts'
import { AnswerFields } from './answer-fields.tsx'
import { AnswerPreview } from './answer-preview.tsx'
import { AttachFiles } from './attachments/attach-files.tsx'
import { readAnew } from './enquiries-key.ts'
import { isAddressRefused, timelineQuery } from './timeline-query.ts'
import { useAnswerDraft } from './use-answer-draft.ts'

interface FormProps {
  enquiry: Enquiry
  draft: AnswerDraft
  /** Undefined: there is no draft any more. */
  onChange(draft: AnswerDraft | undefined): void
  onSent(): void
}

export function AnswerForm({ enquiry, draft, onChange, onSent }: FormProps) {
  const client = useQueryClient()
  const { data: events } = useQuery(timelineQuery(enquiry.id))
  const { data: offered } = useQuery(answerTemplatesQuery)
  const answers = events?.filter((event) => event.kind === 'message' && event.about === 'answer')
  const isOvertaken = useOvertaken(answers?.length)
  const [isPreviewed, setIsPreviewed] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const values = answerValues(enquiry, offered?.sender ?? { company: '', phone: '', my_name: '' })
  const isKept = offered?.has_mail_server === false
  const send = useMutation({
    mutationFn: () => sendAnswer(enquiry.id, draft, answers?.length),
    onSuccess() {
      onChange(undefined)
      showSuccess(isKept ? 'Answer kept in the outbox: it is not sent yet' : 'Answer on its way')
      onSent()
    },
    onError(error) {
      // What was changed since is another answer.
      const code = error instanceof CallError ? error.code : undefined
      if (code === 'already_sent') onChange({ ...draft, key: newKey() })
      // With the enquiry the form goes, and its own message with it.
      if (code && goneCodes.includes(code)) showError(`Your answer was not sent. ${error.message}.`)
    },
    onSettled() {
      void client.invalidateQueries({ queryKey: ['answer-files'] })
      return readAnew(client)
    },
  })
  const { change, attachments, obstacle } = useAnswerDraft(enquiry.id, draft, (next) =>
    onChange(isEmpty(next) ? undefined : next),
  )
  return (
    <form
      className="answer-form"
      aria-label="Answer"
      {...attachments.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (obstacle) setIsTried(true)
        else if (attachments.isReady && !send.isPending) send.mutate()
      }}
    >
      {isAddressRefused(events) && (
        <p className="late">
          The mail server refused {enquiry.email} before: this may not arrive. Please ring as well.
        </p>
      )}
      {isOvertaken && (
        <p className="late" role="status">
          An answer went out while you were writing: read the timeline before you send yours.
        </p>
      )}
      <AnswerFields
        draft={draft}
        subjectHint={`The reference ${enquiry.reference ?? ''} is added to it`}
        fillIn={({ subject, body }) => ({
          subject: fillInAnswer(subject, values),
          body: fillInAnswer(body, values),
        })}
        onChange={(changed) => {
          setIsTried(false)
          change(changed)
        }}
      />
      <AttachFiles attachments={attachments} />
      {isPreviewed && (
        <AnswerPreview
          enquiry={enquiry}
          subject={draft.subject}
          body={draft.body}
          files={draft.files}
          values={values}
        />
      )}
      <p className="answer-buttons">
        <Button type="submit" kind="main" isBusy={send.isPending || !attachments.isReady}>
          {send.isPending ? 'Sending…' : 'Send'}
        </Button>
        <Button aria-pressed={isPreviewed} onClick={() => setIsPreviewed(!isPreviewed)}>
          Preview
        </Button>
      </p>
      <div role="alert">
        <FieldError
          id="answer-send"
          message={
            (isTried && obstacle) ||
            (send.isError ? toMessage(send.error, 'Failed to send the answer') : undefined)
          }
        />
      </div>
    </form>
  )
}

/** The enquiry can no longer be answered. */
const goneCodes = ['erased', 'not_found', 'spam']

/** A colleague has answered since the form was opened. */
function useOvertaken(answers: number | undefined): boolean {
  const [known, setKnown] = useState<number>()
  if (known === undefined && answers !== undefined) setKnown(answers)
  return known !== undefined && answers !== undefined && answers > known
}
