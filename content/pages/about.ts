import type { Page } from '../page.ts'

export const about: Page = {
  path: '/about',
  name: 'About',
  menuLine: 'Who comes to the gate and how we work',
  title: 'About Our Team and How We Work',
  description:
    'A local gardening, grounds and landscaping team for Worcestershire and Herefordshire: how we work, what we promise and what we would rather not do.',
  keywords: [
    'about local gardeners',
    'gardening company Worcester',
    'landscaping team Worcestershire',
    'insured gardeners Herefordshire',
  ],
  picture: 'about',
  hero: {
    subtitle: 'About us',
    title: 'The people who come to the gate',
    description:
      '{company} is a local team for gardens and grounds in Worcestershire and Herefordshire.',
  },
  updated: '2026-11-16',
  sections: [
    {
      kind: 'prose',
      heading: 'A small team with muddy boots',
      paragraphs: [
        'We mow, prune, dig, build and clean in Worcestershire and Herefordshire. The person who looks at your garden and prices it talks to those who carry it out, so what you asked for is what arrives.',
        'Our customers are home owners, landlords and agents, residents’ companies, schools, clubs and businesses. A courtyard gets the same straight answer as an estate.',
      ],
    },
    {
      kind: 'points',
      heading: 'What we hold to',
      points: [
        {
          title: 'Say what it costs',
          text: 'A visit first, then a fixed price in writing. No hourly meter and no extras you did not order.',
        },
        {
          title: 'Say what it needs',
          text: 'If a job can wait, or would be wasted money, we tell you. It is cheaper for both of us.',
        },
        {
          title: 'Work with the season',
          text: 'Hedges are cut when nests are empty, clay is left alone when it is sodden, and plants go in when they can root.',
        },
        {
          title: 'Leave it tidy',
          text: 'Paths swept, gates shut, waste gone or stacked where you asked for it.',
        },
      ],
    },
    {
      kind: 'list',
      heading: 'What you can count on',
      items: [
        'A local team that knows the ground',
        'Full insurance, with the certificate shown on request',
        'Quality guaranteed: work that falls short of the quote is put right',
        'Reliable and punctual visits, and a call beforehand if the weather decides otherwise',
        'A reply to every enquiry within 24 hours',
      ],
    },
    {
      kind: 'prose',
      heading: 'A word about the pictures',
      paragraphs: [
        'The pictures on this website are illustrations of the kind of work we do. They are not photographs of finished jobs.',
      ],
    },
  ],
}
