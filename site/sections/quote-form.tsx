import type { EnquiryServiceOption } from '#schemas/enquiry.ts'
import { paths } from '#schemas/paths.ts'
import { Island } from '../hydration/island.tsx'
import { EnquiryForm } from '../islands/enquiry-form.tsx'

export interface QuoteFormProps {
  /** Unique on the page. */
  id: string
  action: string
  /** For whoever would rather ring. */
  phone: string
  service?: EnquiryServiceOption | undefined
}

export function QuoteForm({ id, action, phone, service }: QuoteFormProps) {
  return (
    <Island
      name="enquiry-form"
      id={id}
      component={EnquiryForm}
      props={{ action, phone, privacyPath: paths.privacy, ...(service && { service }) }}
    />
  )
}
