// An answer as the customer will read it.
import { fillInAnswer } from '#content/answers.ts'
import { subjectWithReference } from '#schemas/answer.ts'
import type { AttachedFile } from '#schemas/answer-files.ts'
import type { Enquiry } from '#schemas/tables.ts'

interface PreviewProps {
  enquiry: Enquiry
  subject: string
  body: string
  files: AttachedFile[]
  values: Parameters<typeof fillInAnswer>[1]
}

export function AnswerPreview({ enquiry, subject, body, files, values }: PreviewProps) {
  const { email, reference } = enquiry
  return (
    <section className="answer-preview" aria-label="Preview">
      <PreviewedMail
        email={email}
        company={values.company}
        reference={reference}
        subject={fillInAnswer(subject, values).trim()}
        body={fillInAnswer(body, values).trim()}
        files={files}
      />
    </section>
  )
}

interface PreviewedMailProps {
  email: string | null
  company: string
  reference: string | null
  subject: string
  body: string
  files: AttachedFile[]
}

export function PreviewedMail(props: PreviewedMailProps) {
  const { email, company, reference, subject, body, files } = props
  return (
    <>
      <p className="soft">
        To {email}, from {company}
      </p>
      <p>
        <strong>{reference ? subjectWithReference(subject, reference) : subject}</strong>
      </p>
      <p className="timeline-text">{body}</p>
      <p className="soft">Reply to this email and it reaches us. Your reference is {reference}.</p>
      {files.length > 0 && (
        <p className="soft">Attached: {files.map(({ name }) => name).join(', ')}</p>
      )}
    </>
  )
}
