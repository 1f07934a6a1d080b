import type { Town } from './town.ts'

export const ledbury: Town = {
  path: '/ledbury',
  name: 'Ledbury',
  county: 'Herefordshire',
  gridSquare: 'SO 71 37',
  latitude: 52.034,
  longitude: -2.424,
  chips: ['HR8', 'Ledbury', 'Herefordshire'],
  title: 'Garden & Landscaping Services Ledbury',
  description:
    'Ledbury gardening, tree surgery, paddock work and landscaping throughout HR8, from town courtyards to hop-yard villages. Free quote after a visit.',
  keywords: [
    'gardener Ledbury',
    'landscaping Ledbury',
    'tree surgery Ledbury',
    'paddock topping HR8',
    'stone cleaning Ledbury',
  ],
  picture: 'ledbury',
  hero: {
    subtitle: 'Ledbury and HR8',
    title: 'Courtyards, orchards and woods',
    description:
      'A market house on posts, farms all about it and oak woods behind: each asks for a different sort of gardener.',
  },
  updated: '2026-11-16',
  intro: {
    heading: 'Narrow plots and wide orchards',
    paragraphs: [
      'Step through a passage beside one of Ledbury’s black-and-white fronts and you are on a medieval plot: a cart’s width across and as long as a cricket pitch or three. They were laid out for pigs and beans. Now they hold a bistro table, a fig and far too much ivy, and whatever goes in or out has to come past the front door.',
      'Behind the church the land climbs through limestone to Dog Hill and Frith Wood, and gardens up there are thin, bright and alkaline, with cowslips in the turf if you let them. West of the High Street everything softens into the Leadon valley, where red marl carries cider fruit at Much Marcle and hop yards round Bosbury.',
      'We bring different kit to each end: barrows, hand shears and patience for the lanes, the tractor for the farms.',
    ],
  },
  services: {
    domestic:
      'Wisteria on timber frames tied clear of the gutters, courtyard pots fed and turned, and one-off rescues for cottages let to weekenders.',
    groundsMaintenance:
      'Orchard alleys topped, wedding barns spruced up for Saturdays, and tree surgery where beech and ash lean out of the woods over somebody’s roof.',
    landscaping:
      'Setts, reclaimed brick and limestone that suit a conservation area; gravel gardens for the dry bank; cleft gates for drives out past Eastnor.',
    pressureWashing:
      'Next to oak frames and lime plaster we turn the pressure right down. Farm aprons, caravan stands and tarmac get the stronger wash they need.',
  },
  alsoHere: ['/grounds-maintenance/tree-surgery'],
  whyChooseUs: [
    {
      title: 'Local team',
      text: 'Ask us about Church Lane and we will tell you its width in wheelbarrows. Knowing that beforehand saves an afternoon.',
    },
    {
      title: 'Fully insured',
      text: 'Listed walls, cobbles, holiday guests wandering through: while we are on site the risk is ours, and it is insured.',
    },
    {
      title: 'Quality guaranteed',
      text: 'You pay for a garden that matches the drawing. Until it does, the snagging list stays open and so does our diary.',
    },
    {
      title: 'Reliable and punctual',
      text: 'Stalls stand under the Market House on market days, so skips and deliveries are booked around them and confirmed with you the evening before.',
    },
  ],
  coverage: {
    heading: 'HR8, hill to valley',
    text: 'Ledbury town, Wellington Heath and Eastnor on the high side; Bosbury and the Frome lanes northward; Much Marcle and the orchards to the south west. If your Herefordshire village lies between us and the Wye, send its postcode and we will say honestly whether we can serve it well.',
  },
  closing: {
    heading: 'Talk it over by the gate',
    text: 'An orchard, a yard the size of a carpet, a beech you worry about in gales. Describe it in your own words and we arrange a time to see it.',
  },
}
