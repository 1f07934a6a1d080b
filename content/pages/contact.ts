import type { Page } from '../page.ts'

export interface ContactCard {
  kind: 'phone' | 'email' | 'area' | 'hours'
  title: string
  text: string
  icon: string
}

export interface ContactPage extends Page {
  promise: string
  /** What stands above the enquiry form. */
  form: { heading: string; text: string }
  /** The hours card is followed by the lines of `contactHoursLines`. */
  cards: ContactCard[]
}

export const contact: ContactPage = {
  path: '/contact-us',
  name: 'Contact',
  menuLine: 'Ask for a free quote or just ask',
  title: 'Contact Us for a Free Quote',
  description:
    'Ask for a free, no-obligation quote for gardening, grounds work, landscaping or pressure washing. Send the form, ring or email: reply within 24 hours.',
  keywords: [
    'gardening quote Worcester',
    'contact gardener Worcestershire',
    'free landscaping quote',
    'gardener Herefordshire contact',
  ],
  picture: 'contact',
  hero: {
    subtitle: 'Free, no-obligation quotes',
    title: 'Get In Touch',
    description:
      'Tell us about the job in your own words. A photograph can follow later; we come and look before we name a price.',
  },
  updated: '2026-11-16',
  promise: 'We reply to every enquiry within 24 hours.',
  form: {
    heading: 'Send an enquiry',
    text: 'It takes a couple of minutes. Your details are used to answer you, as the privacy policy explains.',
  },
  cards: [
    {
      kind: 'phone',
      title: 'Phone',
      text: 'Quickest for anything urgent, such as a fallen fence or a branch across a drive.',
      icon: 'phone',
    },
    {
      kind: 'email',
      title: 'Email',
      text: 'Best for plans, specifications and pictures of the place.',
      icon: 'mail',
    },
    {
      kind: 'area',
      title: 'Service area',
      text: 'Worcestershire and Herefordshire: Worcester, Malvern, Hereford, Droitwich, Pershore, Evesham, Ledbury and the villages between.',
      icon: 'map-pin',
    },
    {
      kind: 'hours',
      title: 'Opening hours',
      text: 'When we answer the telephone. The form is open day and night.',
      icon: 'clock',
    },
  ],
  sections: [
    {
      kind: 'list',
      heading: 'Useful to know when you write',
      isPlain: true,
      intro: 'None of it is required, but it can save a second call.',
      items: [
        'Roughly how big the garden or the site is',
        'How we get to it: side gate, shared drive, or through the house',
        'Whether there is a date to meet, such as a sale, a wedding or a fixture',
        'Anything protected: old trees, a listed wall, a pond with newts',
        'Dogs, and which of them are friendly',
      ],
    },
    {
      kind: 'prose',
      heading: 'What happens next',
      paragraphs: [
        'One of the team reads your enquiry. You get an answer by phone or email, we settle a time to visit, and afterwards you receive a fixed price in writing. If the job is not one for us we say so, so that you can ask elsewhere.',
      ],
    },
  ],
}
