import type { ServicePage } from '../page.ts'

export const patios: ServicePage = {
  path: '/landscaping/patios',
  name: 'Patios',
  menuLine: 'Sandstone, porcelain and brick on a proper base',
  title: 'Patios and Paving in Stone and Porcelain',
  description:
    'Sandstone, porcelain, brick and block patios laid on a full base with falls for rain, in Worcestershire and Herefordshire. Fixed price after a visit.',
  keywords: [
    'patios Worcester',
    'patio laying Herefordshire',
    'sandstone paving',
    'porcelain patio',
    'block paving Worcestershire',
  ],
  picture: 'patios',
  hero: {
    subtitle: 'Patios',
    title: 'Level underfoot, dry after rain',
    description:
      'Stone, porcelain or brick, laid on a full bed with the fall planned before the first slab goes down.',
  },
  updated: '2026-11-16',
  group: 'landscaping',
  enquiryService: 'Landscaping',
  card: {
    title: 'Patios',
    description:
      'Sandstone, porcelain and brick laid to a fall on a deep base, in the part of the garden that gets your sun.',
    icon: 'layers',
  },
  sections: [
    {
      kind: 'points',
      heading: 'Choosing the surface',
      points: [
        {
          title: 'Sandstone',
          text: 'Warm, varied and easy to cut round a curve. It takes on algae in shade, so it likes a wash each spring.',
        },
        {
          title: 'Porcelain',
          text: 'Even, hard and nearly waterproof. Each slab is primed underneath and bedded fully, because nothing else sticks to it.',
        },
        {
          title: 'Brick and clay pavers',
          text: 'The natural neighbour of a Worcestershire brick house, good for paths, edges and small yards.',
        },
        {
          title: 'Gravel and stepping stones',
          text: 'Drains by itself, costs least and can be lifted again. Best with a firm edge so it stays where it is put.',
        },
      ],
    },
    {
      kind: 'steps',
      heading: 'From lawn to terrace',
      steps: [
        {
          title: 'Set out',
          text: 'String lines and levels first. The finished surface stays at least 150 mm below the damp-proof course and falls away from the house.',
        },
        {
          title: 'Dig',
          text: 'Turf and soft clay out, pipes and cables looked for, spoil carried off or used to shape a bed.',
        },
        {
          title: 'Base',
          text: 'Membrane and crushed stone, compacted in layers. On shrinkable clay we go deeper.',
        },
        {
          title: 'Lay and point',
          text: 'Full mortar bed, joints to suit the stone, cuts kept to the edges where they show least.',
        },
      ],
    },
    {
      kind: 'prose',
      heading: 'Getting size and place right',
      paragraphs: [
        'A table for six with chairs pushed back needs about three and a half metres each way. People often ask for less and wish they had not. Nor must a patio touch the back door: if the sun is at the far end of the garden after five o’clock, a path and a smaller terrace there may be used more.',
        'Rain has to end up on your own ground. A planted strip or a gravel margin takes most of it, and a linear drain to a soakaway takes the rest where the soil lets water through.',
      ],
    },
    {
      kind: 'list',
      heading: 'Also part of the job',
      items: [
        'Steps, ramps and thresholds without a trip edge',
        'Manhole covers recessed and paved to match',
        'Edging in brick, setts or steel',
        'Ducts left under the slabs for lights or water',
      ],
    },
  ],
}
