import type { ServicePage } from '../page.ts'

export const pressureWashing: ServicePage = {
  path: '/pressure-washing',
  name: 'Pressure Washing',
  menuLine: 'Patios, drives, paths and walls cleaned with care',
  title: 'Pressure Washing for Patios and Drives',
  description:
    'Patios, drives, paths, decking and walls pressure washed in Worcestershire and Herefordshire. Re-sanding, sealing and low-pressure cleaning too.',
  keywords: [
    'pressure washing Worcester',
    'patio cleaning Herefordshire',
    'driveway cleaning Worcestershire',
    'block paving re-sanding',
    'low pressure cleaning',
  ],
  picture: 'pressure-washing',
  hero: {
    subtitle: 'Pressure washing',
    title: 'The patio you forgot you had',
    description:
      'Algae, moss and winter grime lifted from stone, brick, tarmac and timber, at a pressure each of them can take.',
  },
  updated: '2026-11-16',
  group: 'pressure-washing',
  enquiryService: 'Pressure Washing',
  card: {
    title: 'Pressure Washing',
    description:
      'Patios, drives, paths and walls cleaned of algae and moss, then re-sanded or sealed so they stay cleaner.',
    icon: 'droplets',
  },
  sections: [
    {
      kind: 'list',
      heading: 'Surfaces we clean',
      items: [
        'Sandstone, limestone, slate and porcelain paving',
        'Block-paved drives and brick paths',
        'Concrete, tarmac and resin-bound surfaces',
        'Decking, steps and timber furniture',
        'Brick and stone walls, render and coping stones',
        'School yards, car parks, bin stores and shop fronts',
      ],
    },
    {
      kind: 'steps',
      heading: 'One patio, four stages',
      steps: [
        {
          title: 'Inspect',
          text: 'We tap for loose slabs, look at the joints, find the drains and clean a small trial patch.',
        },
        {
          title: 'Treat',
          text: 'Oil, moss and black spot get what each needs and time to work, with plants wetted and covered first.',
        },
        {
          title: 'Wash',
          text: 'A rotary head on flat ground for an even finish without stripes, and a lance for edges and steps.',
        },
        {
          title: 'Rinse and finish',
          text: 'Everything rinsed down from the house outwards, splashes washed off doors and windows, silt collected, drains left running.',
        },
      ],
    },
    {
      kind: 'points',
      heading: 'After the wash',
      points: [
        {
          title: 'Re-sanding',
          text: 'Washing lifts sand from between blocks. Once they are dry we brush in kiln-dried sand, which locks them together and slows the weeds.',
        },
        {
          title: 'Sealing',
          text: 'A breathable sealer helps porous stone and block shed oil and algae. It needs dry stone and a dry forecast, so it is often a second visit.',
        },
      ],
    },
    {
      kind: 'prose',
      heading: 'Low-pressure options',
      paragraphs: [
        'Soft local sandstone, old lime mortar, render and weathered timber can be ruined by a hard jet. There we use a fan nozzle at garden-hose strength, a soft brush and a cleaner left to soak, and accept that a little patina stays. Roof tiles and crumbling brick we may advise you to leave alone.',
      ],
    },
  ],
  faqs: [
    {
      question: 'Will pressure washing damage my paving?',
      answer:
        'Not if the pressure suits the surface. We test a corner first, keep the nozzle moving and stay away from weak joints. Loose pointing may come out with the dirt; we show you beforehand and can repoint it.',
    },
    {
      question: 'When is the best time of year for it?',
      answer:
        'Early spring gives you a clean terrace for the whole season. October is good for paths and steps, because it takes off the film that makes them slippery in winter. We do not wash in frost.',
    },
    {
      question: 'How soon can I walk or park on it?',
      answer:
        'You can walk on it the same day. A re-sanded drive can usually be parked on once the joints are filled and swept. A sealed one has to cure first, commonly a day or two in dry weather, and we tell you which.',
    },
  ],
}
