import type { ServicePage } from '../page.ts'

export const retainingWalls: ServicePage = {
  path: '/landscaping/retaining-walls',
  name: 'Retaining Walls',
  menuLine: 'Sloping gardens made level, with drainage behind',
  title: 'Retaining Walls and Garden Terracing',
  description:
    'Stone, block and timber retaining walls with drainage behind them, and terraces for sloping gardens in Malvern, Evesham and across both counties.',
  keywords: [
    'retaining walls Malvern',
    'garden terracing',
    'sloping garden Worcestershire',
    'stone retaining wall',
    'gabion wall Herefordshire',
  ],
  picture: 'retaining-walls',
  hero: {
    subtitle: 'Retaining walls',
    title: 'A slope turned into rooms',
    description:
      'Walls that hold the hill back and let the water out, so a bank becomes a lawn, a terrace and a flight of steps.',
  },
  updated: '2026-11-16',
  group: 'landscaping',
  enquiryService: 'Landscaping',
  card: {
    title: 'Retaining Walls',
    description:
      'Stone, faced block, gabions or timber, built with a drain behind so the hill stays where it is.',
    icon: 'brick-wall',
  },
  sections: [
    {
      kind: 'prose',
      heading: 'Water pushes harder than soil',
      paragraphs: [
        'Nearly every garden wall that leans has the same fault: rain collects behind it and cannot leave. A cubic metre of wet clay weighs close to two tonnes. So behind ours there is clean stone, a perforated pipe at the foot and a membrane to keep silt out of both, and weep holes where the face allows.',
        'On the Malverns the ground changes in a few yards from loose granite scree to clay with boulders in it. We open a trial hole first; the footing is drawn for what comes up.',
      ],
    },
    {
      kind: 'points',
      heading: 'Ways to hold a bank',
      points: [
        {
          title: 'Natural stone',
          text: 'Laid dry for low walls, or faced on to a concrete core. Matched to your house or to the old walls in the lane.',
        },
        {
          title: 'Block and render, or brick',
          text: 'Reinforced blockwork with a finish you choose. Takes the least depth for its strength.',
        },
        {
          title: 'Gabions',
          text: 'Wire baskets of stone that drain by themselves. Good on banks near streams and where a lorry can reach.',
        },
        {
          title: 'Timber and sleepers',
          text: 'For low terraces and vegetable plots, quickly built and gentle to look at.',
        },
      ],
    },
    {
      kind: 'steps',
      heading: 'The order of work',
      steps: [
        {
          title: 'Survey',
          text: 'Levels, soil, trees, neighbours’ foundations, and whatever the top of the bank carries.',
        },
        {
          title: 'Engineering',
          text: 'A wall of more than about a metre, or one with a drive, a building or a road above it, is designed by a structural engineer before we price it.',
        },
        {
          title: 'Foundation and drain',
          text: 'Dug in short lengths where the bank is loose, concreted, and the pipe led to an outlet.',
        },
        {
          title: 'Wall and backfill',
          text: 'Built up in lifts with stone behind, then topsoil, steps and planting.',
        },
      ],
    },
    {
      kind: 'list',
      heading: 'Consents that may apply',
      isPlain: true,
      intro: 'We point them out at the first visit; the council or a surveyor has the last word.',
      items: [
        'Planning permission above 1 m beside a road, or 2 m elsewhere',
        'The Party Wall Act, when digging near a neighbour’s building or on the boundary line',
        'Listed buildings and conservation areas',
        'Highways approval, where a wall holds up a public road',
      ],
    },
  ],
}
