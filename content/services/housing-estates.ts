import type { ServicePage } from '../page.ts'

export const housingEstates: ServicePage = {
  path: '/grounds-maintenance/housing-estates',
  name: 'Housing Estates',
  menuLine: 'Verges, play areas and shared green space',
  title: 'Grounds Maintenance for Housing Estates',
  description:
    'Verges, play areas, ponds and shared planting on housing estates in Worcestershire and Herefordshire, kept to a plan residents can see and check.',
  keywords: [
    'housing estate grounds maintenance',
    'residents management company gardening',
    'communal garden maintenance',
    'estate grass cutting Worcester',
    'play area grounds maintenance',
  ],
  picture: 'housing-estates',
  hero: {
    subtitle: 'Housing estates',
    title: 'Shared green, shared standards',
    description:
      'For residents’ companies, managing agents and housing associations who answer for what the service charge buys.',
  },
  updated: '2026-11-16',
  group: 'grounds-maintenance',
  enquiryService: 'Grounds Maintenance',
  card: {
    title: 'Housing Estates',
    description:
      'Verges, footpaths, young trees, ponds and play areas kept to a programme that residents can read.',
    icon: 'house',
  },
  sections: [
    {
      kind: 'prose',
      heading: 'Residents pay, so residents should see',
      paragraphs: [
        'Most complaints on an estate are about not knowing: when the verge is due, who cuts the bank behind the garages, why the meadow has been left. We mark every area on a map, give it a frequency, and leave the calendar with you to put on the noticeboard.',
        'New estates around Worcester, Droitwich and Hereford often hand over compacted clay with an inch of topsoil on it. Grass and whips struggle there for years. We say where loosening, compost or replacement is worth the money and where patience is cheaper.',
      ],
    },
    {
      kind: 'list',
      heading: 'Areas we look after',
      items: [
        'Verges, visibility splays and open lawns',
        'Shrub beds, hedges and entrance planting',
        'Young trees: ties, guards, watering in their first summers, formative pruning',
        'Footpaths, parking courts and the weeds in their joints',
        'Balancing ponds and swales, cut in rotation so that wildlife keeps a refuge',
        'Meadow strips, cut late with the hay taken off',
        'Litter and fly-tipping, picked up or reported',
      ],
    },
    {
      kind: 'points',
      heading: 'Working among front doors',
      points: [
        {
          title: 'Considerate hours',
          text: 'No engines early in the morning, and none beside bedrooms on a Saturday unless you ask for it.',
        },
        {
          title: 'Stones and windscreens',
          text: 'Strimming near parked cars is done with guards and by hand close in. If a stone does fly, we are insured and we own up.',
        },
        {
          title: 'Play areas',
          text: 'Grass, edges and litter kept safe for small feet. A loose bolt or a worn surface is reported to you the same day; inspections stay with your inspector.',
        },
      ],
    },
    {
      kind: 'prose',
      heading: 'When a committee changes contractor',
      paragraphs: [
        'We can start part-way through a season. A first walk-round records the state of every area with pictures, and the opening months may need more visits than the rest. That stands in the quote as its own line, so the yearly figure stays honest.',
      ],
    },
  ],
}
