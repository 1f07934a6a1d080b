// Thanks the sender: reference, what happens next and by when, and a copy of what they wrote.
import { quoteSteps } from '#content/quote-steps.ts'
import { sayMoment } from '#content/reply-promise.ts'
import type { EnquiryWords } from './enquiry-office.ts'
import { type Company, layout, type Words } from './layout.ts'

export function enquiryThanks(
  { enquiry, replyDue }: { enquiry: EnquiryWords; replyDue: Date },
  company: Company,
): Words {
  const { reference, service, message } = enquiry
  return layout(
    {
      subject: `We have your enquiry (${reference})`,
      heading: 'Thank you for your enquiry',
      paragraphs: [
        `It has reached us, and one of us will be in touch by ${sayMoment(replyDue)}.`,
        `Your reference is ${reference}. If it is urgent, ring ${company.phone} and mention it.`,
      ],
      details: [
        { label: 'Name', value: enquiry.name },
        { label: 'Phone', value: enquiry.phone },
        { label: 'Postcode', value: enquiry.postcode ?? enquiry.address },
        { label: 'Service', value: service },
      ],
      quote: { label: 'You wrote', words: message },
      steps: {
        heading: 'What happens next',
        // The first step, telling us, is done.
        items: quoteSteps.steps.slice(1).map(({ title, text }) => `${title}. ${text}`),
      },
      closing: `You get this mail because somebody gave this address in the enquiry form of ${company.name}. If that was not you, tell us at ${company.email} and we erase it.`,
    },
    company,
  )
}
