import type { ServicePage } from '../page.ts'

export const landscaping: ServicePage = {
  path: '/landscaping',
  name: 'Landscaping',
  menuLine: 'Patios, fences, walls, lawns and whole gardens',
  title: 'Landscaping and Garden Construction',
  description:
    'Patios, fencing, artificial lawns, sleepers, retaining walls and complete gardens, designed and built across Worcestershire and Herefordshire.',
  keywords: [
    'landscaping Worcestershire',
    'landscaper Hereford',
    'garden design and build',
    'hard landscaping Worcester',
    'landscape gardener Malvern',
  ],
  picture: 'landscaping',
  hero: {
    subtitle: 'Landscaping',
    title: 'Built from the ground up, on good ground',
    description:
      'Paving, timber, stone and turf set out properly on a base that heavy clay will not move.',
  },
  updated: '2026-11-16',
  group: 'landscaping',
  enquiryService: 'Landscaping',
  card: {
    title: 'Landscaping',
    description:
      'Patios, fences, walls, sleepers and artificial lawns, one at a time or drawn together into a whole garden.',
    icon: 'shovel',
  },
  sections: [
    {
      kind: 'prose',
      heading: 'What you walk on is half the job',
      paragraphs: [
        'Red Mercian mudstone shrinks in a dry summer and swells again in a wet winter. Anything laid on it with too little beneath will rock within a few years. So the digging, the membrane, the stone and the falls for water take up as much of our time as the part you see.',
        'We choose materials for the place as well. Warm sandstone sits well beside Worcestershire brick, a Malvern stone wall wants its own kind, and oak weathers to silver against almost anything.',
      ],
    },
    {
      kind: 'steps',
      heading: 'How a garden gets built, in four steps',
      steps: [
        {
          title: 'Site visit',
          text: 'We look at levels, drains, sun, access and soil, ask how you want to use the space, and talk about what it may cost.',
        },
        {
          title: 'Design',
          text: 'A drawing to scale with materials and samples, changed with you until it is right, then a fixed price for exactly that.',
        },
        {
          title: 'Build',
          text: 'Ground opened, services traced, bases laid, then paving, walls and timber. The site is left safe and swept each evening.',
        },
        {
          title: 'Finish',
          text: 'Joints, turf and planting, a walk-round with you, and notes on watering and care for the first season.',
        },
      ],
    },
    {
      kind: 'points',
      heading: 'Worth settling early',
      points: [
        {
          title: 'Where the water goes',
          text: 'Rain off new paving needs a bed, a soakaway or a drain. A front garden paved in something that lets no water through may need planning permission.',
        },
        {
          title: 'Where the boundary is',
          text: 'Please check your deeds and speak to next door before a fence or a wall moves by an inch.',
        },
        {
          title: 'When to start',
          text: 'Spring fills first. Digging is kindest from late summer to November, and planting in autumn needs least watering.',
        },
      ],
    },
  ],
}
