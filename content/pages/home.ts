import type { PageHead, Point } from '../page.ts'

export interface HomePage extends PageHead {
  services: { heading: string; text: string }
  whyChooseUs: { heading: string; text: string; points: Point[] }
  serviceArea: { heading: string; text: string }
  callToAction: { heading: string; text: string }
}

export const home: HomePage = {
  path: '/',
  name: 'Home',
  title: 'Gardening, Grounds and Landscaping in Worcester',
  description:
    'Gardening, grounds maintenance, landscaping and pressure washing across Worcestershire and Herefordshire. Local, insured, with free quotes.',
  keywords: [
    'gardening Worcestershire',
    'grounds maintenance Worcester',
    'landscaping Herefordshire',
    'pressure washing Worcester',
    'gardener Worcestershire',
  ],
  picture: 'home',
  hero: {
    subtitle: 'Worcestershire and Herefordshire',
    title: 'From the first mow to the last leaf',
    description:
      'Gardening, grounds maintenance, landscaping and pressure washing by a local team that turns up on the day agreed.',
  },
  updated: '2026-11-16',
  services: {
    heading: 'Four kinds of work, one telephone number',
    text: 'The people who cut your lawn can also mend the fence beside it, clean the terrace behind it and keep the firm’s car park clear of ice. Begin wherever the need is.',
  },
  whyChooseUs: {
    heading: 'Why choose us',
    text: 'Every firm says it is friendly. These are things you can hold us to.',
    points: [
      {
        title: 'Local team',
        text: 'Red clay in Worcester, scree in Malvern, silt along the Wye. Each asks for a different plan, and we know them by the spadeful.',
      },
      {
        title: 'Fully insured',
        text: 'If something breaks while we work, it is our insurer’s problem and not yours. You may see the certificate before you say yes.',
      },
      {
        title: 'Quality guaranteed',
        text: 'The quote lists what you get. We walk it with you at the end, and anything short of the list is put right without argument.',
      },
      {
        title: 'Reliable and punctual',
        text: 'You get a day and a time. Rain can move a job, but you hear it from us beforehand and with a new date.',
      },
    ],
  },
  serviceArea: {
    heading: 'Where we work',
    text: 'Seven towns and the villages around them, from the orchards of Herefordshire to the market gardens below the Cotswold edge. Choose yours to read what we do there and what the soil has to say about it.',
  },
  callToAction: {
    heading: 'Tell us what needs doing',
    text: 'One hedge or forty acres, the quote is free and binds you to nothing. Send the form or ring {phone}; we reply within 24 hours.',
  },
}
