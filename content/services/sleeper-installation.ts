import type { ServicePage } from '../page.ts'

export const sleeperInstallation: ServicePage = {
  path: '/landscaping/sleeper-installation',
  canonical: '/sleeper-installation',
  name: 'Sleeper Installation',
  menuLine: 'Raised beds, steps and edges in oak or pine',
  title: 'Railway Sleeper Beds, Steps and Walls',
  description:
    'Raised beds, steps, edges and low walls in new oak or treated pine sleepers, drained and fixed to last, across Worcestershire and Herefordshire.',
  keywords: [
    'railway sleepers Worcester',
    'sleeper raised beds',
    'oak sleepers Herefordshire',
    'sleeper steps',
    'sleeper retaining wall',
  ],
  picture: 'sleeper-installation',
  hero: {
    subtitle: 'Sleeper installation',
    title: 'Raised beds with some weight to them',
    description:
      'New oak or treated pine, squared up, bolted and drained, for beds, steps and low walls.',
  },
  updated: '2026-11-16',
  group: 'landscaping',
  enquiryService: 'Landscaping',
  card: {
    title: 'Sleeper Installation',
    description:
      'Raised beds, steps and low walls in heavy timber, at a height you can sit on and a depth roots enjoy.',
    icon: 'blocks',
  },
  sections: [
    {
      kind: 'points',
      heading: 'What sleepers are good for',
      points: [
        {
          title: 'Raised beds',
          text: 'Two courses give carrots and salad a deep, warm root run above clay that would fork them. Three make an edge to sit on.',
        },
        {
          title: 'Steps',
          text: 'A single sleeper makes a broad, even tread on a bank, backfilled with gravel so that feet stay dry.',
        },
        {
          title: 'Edges and drives',
          text: 'Laid flat, they hold gravel in and soil out, and take the odd bump from a tyre.',
        },
        {
          title: 'Low retaining walls',
          text: 'With uprights set in concrete they will hold back a modest bank. For more than that we build in stone or block.',
        },
      ],
    },
    {
      kind: 'prose',
      heading: 'Oak, pine and the old railway kind',
      paragraphs: [
        'New oak is untreated, hard and heavy. It cracks a little, bleeds tannin for the first season, which can mark pale paving, and then turns silver. Pressure-treated pine is lighter on the purse and can be stained. Both are safe beside vegetables.',
        'Reclaimed railway sleepers are usually soaked in creosote. The law keeps them out of seats, play areas and beds for growing food, where skin or roots would touch them, so we build with new timber.',
      ],
    },
    {
      kind: 'steps',
      heading: 'How a bed goes together',
      steps: [
        {
          title: 'Level trench',
          text: 'A strip of compacted stone below the first course, so the timber never sits in a puddle.',
        },
        {
          title: 'Cut and fix',
          text: 'Corners lapped like brickwork, long structural screws from the inside, uprights behind anything tall.',
        },
        {
          title: 'Line and drain',
          text: 'Membrane against the wood, gravel at the foot and gaps for water to leave.',
        },
        {
          title: 'Fill',
          text: 'Broken-up subsoil below, topsoil and compost above, topped up after the first winter’s settling.',
        },
      ],
    },
    {
      kind: 'list',
      heading: 'Tell us when you ask',
      isPlain: true,
      items: [
        'How high and how long, roughly, and whether you want to sit on it',
        'What you hope to grow in it',
        'How we get in: an oak sleeper can weigh as much as a person',
        'What lies below, if you know: drains, roots, old concrete',
      ],
    },
  ],
}
