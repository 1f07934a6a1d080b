import { paths } from '#schemas/paths.ts'
import { useContent } from '../content-context.ts'
import { Island } from '../hydration/island.tsx'
import { EnquiryForm } from '../islands/enquiry-form.tsx'

/** Of the form on the contact page. */
export const contactFormId = 'enquiry'

export interface QuoteFormProps {
  /** Unique on the page. */
  id: string
  action: string
  /** Shown for visitors who would rather ring. */
  phone: string
  service?: string | undefined
}

export function QuoteForm({ id, action, phone, service }: QuoteFormProps) {
  const { coverage, enquiryServices: services } = useContent()
  return (
    <Island
      name="enquiry-form"
      id={id}
      component={EnquiryForm}
      props={{
        action,
        phone,
        privacyPath: paths.privacy,
        coverage,
        services,
        ...(service && { service }),
      }}
    />
  )
}
