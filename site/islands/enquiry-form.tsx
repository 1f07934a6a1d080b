// The enquiry form: a plain HTML form that also works without script. Once hydrated it validates before
// sending, saves a draft, retries after connection loss and shows the result.
import { type FocusEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Coverage } from '#content/coverage.ts'
import {
  checkEnquiry,
  type EnquiryErrors,
  type EnquiryField,
  enquiryFields,
  takePostcode,
} from '#schemas/enquiry.ts'
import { Button } from '#ui/button/button.tsx'
import { pushEvent } from '../hydration/analytics.ts'
import { showNotice } from '../hydration/notices.ts'
import {
  announceSent,
  clearDraft,
  fillFromDraft,
  newKey,
  onSentElsewhere,
  readDraft,
  saveDraft,
} from './enquiry-form/draft.ts'
import { DraftNote } from './enquiry-form/draft-note.tsx'
import { ErrorSummary } from './enquiry-form/error-summary.tsx'
import { doubtOf } from './enquiry-form/field-notes.tsx'
import { type Doubts, EnquiryFields } from './enquiry-form/fields.tsx'
import { failure, honeypotHit, success } from './enquiry-form/notices.ts'
import { postEnquiry } from './enquiry-form/post-enquiry.ts'
import { Sent, type SentEnquiry } from './enquiry-form/sent.tsx'
import { OfferToWait, Waiting } from './enquiry-form/unsent.tsx'
import { useRetries } from './enquiry-form/use-retries.ts'
import { PhotoInput } from './photos/photo-input.tsx'
import type { LoadedPhotos } from './photos/photo-store.ts'
import { usePhotos } from './photos/use-photos.ts'

export interface EnquiryFormProps {
  action: string
  phone: string
  privacyPath: string
  coverage: Coverage
  /** The options of the form. */
  services: readonly string[]
  service?: string
  /** Submitted values and their errors, when the server re-renders the form after a plain post. */
  values?: Partial<Record<EnquiryField, string>>
  errors?: EnquiryErrors
}

type Phase = 'writing' | 'sending' | 'offline' | 'unreachable' | 'waiting'

export function EnquiryForm({
  action,
  phone,
  privacyPath,
  coverage,
  services,
  service,
  values,
  errors: sent = {},
}: EnquiryFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const key = useRef('')
  const touchedAt = useRef(0)
  const isPosting = useRef(false)
  const hasFailed = useRef(false)
  const isPressed = useRef(false)
  const [errors, setErrors] = useState<EnquiryErrors>(sent)
  /** Those that were wrong when it was sent: the summary lists what is left of them. */
  const [listed, setListed] = useState(() => enquiryFields.filter((field) => sent[field]))
  const [phase, setPhase] = useState<Phase>('writing')
  const [isHydrated, setHydrated] = useState(false)
  const [isRestored, setRestored] = useState(false)
  const [postcode, setPostcode] = useState(values?.address ?? '')
  const [message, setMessage] = useState(values?.message ?? '')
  const [doubts, setDoubts] = useState<Doubts>({})
  const [typed, setTyped] = useState(values)
  const [sentEnquiry, setSent] = useState<SentEnquiry>()
  const [isAway, setAway] = useState(false)
  const [photosLost, setPhotosLost] = useState(0)
  const photos = usePhotos()
  const [sentPhotos, setSentPhotos] = useState<LoadedPhotos>()
  const { PhotoList, queue } = sentPhotos ?? photos.loaded ?? {}

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    touchedAt.current = performance.now()
    key.current = newKey()
    if (!values) {
      setRestored(takeDraft(true))
      // Without signal their code cannot be loaded: the visitor chooses them again.
      photos.restore().then(setPhotosLost, () => {})
    }
    keepDraft()
    setHydrated(true)
    return onSentElsewhere((sentKey) => {
      if (sentKey === key.current) empty()
    })
  }, [])
  useRetries(phase === 'waiting', post)

  // The button lost the focus while it was disabled.
  useEffect(() => {
    if (phase !== 'writing' || !hasFailed.current) return
    hasFailed.current = false
    if (document.activeElement !== document.body) return
    form.current?.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true })
  }, [phase])

  /** Restores the draft of another form or from before a reload. */
  function takeDraft(isOlder: boolean): boolean {
    const draft = readDraft()
    if (!draft || !form.current) return false
    key.current = draft.key
    fillFromDraft(form.current, draft, isOlder)
    return true
  }

  function keepDraft() {
    if (!form.current) return
    saveDraft(form.current, key.current, service)
    const fields = new FormData(form.current)
    setPostcode(String(fields.get('address')))
    setMessage(String(fields.get('message')))
  }

  function check() {
    const fields = Object.fromEntries(new FormData(form.current ?? undefined))
    return checkEnquiry(
      {
        ...fields,
        address: takePostcode(String(fields.address)),
        gdpr_consent: fields.gdpr_consent === 'on',
      },
      services,
    )
  }

  /** Errors and doubts go as soon as they are put right, and come when their field is left, unless it is empty. */
  function lookAgain(control: HTMLInputElement, isLeft: boolean) {
    const field = enquiryFields.find((one) => one === control.name)
    if (!field || !form.current) return
    const checked = check()
    const error = checked.isValid ? undefined : checked.errors[field]
    const doubt = doubtOf(field, control.value)
    const isEmpty = control.type === 'checkbox' || control.value === ''
    setErrors((all) => {
      const isTold = isLeft && (all[field] || !isEmpty)
      return error && !isTold ? all : { ...all, [field]: error }
    })
    if (isLeft || !doubt) setDoubts((all) => ({ ...all, [field]: doubt }))
  }

  /** A line that appears between press and release would move what is pressed from under the pointer. */
  function leave({ target }: FocusEvent<HTMLFormElement>) {
    const look = () => setTimeout(() => lookAgain(target as unknown as HTMLInputElement, true))
    if (isPressed.current) addEventListener('pointerup', look, { once: true })
    else look()
  }

  function press() {
    isPressed.current = true
    const release = () => {
      isPressed.current = false
    }
    addEventListener('pointerup', release, { once: true })
    addEventListener('pointercancel', release, { once: true })
  }

  function dropDraft() {
    clearDraft()
    photos.take()
    empty()
  }

  function empty() {
    key.current = newKey()
    form.current?.reset()
    setPostcode('')
    setMessage('')
    setErrors({})
    setDoubts({})
    setRestored(false)
    setPhotosLost(0)
  }

  function enter({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) {
    if (!currentTarget.contains(relatedTarget) && takeDraft(false)) keepDraft()
  }

  function showErrors(found: EnquiryErrors) {
    setErrors(found)
    setListed(enquiryFields.filter((field) => found[field]))
    // After React has rendered it.
    setTimeout(() => summary.current?.focus())
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (phase === 'sending') return
    setPhase('sending')
    void post()
  }

  async function post() {
    if (!form.current || isPosting.current) return
    if (new FormData(form.current).get('website')) return stop(() => showNotice(honeypotHit))
    const checked = check()
    if (!checked.isValid) return stop(() => showErrors(checked.errors))
    setErrors({})
    isPosting.current = true
    const uploads = photos.current()?.queue.uploads() ?? []
    const outcome = await postEnquiry(action, {
      ...checked.enquiry,
      idempotency_key: key.current,
      photos: uploads,
      filled_in_ms: Math.round(performance.now() - touchedAt.current),
    })
    isPosting.current = false
    if (outcome.kind === 'unreachable') return remainUnsent()
    stop(() => {
      if (outcome.kind === 'sent') finish(checked.enquiry.service, outcome.answer, uploads)
      else if (outcome.kind === 'rejected') showErrors(outcome.errors)
      else {
        showNotice(outcome.kind === 'refused' ? { ...failure, text: outcome.message } : failure)
        hasFailed.current = true
      }
    })
  }

  function stop(then: () => void) {
    setPhase('writing')
    then()
  }

  /**
   * An enquiry that is already waiting keeps waiting, without a notice at each attempt. What the form itself
   * says, no toast says in other words.
   */
  function remainUnsent() {
    if (phase === 'waiting') return
    setPhase(navigator.onLine ? 'unreachable' : 'offline')
    if (navigator.onLine) showNotice(failure)
  }

  function finish(sentService: string, answer: SentEnquiry, uploads: string[]) {
    const taken = photos.take()
    if (answer.photo_token) taken?.queue.follow(answer.photo_token, uploads)
    setSentPhotos(taken)
    clearDraft()
    const sentKey = key.current
    key.current = newKey()
    announceSent(sentKey)
    setTyped(undefined)
    setRestored(false)
    setPostcode('')
    setMessage('')
    setDoubts({})
    setSent(answer)
    // A waiting enquiry may be sent while the visitor reads elsewhere: do not move the focus then.
    setAway(phase === 'waiting' && !document.activeElement?.closest('.unsent'))
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
    clearDraft()
    touchedAt.current = performance.now()
    setSent(undefined)
    setSentPhotos(undefined)
    setTimeout(() => form.current?.querySelector('input')?.focus())
  }

  if (sentEnquiry) {
    return (
      <Sent
        enquiry={sentEnquiry}
        phone={phone}
        takesFocus={!isAway}
        onAgain={startAgain}
        queue={queue}
      >
        {PhotoList && queue && <PhotoList queue={queue} isSent />}
      </Sent>
    )
  }
  const wrong = listed.filter((field) => errors[field])
  const isWaiting = phase === 'waiting'
  return (
    <>
      {isWaiting && <Waiting onTry={post} onChange={() => setPhase('writing')} />}
      <form
        ref={form}
        method="post"
        action={action}
        encType="multipart/form-data"
        onSubmit={send}
        onInput={(event) => {
          keepDraft()
          lookAgain(event.target as HTMLInputElement, false)
        }}
        onBlur={leave}
        onPointerDown={press}
        onFocus={enter}
        hidden={isWaiting}
        // Without script too: the server answers with each error beneath its field.
        noValidate
        {...photos.drop}
      >
        {wrong.length > 0 && <ErrorSummary ref={summary} id={id} errors={errors} fields={wrong} />}
        {(isRestored || photosLost > 0) && <DraftNote photosLost={photosLost} onDrop={dropDraft} />}
        <EnquiryFields
          id={id}
          errors={errors}
          values={typed}
          services={services}
          service={service}
          privacyPath={privacyPath}
          coverage={coverage}
          notes={isHydrated ? { postcode, message, doubts } : undefined}
        />
        {/* The last field: all of the text has arrived when the first photograph begins. */}
        <PhotoInput ref={photos.input} onPick={photos.add} />
        {PhotoList && queue && <PhotoList queue={queue} />}
        {(phase === 'unreachable' || phase === 'offline') && (
          <OfferToWait isOffline={phase === 'offline'} onWait={() => setPhase('waiting')} />
        )}
        <Button kind="main" className="mt-5 w-full" disabled={phase === 'sending'} type="submit">
          {phase === 'sending' ? 'Sending...' : 'Send my enquiry'}
        </Button>
      </form>
    </>
  )
}
