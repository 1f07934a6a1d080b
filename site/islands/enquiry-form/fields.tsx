// The controls of the enquiry form, with the rules that the browser can check by itself.
import {
  type EnquiryErrors,
  type EnquiryField,
  type EnquiryServiceOption,
  enquiryLimits,
  enquiryServices,
} from '#schemas/enquiry.ts'
import { errorId, Field, FieldError } from '#ui/field/field.tsx'
import { CoverageLine } from './coverage-line.tsx'

export interface EnquiryFieldsProps {
  id: string
  errors: EnquiryErrors
  values: Partial<Record<EnquiryField, string>> | undefined
  service: EnquiryServiceOption | undefined
  privacyPath: string
  /** As it is being typed; nothing while nothing answers to it. */
  postcode: string | undefined
}

export function fieldId(id: string, field: EnquiryField): string {
  return `${id}${field}`
}

export function EnquiryFields({
  id,
  errors,
  values = {},
  service,
  privacyPath,
  postcode,
}: EnquiryFieldsProps) {
  const limited = (field: keyof typeof enquiryLimits) => ({
    name: field,
    required: true,
    minLength: enquiryLimits[field].min,
    maxLength: enquiryLimits[field].max,
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
      <Field label="Email" {...described('email', true)}>
        {(control) => (
          <input {...control} {...limited('email')} type="email" autoComplete="email" />
        )}
      </Field>
      <Field label="Postcode" {...described('address', true)}>
        {(control) => <input {...control} {...limited('address')} autoComplete="postal-code" />}
      </Field>
      {postcode !== undefined && <CoverageLine typed={postcode} />}
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
            {enquiryServices.map((option) => (
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
