// The way a quote works, before and after an enquiry has been sent.
import type { Point } from './page.ts'

export const quoteSteps: { heading: string; intro: string; steps: Point[] } = {
  heading: 'How a quote works',
  intro: 'Three steps, no charge and no obligation. You decide at the end of the third.',
  steps: [
    {
      title: 'Tell us',
      text: 'Use the form or ring. A postcode and a few lines about the job are plenty, and you hear from us within 24 hours.',
    },
    {
      title: 'We visit',
      text: 'We agree a time, walk the ground with you, measure, and ask what has been tried before.',
    },
    {
      title: 'You get a fixed price',
      text: 'It arrives in writing with a list of what is included. It changes only if you change the job.',
    },
  ],
}

/** For a visitor who has done the first step. */
export const nextSteps: typeof quoteSteps = {
  heading: 'What happens next',
  intro: 'You decide at the end, once you have a price in writing.',
  steps: [
    {
      title: 'You hear from us',
      text: 'We read what you wrote, then ring or write within 24 hours to agree a time.',
    },
    ...quoteSteps.steps.slice(1),
  ],
}
