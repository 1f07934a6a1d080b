// The fields of the enquiry form, with the attributes for the browser's own validation.
import type { Coverage } from '#content/coverage.ts'
import { type EnquiryErrors, type EnquiryField, enquiryLimits } from '#schemas/enquiry.ts'
import { errorId, Field, FieldError } from '#ui/field/field.tsx'
import { FieldNote, formatCount, formatCoverage } from './field-notes.tsx'

export interface EnquiryFieldsProps {
  id: string
  errors: EnquiryErrors
  values: Partial<Record<EnquiryField, string>> | undefined
  services: readonly string[]
  service: string | undefined
  privacyPath: string
  coverage: Coverage
  /** Undefined before hydration. */
  notes: FieldNotes | undefined
}

/** What the lines beneath the fields are about. */
export interface FieldNotes {
  /** The current value, for whether we come there. */
  postcode: string
  /** The current value, for how much more there is room. */
  message: string
  doubts: Doubts
}

export type Doubts = Partial<Record<EnquiryField, string>>

export function fieldId(id: string, field: EnquiryField): string {
  return `${id}${field}`
}

export function EnquiryFields({
  id,
  errors,
  values = {},
  services,
  service,
  privacyPath,
  coverage,
  notes,
}: EnquiryFieldsProps) {
  const limited = (field: keyof typeof enquiryLimits) => ({
    name: field,
    required: true,
    minLength: enquiryLimits[field].min,
    // No maxLength: the browser would cut what is pasted without a word. What is too long has its error.
    defaultValue: values[field],
    className: 'input',
  })
  const described = (field: EnquiryField, isHalf = false) => ({
    id: fieldId(id, field),
    error: errors[field],
    className: isHalf ? 'field-half' : '',
  })
  const consent = fieldId(id, 'gdpr_consent')

  return (
    <div className="fields">
      <Field label="Your name" {...described('name', true)}>
        {(control) => <input {...control} {...limited('name')} autoComplete="name" />}
      </Field>
      <Field label="Phone" {...described('phone', true)}>
        {(control) => <input {...control} {...limited('phone')} type="tel" autoComplete="tel" />}
      </Field>
      {notes && <FieldNote text={notes.doubts.phone ?? ''} />}
      <Field label="Email" {...described('email', true)}>
        {(control) => (
          <input {...control} {...limited('email')} type="email" autoComplete="email" />
        )}
      </Field>
      <Field label="Postcode" {...described('address', true)}>
        {(control) => <input {...control} {...limited('address')} autoComplete="postal-code" />}
      </Field>
      {notes && (
        <FieldNote text={notes.doubts.address ?? formatCoverage(notes.postcode, coverage)} />
      )}
      <Field label="Service" {...described('service')}>
        {(control) => (
          <select
            {...control}
            name="service"
            required
            className="input"
            defaultValue={values.service ?? service ?? ''}
          >
            <option value="" disabled>
              Please choose
            </option>
            {services.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="What would you like done?" {...described('message')}>
        {(control) => <textarea {...control} {...limited('message')} rows={4} />}
      </Field>
      {notes && <p className="field-note">{formatCount(notes.message)}</p>}
      <div className="consent">
        <input
          id={consent}
          name="gdpr_consent"
          type="checkbox"
          required
          aria-invalid={errors.gdpr_consent ? true : undefined}
          aria-describedby={errors.gdpr_consent ? errorId(consent) : undefined}
          defaultChecked={values.gdpr_consent !== undefined}
        />
        <label htmlFor={consent}>
          I accept the <a href={privacyPath}>privacy policy</a> and you may contact me about this.
        </label>
        <FieldError id={consent} message={errors.gdpr_consent} />
      </div>
      <div className="trap" aria-hidden="true">
        <label htmlFor={`${id}website`}>Leave this empty</label>
        <input id={`${id}website`} name="website" tabIndex={-1} autoComplete="off" />
      </div>
    </div>
  )
}
