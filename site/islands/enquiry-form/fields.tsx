// The controls of the enquiry form, with the rules that the browser can check by itself.
import type { ReactNode } from 'react'
import {
  type EnquiryErrors,
  type EnquiryField,
  type EnquiryServiceOption,
  enquiryLimits,
  enquiryServices,
} from '#schemas/enquiry.ts'
import { CoverageLine } from './coverage-line.tsx'
import { FieldError } from './field-error.tsx'

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
  const control = (field: EnquiryField) => ({
    id: fieldId(id, field),
    name: field,
    required: true,
    'aria-invalid': errors[field] ? true : undefined,
    'aria-describedby': errors[field] ? `${fieldId(id, field)}-error` : undefined,
  })
  const limited = (field: keyof typeof enquiryLimits) => ({
    ...control(field),
    minLength: enquiryLimits[field].min,
    maxLength: enquiryLimits[field].max,
    defaultValue: values[field],
  })
  const row = (field: EnquiryField, label: string, input: ReactNode, isHalf = false) => (
    <div className={isHalf ? 'field field-half' : 'field'}>
      <label htmlFor={fieldId(id, field)}>{label}</label>
      {input}
      <FieldError id={fieldId(id, field)} message={errors[field]} />
    </div>
  )

  return (
    <div className="fields">
      {row('name', 'Your name', <input {...limited('name')} autoComplete="name" />, true)}
      {row('phone', 'Phone', <input {...limited('phone')} type="tel" autoComplete="tel" />, true)}
      {row(
        'email',
        'Email',
        <input {...limited('email')} type="email" autoComplete="email" />,
        true,
      )}
      {row(
        'address',
        'Postcode',
        <input {...limited('address')} autoComplete="postal-code" />,
        true,
      )}
      {postcode !== undefined && <CoverageLine typed={postcode} />}
      {row(
        'service',
        'Service',
        <select {...control('service')} defaultValue={values.service ?? service ?? ''}>
          <option value="" disabled>
            Please choose
          </option>
          {enquiryServices.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>,
      )}
      {row('message', 'What would you like done?', <textarea {...limited('message')} rows={4} />)}
      <div className="consent">
        <input
          {...control('gdpr_consent')}
          type="checkbox"
          defaultChecked={values.gdpr_consent !== undefined}
        />
        <label htmlFor={fieldId(id, 'gdpr_consent')}>
          I accept the <a href={privacyPath}>privacy policy</a> and you may contact me about this.
        </label>
        <FieldError id={fieldId(id, 'gdpr_consent')} message={errors.gdpr_consent} />
      </div>
      <div className="trap" aria-hidden="true">
        <label htmlFor={`${id}website`}>Leave this empty</label>
        <input id={`${id}website`} name="website" tabIndex={-1} autoComplete="off" />
      </div>
    </div>
  )
}
