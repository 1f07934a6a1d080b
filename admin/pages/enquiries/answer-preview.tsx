// An answer as the customer will read it.
import { fillInAnswer } from '#content/answers.ts'
import { subjectWithReference } from '#schemas/answer.ts'
import type { Enquiry } from '#schemas/tables.ts'

interface PreviewProps {
  enquiry: Enquiry
  subject: string
  body: string
  values: Parameters<typeof fillInAnswer>[1]
}

export function AnswerPreview({ enquiry, subject, body, values }: PreviewProps) {
  const { email, reference } = enquiry
  const filled = fillInAnswer(subject, values).trim()
  return (
    <section className="answer-preview" aria-label="Preview">
      <p className="soft">
        To {email}, from {values.company}
      </p>
      <p>
        <strong>{reference ? subjectWithReference(filled, reference) : filled}</strong>
      </p>
      <p className="timeline-text">{fillInAnswer(body, values).trim()}</p>
      <p className="soft">Reply to this email and it reaches us. Your reference is {reference}.</p>
    </section>
  )
}
