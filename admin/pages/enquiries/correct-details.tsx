// Puts right the name, the telephone number, the address or the service of an enquiry.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type SubmitEvent, useRef, useState } from 'react'
import { enquiryLimits } from '#schemas/enquiry.ts'
import {
  type CorrectedField,
  checkCorrection,
  correctedFields,
  type EnteredErrors,
} from '#schemas/entered-enquiry.ts'
import type { Enquiry } from '#schemas/tables.ts'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { CallError, callEnquiry } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { firmServices } from '../../firm.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { readAnew } from './enquiries-key.ts'
import { forgetOvertaken, tellOvertaken } from './use-change.ts'

export function CorrectDetails({ enquiry }: { enquiry: Enquiry }) {
  const [kept, keep] = useDraft('details', enquiry.id)
  const [isOpen, setIsOpen] = useState(kept !== '')
  const opener = useRef<HTMLButtonElement>(null)
  if (enquiry.erased_at !== null) return null
  const close = () => {
    keep('')
    setIsOpen(false)
    // The focused control disappears with the form.
    opener.current?.focus()
  }
  return (
    <div className="correct-details">
      <Button ref={opener} kind="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Pencil aria-hidden="true" />
        Correct the details
      </Button>
      {isOpen && <CorrectionForm enquiry={enquiry} kept={kept} onKeep={keep} onClose={close} />}
    </div>
  )
}

const labels: Record<CorrectedField, string> = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  address: 'Postcode',
  service: 'Service',
}

type Details = Pick<Enquiry, CorrectedField>

/** What was typed, and over what: a colleague may change the enquiry before it is saved. */
interface Correction {
  version: number
  was: Details
  typed: Partial<Record<CorrectedField, string>>
}

function readCorrection(kept: string): Correction | undefined {
  // Cast: nothing else writes it.
  return kept ? (JSON.parse(kept) as Correction) : undefined
}

const detailsOf = (enquiry: Enquiry) =>
  Object.fromEntries(correctedFields.map((field) => [field, enquiry[field]])) as Details

interface CorrectionFormProps {
  enquiry: Enquiry
  kept: string
  onKeep(kept: string): void
  onClose(): void
}

function CorrectionForm({ enquiry, kept, onKeep, onClose }: CorrectionFormProps) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<EnteredErrors>({})
  // As it was when the form was opened: what a colleague changes meanwhile is not overwritten unseen.
  const [begun] = useState(() => readCorrection(kept))
  const [seen, setSeen] = useState<Enquiry>(() =>
    begun ? { ...enquiry, ...begun.was, version: begun.version } : enquiry,
  )
  // Fields in which what is typed here differs from what a colleague has saved.
  const [saved, setSaved] = useState<Partial<Record<CorrectedField, string>>>({})
  const services = [...new Set([...firmServices, enquiry.service, seen.service])]
  const hintOf = (field: CorrectedField) =>
    saved[field] !== undefined && `Your colleague saved: ${saved[field] || 'nothing'}`
  const save = useMutation({
    mutationFn: (fields: Record<string, unknown>) =>
      callEnquiry('correct', { enquiry_id: seen.id, version: seen.version, fields }),
    async onSuccess() {
      forgetOvertaken(client, seen.id)
      showSuccess('Details corrected')
      onClose()
      await readAnew(client)
    },
    async onError(error) {
      if (error instanceof CallError && error.code === 'overtaken') {
        const now = await tellOvertaken(client, seen).catch(() => undefined)
        if (now) return takeOver(now)
      }
      const isInvalid = error instanceof CallError && error.code === 'invalid_enquiry'
      if (isInvalid) show(error.details as EnteredErrors)
      showError(toMessage(error, 'The details were not saved. Please try again.'))
    },
  })

  /** Keeps what was typed here; other fields take what the colleague saved. */
  function takeOver(now: Enquiry) {
    const differing: typeof saved = {}
    for (const field of correctedFields) {
      const control = form.current?.elements.namedItem(field)
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue
      const [was, is] = [seen[field] ?? '', now[field] ?? '']
      if (was === is) continue
      if (control.value === was) control.value = is
      else if (control.value !== is) differing[field] = is
    }
    setSaved(differing)
    setSeen(now)
    keepTyped(now)
  }

  function keepTyped(base = seen) {
    if (!form.current) return
    const typed = Object.fromEntries(new FormData(form.current))
    onKeep(JSON.stringify({ version: base.version, was: detailsOf(base), typed }))
  }

  function show(found: EnteredErrors) {
    setErrors(found)
    const first = correctedFields.find((field) => found[field])
    const control = first && form.current?.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (save.isPending) return
    const fields = Object.fromEntries(new FormData(event.currentTarget))
    const check = checkCorrection(fields, services)
    if (!check.isValid) return show(check.errors)
    setErrors({})
    save.mutate(fields)
  }

  const bind = (field: CorrectedField) => ({
    name: field,
    className: 'input',
    defaultValue: begun?.typed[field] ?? seen[field] ?? '',
  })
  const text = (field: Exclude<CorrectedField, 'service'>) => ({
    ...bind(field),
    maxLength: enquiryLimits[field].max,
    autoComplete: 'off',
  })
  return (
    <form
      ref={form}
      className="entry-fields"
      aria-label="Details"
      noValidate
      onSubmit={onSubmit}
      onChange={() => keepTyped()}
    >
      {(['name', 'phone', 'email', 'address'] as const).map((field) => (
        <Field key={field} label={labels[field]} error={errors[field]} hint={hintOf(field)}>
          {(control) => (
            <input
              {...control}
              {...text(field)}
              type={field === 'phone' ? 'tel' : field === 'email' ? 'email' : 'text'}
              spellCheck={false}
            />
          )}
        </Field>
      ))}
      <Field label={labels.service} error={errors.service} hint={hintOf('service')}>
        {(control) => (
          <select {...control} {...bind('service')}>
            {services.map((service) => (
              <option key={service}>{service}</option>
            ))}
          </select>
        )}
      </Field>
      <div className="form-buttons entry-wide">
        <Button type="submit" kind="main" isBusy={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save the details'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
