// The enquiry form: a plain HTML form that posts by itself, and after the first touch a form that
// checks as it is sent, keeps what was typed and says how it went.
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import {
  checkEnquiry,
  type EnquiryErrors,
  type EnquiryField,
  type EnquiryServiceOption,
  enquiryFields,
} from '#schemas/enquiry.ts'
import { pushEvent } from '../hydration/analytics.ts'
import { readCampaign } from '../hydration/campaign.ts'
import { showNotice } from '../hydration/notices.ts'
import { ErrorSummary } from './enquiry-form/error-summary.tsx'
import { EnquiryFields } from './enquiry-form/fields.tsx'
import { newKey } from './enquiry-form/new-key.ts'
import { failure, honeypotHit, success } from './enquiry-form/notices.ts'
import { Sent, type SentEnquiry } from './enquiry-form/sent.tsx'

export interface EnquiryFormProps {
  action: string
  phone: string
  privacyPath: string
  service?: EnquiryServiceOption
  /** What was typed and what was wrong with it, when the server answers a plain post. */
  values?: Partial<Record<EnquiryField, string>>
  errors?: EnquiryErrors
}

export function EnquiryForm({
  action,
  phone,
  privacyPath,
  service,
  values,
  errors: sent = {},
}: EnquiryFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const key = useRef('')
  const touchedAt = useRef(0)
  const [errors, setErrors] = useState<EnquiryErrors>(sent)
  const [isSending, setSending] = useState(false)
  const [isAwake, setAwake] = useState(false)
  const [typed, setTyped] = useState(values)
  const [sentEnquiry, setSent] = useState<SentEnquiry>()

  useEffect(() => {
    key.current = newKey()
    touchedAt.current = performance.now()
    setAwake(true)
  }, [])

  function showErrors(found: EnquiryErrors) {
    setErrors(found)
    // After React has drawn it.
    setTimeout(() => summary.current?.focus())
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const fields = Object.fromEntries(new FormData(event.currentTarget))
    if (fields.website) return showNotice(honeypotHit)
    const check = checkEnquiry({ ...fields, gdpr_consent: fields.gdpr_consent === 'on' })
    if (!check.isValid) return showErrors(check.errors)
    setErrors({})
    setSending(true)
    try {
      const response = await fetch(action, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({
          ...check.enquiry,
          website: '',
          page_url: location.href.split('#')[0],
          referrer: document.referrer,
          ...readCampaign(),
          idempotency_key: key.current,
          filled_in_ms: Math.round(performance.now() - touchedAt.current),
        }),
      })
      if (response.status === 422) {
        const answer = (await response.json()) as { fields: EnquiryErrors }
        return showErrors(answer.fields)
      }
      // What was refused for its number or size: the server says what helps.
      if (response.status === 429 || response.status === 413) {
        const { message } = (await response.json()) as { message: string }
        return showNotice({ ...failure, text: message })
      }
      if (!response.ok) throw new Error(`The enquiry was answered with ${response.status}`)
      finish(check.enquiry.service, (await response.json()) as SentEnquiry)
    } catch {
      showNotice(failure)
    } finally {
      setSending(false)
    }
  }

  function finish(sentService: string, answer: SentEnquiry) {
    key.current = newKey()
    setTyped(undefined)
    setSent(answer)
    showNotice(success)
    pushEvent({
      event: 'form_submission',
      form_type: 'contact',
      service_type: sentService,
      conversion_value: 0,
      location: location.pathname,
    })
  }

  function startAgain() {
    touchedAt.current = performance.now()
    setSent(undefined)
    setTimeout(() => form.current?.querySelector('input')?.focus())
  }

  if (sentEnquiry) return <Sent enquiry={sentEnquiry} phone={phone} onAgain={startAgain} />
  const wrong = enquiryFields.filter((field) => errors[field])
  return (
    <form ref={form} method="post" action={action} onSubmit={send}>
      {wrong.length > 0 && <ErrorSummary ref={summary} id={id} errors={errors} fields={wrong} />}
      <EnquiryFields
        id={id}
        errors={errors}
        values={typed}
        service={service}
        privacyPath={privacyPath}
        isAwake={isAwake}
      />
      <button className="button button-send mt-5 w-full" disabled={isSending} type="submit">
        {isSending ? 'Sending...' : 'Send my enquiry'}
      </button>
    </form>
  )
}
