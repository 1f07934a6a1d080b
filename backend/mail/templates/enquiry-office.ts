// Notifies the office of a new enquiry, with links to call or email the sender.
import { formatDateTime } from '#content/reply-promise.ts'
import { emailLink } from '#schemas/email-link.ts'
import { type Company, type EmailContent, layout } from './layout.ts'

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
  const { name, email, phone, service, message, reference } = enquiry
  const shownPostcode = enquiry.postcode ?? enquiry.address
  const place = enquiry.town ?? shownPostcode
  return layout(
    {
      subject: `${place ? `${service}, ${place}` : service}: ${name}`,
      heading: `New enquiry: ${service}`,
      paragraphs: [
        `Received ${formatDateTime(enquiry.created_at)}. We promised a reply by ${formatDateTime(replyDue)}.`,
      ],
      details: [
        { label: 'Name', value: name },
        ...(phone
          ? [
              {
                label: 'Phone',
                value: phone,
                href: `tel:${enquiry.phone_e164 ?? diallable(phone)}`,
              },
            ]
          : []),
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
      closing: 'Answer this mail and your words go straight to the sender.',
    },
    company,
  )
}

function diallable(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, '')
}
