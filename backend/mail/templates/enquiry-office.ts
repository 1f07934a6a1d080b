// Notifies the office of a new enquiry, with links to call or email the sender.
import { formatDateTime } from '#content/reply-promise.ts'
import { emailLink } from '#schemas/email-link.ts'
import { type Company, type Detail, type EmailContent, layout } from './layout.ts'

export interface EnquiryDetails {
  reference: string
  name: string
  email: string | null
  phone: string | null
  phone_e164: string | null
  address: string | null
  postcode: string | null
  town: string | null
  service: string
  message: string
  page_url: string | null
  entered_via: string | null
  created_at: Date
}

export interface OfficeMailInput {
  enquiry: EnquiryDetails
  /** The record in the dashboard. */
  recordUrl: string
  replyDue: Date
  photos: { count: number; cids: string[] }
}

export function enquiryOffice(
  { enquiry, recordUrl, replyDue, photos }: OfficeMailInput,
  company: Company,
): EmailContent {
  const { name, email, service, message, reference } = enquiry
  const shownPostcode = enquiry.postcode ?? enquiry.address
  return layout(
    {
      subject: officeSubject(enquiry),
      heading: `New enquiry: ${service}`,
      paragraphs: [
        `Received ${formatDateTime(enquiry.created_at)}. We promised a reply by ${formatDateTime(replyDue)}.`,
      ],
      details: [
        { label: 'Name', value: name },
        ...phoneDetail(enquiry),
        ...(email ? [{ label: 'Email', value: email, href: emailLink(email) }] : []),
        ...(shownPostcode
          ? [
              {
                label: 'Postcode',
                value: enquiry.town ? `${shownPostcode} (${enquiry.town})` : shownPostcode,
              },
            ]
          : []),
        { label: 'Service', value: service },
        { label: 'Reference', value: reference },
        ...(enquiry.page_url ? [{ label: 'Sent from', value: enquiry.page_url }] : []),
      ],
      quote: { label: 'In their own words', words: message },
      photos: photos.count > 0 ? photos : undefined,
      link: { label: 'Open the enquiry', href: recordUrl },
      closing: 'Answer this email and your words go straight to the sender.',
    },
    company,
  )
}

/** Begins with what the office sorts its work by. */
export function officeSubject(enquiry: EnquiryDetails): string {
  const { name, service } = enquiry
  const place = enquiry.town ?? enquiry.postcode ?? enquiry.address
  return `${place ? `${service}, ${place}` : service}: ${name}`
}

export function phoneDetail({ phone, phone_e164 }: EnquiryDetails): Detail[] {
  if (!phone) return []
  return [{ label: 'Phone', value: phone, href: `tel:${phone_e164 ?? diallable(phone)}` }]
}

function diallable(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, '')
}
