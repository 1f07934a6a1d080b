// Thanks the sender: reference, service, what happens next and by when. Nothing of what was typed: the
// form would otherwise send a stranger's words to any address in the company's name.
import { quoteSteps } from '#content/quote-steps.ts'
import { formatDateTime } from '#content/reply-promise.ts'
import type { EnquiryWords } from './enquiry-office.ts'
import { type Company, layout, type Words } from './layout.ts'

export function enquiryThanks(
  { enquiry, replyDue }: { enquiry: Pick<EnquiryWords, 'reference' | 'service'>; replyDue: Date },
  company: Company,
): Words {
  const { reference, service } = enquiry
  return layout(
    {
      subject: `We have your enquiry (${reference})`,
      heading: 'Thank you for your enquiry',
      paragraphs: [
        `It has reached us, and one of us will be in touch by ${formatDateTime(replyDue)}.`,
        `Your reference is ${reference}. If it is urgent, ring ${company.phone} and mention it.`,
      ],
      details: [{ label: 'Service', value: service }],
      steps: {
        heading: 'What happens next',
        // The first step, telling us, is done.
        items: quoteSteps.steps.slice(1).map(({ title, text }) => `${title}. ${text}`),
      },
      closing: `You get this mail because this address was given in the enquiry form of ${company.name}. If that was not you, tell us at ${company.email} and we erase it.`,
    },
    company,
  )
}
