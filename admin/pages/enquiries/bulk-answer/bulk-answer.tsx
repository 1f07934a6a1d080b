// Answers the selected enquiries with one text: write it, step through what each customer will read, send.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { BulkPreview, BulkResult } from '#schemas/bulk-answer.ts'
import type { Enquiry } from '#schemas/tables.ts'
import { toMessage } from '../../../errors.ts'
import { useDraft } from '../../../parts/drafts.ts'
import { type AnswerDraft, emptyDraft, readDraft } from '../answer.ts'
import { readAnew } from '../enquiries-key.ts'
import { previewAnswers, sendAnswers } from './bulk-answers.ts'
import { BulkForm } from './bulk-form.tsx'
import { BulkPreviews } from './bulk-previews.tsx'
import { BulkSent } from './bulk-sent.tsx'

interface BulkAnswerProps {
  enquiries: Enquiry[]
  onSent(): void
  onClose(): void
}

export function BulkAnswer({ enquiries, onSent, onClose }: BulkAnswerProps) {
  const client = useQueryClient()
  const id = useId()
  // Kept with its key: what was interrupted is repeated without a second email to anybody.
  const [kept, keep] = useDraft('answer', 'several')
  const [draft, setDraft] = useState<AnswerDraft>(() => readDraft(kept) ?? emptyDraft())
  const [preview, setPreview] = useState<BulkPreview>()
  const [result, setResult] = useState<BulkResult>()
  const change = (next: AnswerDraft) => {
    setDraft(next)
    keep(JSON.stringify(next))
  }
  const prepare = useMutation({
    mutationFn: () => previewAnswers(idsOf(enquiries), draft),
    onSuccess: setPreview,
  })
  const send = useMutation({
    mutationFn: (ids: string[]) => sendAnswers(ids, draft),
    onSuccess(sent) {
      setResult(sent)
      // What has to wait is sent later, with the same text and key.
      if (!sent.left_out.some(({ code }) => code === 'too_many_requests')) keep('')
      onSent()
    },
    onSettled: () => readAnew(client),
  })
  const step = result ? 'sent' : preview ? 'preview' : 'write'
  return (
    <section className="panel bulk-answer" aria-labelledby={id}>
      <StepHeading key={step} id={id}>
        {step === 'sent' ? 'Answers' : `Answer ${countEnquiries(enquiries.length)}`}
      </StepHeading>
      {step === 'write' && (
        <BulkForm
          draft={draft}
          count={enquiries.length}
          isBusy={prepare.isPending}
          error={prepare.isError ? toMessage(prepare.error) : undefined}
          onChange={change}
          onPreview={() => prepare.mutate()}
          onDiscard={() => {
            keep('')
            onClose()
          }}
          onClose={onClose}
        />
      )}
      {preview && !result && (
        <BulkPreviews
          preview={preview}
          files={draft.files}
          isBusy={send.isPending}
          error={send.isError ? describeFailure(send.error) : undefined}
          onBack={() => {
            setPreview(undefined)
            send.reset()
          }}
          onSend={() => send.mutate(preview.answers.map(({ enquiry_id }) => enquiry_id))}
        />
      )}
      {result && <BulkSent result={result} before={preview?.left_out ?? []} onClose={onClose} />}
    </section>
  )
}

/** Each step replaces the one with the button just pressed, so its heading takes the focus. */
function StepHeading({ id, children }: { id: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 id={id} ref={heading} tabIndex={-1}>
      {children}
    </h3>
  )
}

const describeFailure = (error: unknown) =>
  `${toMessage(error, 'It is not known which answers went out.')} Send again: nobody gets it twice.`

const countEnquiries = (count: number) => (count === 1 ? '1 enquiry' : `${count} enquiries`)

const idsOf = (enquiries: Enquiry[]) => enquiries.map(({ id }) => id)
