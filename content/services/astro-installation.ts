import type { ServicePage } from '../page.ts'

export const astroInstallation: ServicePage = {
  path: '/landscaping/astro-installation',
  canonical: '/astro-installation',
  name: 'Astro Installation',
  menuLine: 'Artificial lawns that drain and stay flat',
  title: 'Artificial Grass and Astro Installation',
  description:
    'Artificial grass laid on a free-draining base for shaded gardens, dogs, play areas and courtyards in Worcestershire and Herefordshire. Free quotes.',
  keywords: [
    'artificial grass Worcester',
    'astro turf installation',
    'artificial lawn Herefordshire',
    'fake grass for dogs',
    'artificial grass installers Worcestershire',
  ],
  picture: 'astro-installation',
  hero: {
    subtitle: 'Astro and artificial grass',
    title: 'Green where grass will not grow',
    description:
      'For courtyards, deep shade, dogs and balls: an artificial lawn on a base that drains and stays flat.',
  },
  updated: '2026-11-16',
  group: 'landscaping',
  enquiryService: 'Landscaping',
  card: {
    title: 'Astro Installation',
    description:
      'Artificial lawns for shade, pets and play, on a compacted stone base with joins you have to hunt for.',
    icon: 'rows-3',
  },
  sections: [
    {
      kind: 'prose',
      heading: 'Where it earns its place',
      paragraphs: [
        'Turf needs light. In a yard between two tall houses, under a neighbour’s conifers or on clay that dogs have turned to soup, it will fail every winter. That is where an artificial lawn makes sense: a nursery play yard, a narrow strip behind a terrace, the few square metres outside a back door.',
        'On a sunny, open plot we may talk you out of it. Living grass is cooler, feeds worms and birds, and costs less to lay. You will hear both prices.',
      ],
    },
    {
      kind: 'steps',
      heading: 'Under the pile',
      steps: [
        {
          title: 'Strip',
          text: 'Turf and topsoil out, roots cut, and the clay below trimmed to a gentle fall.',
        },
        {
          title: 'Edge and membrane',
          text: 'A fixed edge in timber, stone or composite, and a membrane to keep the clay out of the stone.',
        },
        {
          title: 'Stone and screed',
          text: 'Free-draining crushed stone compacted in layers, then a fine granite layer struck off flat.',
        },
        {
          title: 'Lay and dress',
          text: 'Pile running towards the house, seams glued and hidden, perimeter fixed, and sand brushed in where the grass calls for it.',
        },
      ],
    },
    {
      kind: 'list',
      heading: 'Looking after it',
      isPlain: true,
      items: [
        'Brush against the pile every few weeks to lift it',
        'Blow or rake leaves off before they rot down',
        'Hose down after dogs, and now and then in dry weather',
        'Keep barbecues and fire pits off it, and watch for sun reflected from large panes',
      ],
    },
  ],
  faqs: [
    {
      question: 'Can artificial grass be laid on a slope?',
      answer:
        'Yes. A gentle slope helps it drain. On a steeper bank we fix the edges and the base more firmly so nothing creeps downhill, and if it is too steep to stand on comfortably we suggest a terrace or a retaining wall instead.',
    },
    {
      question: 'Does rain drain through it?',
      answer:
        'The backing is perforated, so rain goes straight through into the stone below. What matters is where it goes next: on heavy clay we give the base a fall and lead the water to a bed, a soakaway or a drain.',
    },
    {
      question: 'Is it suitable for dogs and other pets?',
      answer:
        'It is. Lift solids as you would on a lawn and rinse with water. We lay a free-draining base without a foam layer for dogs, because foam holds the smell. Most dogs cannot dig through a well-fixed edge.',
    },
    {
      question: 'Does it get hot in summer?',
      answer:
        'It does become much warmer than living grass in full sun, sometimes too warm for bare feet and paws. A tree or a sail overhead, a paler pile and a quick hosing all help. For a south-facing play area we will tell you plainly if turf is the better choice.',
    },
  ],
}
