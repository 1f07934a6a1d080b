// Lists all errors in one place; the form moves the focus here.
import type { Ref } from 'react'
import type { EnquiryErrors, EnquiryField } from '#schemas/enquiry.ts'
import { fieldId } from './fields.tsx'

export interface ErrorSummaryProps {
  ref: Ref<HTMLDivElement>
  id: string
  errors: EnquiryErrors
  fields: EnquiryField[]
}

export function ErrorSummary({ ref, id, errors, fields }: ErrorSummaryProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of controls
    <div
      ref={ref}
      className="error-summary"
      tabIndex={-1}
      role="group"
      aria-labelledby={`${id}wrong`}
    >
      <p id={`${id}wrong`}>
        {fields.length === 1 ? 'One answer needs a look:' : `${fields.length} answers need a look:`}
      </p>
      <ul>
        {fields.map((field) => (
          <li key={field}>
            <a href={`#${fieldId(id, field)}`}>{errors[field]}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
