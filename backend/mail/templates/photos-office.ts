// Tells the office that photographs came after its email about the enquiry.
import { type OfficeMailInput, officeSubject, phoneDetail } from './enquiry-office.ts'
import { type Company, type EmailContent, layout } from './layout.ts'

export type PhotosMailInput = Omit<OfficeMailInput, 'replyDue'>

export function photosOffice(
  { enquiry, recordUrl, photos }: PhotosMailInput,
  company: Company,
): EmailContent {
  return layout(
    {
      subject: `Photos added: ${officeSubject(enquiry)}`,
      heading: `${enquiry.name} has sent photos`,
      paragraphs: [`They belong to the enquiry about ${enquiry.service} (${enquiry.reference}).`],
      details: phoneDetail(enquiry),
      photos: photos.count > 0 ? photos : undefined,
      link: { label: 'Open the enquiry', href: recordUrl },
      closing: 'Answer this email and your words go straight to the sender.',
    },
    company,
  )
}
