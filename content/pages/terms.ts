import type { Page } from '../page.ts'

export const terms: Page = {
  path: '/terms',
  name: 'Terms',
  menuLine: 'Fair terms for quotes and visits',
  title: 'Terms for Quotes, Visits and Work',
  description:
    'Plain terms for quotes, regular visits and landscaping work: what a price includes, weather, access, waste, guarantees, cancelling and your rights.',
  keywords: ['terms and conditions', 'gardening terms', 'landscaping terms', 'cancellation rights'],
  picture: 'about',
  hero: {
    subtitle: 'Terms',
    title: 'Fair terms, in plain words',
    description: 'What you can expect from us, and what we need from you to do the job well.',
  },
  updated: '2026-11-15',
  sections: [
    {
      kind: 'prose',
      heading: 'The quote comes first',
      paragraphs: [
        'These are the terms of {company}. They apply together with your written quote. Where the two differ, the quote counts. Asking for a quote costs nothing and binds you to nothing. The price is fixed for the work listed and stands for as long as the quote says.',
        'An agreement begins when you accept the quote, in writing or by email. If you want something changed later, or the ground hides what neither of us could see, such as old concrete or an unmapped drain, we stop, tell you what it would cost, and go on once you have agreed.',
      ],
    },
    {
      kind: 'prose',
      heading: 'Regular visits',
      paragraphs: [
        'There is no long-term contract. You may change how often we come, skip a visit or stop, with the notice stated in your quote. We give you the same notice if we have to change the price or the day.',
      ],
    },
    {
      kind: 'prose',
      heading: 'Weather and nature',
      paragraphs: [
        'Rain, frost, wind, flood and saturated ground can make work unsafe or harmful. We then agree another date and you pay nothing extra for the delay. A hedge or tree with an active nest waits until the birds have left.',
        'Plants and turf are living things. We supply healthy stock and plant it properly; watering and care afterwards are yours unless the quote includes them.',
      ],
    },
    {
      kind: 'list',
      heading: 'What we ask of you',
      isPlain: true,
      items: [
        'Access at the agreed time, and a safe place to work and unload',
        'Water and electricity where the job needs them and the quote says so',
        'Word of anything hidden or fragile: pipes, cables, septic tanks, ponds, pets',
        'The right to have the work done: that the land, hedge or tree is yours, or its owner agrees',
        'Any planning, listed-building or other consent, unless the quote says that we apply for it',
      ],
    },
    {
      kind: 'prose',
      heading: 'Waste',
      paragraphs: [
        'The quote states whether green waste and rubble are taken away, composted on site or left for you. What we take becomes ours to dispose of lawfully. Hazardous finds such as asbestos or Japanese knotweed are left in place and reported to you, because they need a specialist.',
      ],
    },
    {
      kind: 'prose',
      heading: 'Payment',
      paragraphs: [
        'Amounts, deposits, stages and due dates are as stated in the quote. Nothing is charged that is not in it or agreed with you since. Materials on site stay ours until they have been paid for, but you look after them while they are with you.',
      ],
    },
    {
      kind: 'prose',
      heading: 'Our guarantee',
      paragraphs: [
        'Tell us if something is not as the quote describes it. We come to look and put it right within a reasonable time and at no cost to you. Longer guarantees on particular work or materials are written into the quote. Fair wear, later damage and changes by others are not covered.',
        'We are insured for the work we do. If we damage your property through lack of care, we make it good. Nothing in these terms limits liability for death or injury caused by negligence, for fraud, or for anything else that the law does not allow to be limited.',
      ],
    },
    {
      kind: 'prose',
      heading: 'Your rights as a consumer',
      paragraphs: [
        'The Consumer Rights Act 2015 requires services to be carried out with reasonable care and skill and goods to be as described and of satisfactory quality. These terms take nothing away from that.',
        'If you accept a quote at home, by telephone, by email or online, you normally have 14 days to cancel without giving a reason; a clear message to {email} is enough. If you ask us to begin within that time and cancel later, you pay for what has been done up to then. Once the work is complete at your request, the right to cancel ends.',
      ],
    },
    {
      kind: 'prose',
      heading: 'Complaints and law',
      paragraphs: [
        'Ring {phone} or write to {email} and we will try to settle it between us. The law of England and Wales applies, and its courts decide; if you live elsewhere in the United Kingdom you may use the courts there.',
      ],
    },
  ],
}
