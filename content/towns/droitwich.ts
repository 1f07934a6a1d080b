import type { Town } from './town.ts'

export const droitwich: Town = {
  path: '/droitwich',
  name: 'Droitwich',
  county: 'Worcestershire',
  gridSquare: 'SO 89 63',
  latitude: 52.267,
  longitude: -2.153,
  chips: ['WR9', 'Droitwich Spa', 'Wychbold'],
  title: 'Garden & Landscaping Services Droitwich',
  description:
    'Droitwich Spa gardeners for WR9 and Wychbold: regular visits, estates and verges, artificial grass, patios, fencing and drive cleaning. Free quotes.',
  keywords: [
    'gardener Droitwich',
    'landscaping Droitwich Spa',
    'artificial grass Droitwich',
    'fencing Droitwich',
    'gardener Wychbold',
  ],
  picture: 'droitwich',
  hero: {
    subtitle: 'Droitwich Spa, WR9',
    title: 'Tidy plots in a salt town',
    description:
      'Estate gardens, canalside lawns and village hedges from Wychbold to Ombersley, kept or rebuilt.',
  },
  updated: '2026-11-16',
  intro: {
    heading: 'Brine below, clay on top',
    paragraphs: [
      'Droitwich was built on salt. Brine was pumped from beneath the streets for centuries, and parts of the centre sank and tilted as a result, which is why some shopfronts on the High Street lean. Gardens are seldom troubled by it today, yet it is a reason to ask questions before setting a heavy wall on made ground.',
      'What most owners do meet is stiff red clay, Keuper marl in the older books, and lawns squeezed between fences on estates laid out when the town grew in the nineteen-sixties and seventies. Turf over builder’s fill goes mossy, shrubs planted then have reached the gutters, and the original panels are on their last winter.',
      'Beside the restored canal and the little River Salwarpe the ground lies lower and damper. Willows and dogwoods like it there; box and lavender do not.',
    ],
  },
  services: {
    domestic:
      'A fortnightly round for estate lawns, conifer hedges taken down in stages, or a front garden made easy for knees that no longer bend.',
    groundsMaintenance:
      'Verges, cut-throughs and parking courts on the newer developments around WR9, and trading estates near the M5 that open before eight.',
    landscaping:
      'Square plots with a worn-out lawn are where artificial grass makes most sense. Add new closeboard, a path in brick and a bed with some depth to it.',
    pressureWashing:
      'Block-paved drives from the eighties come up surprisingly red. We wash, let them dry, sweep kiln-dried sand between the blocks and offer a sealer.',
  },
  alsoHere: ['/landscaping/astro-installation'],
  whyChooseUs: [
    {
      title: 'Local team',
      text: 'Droitwich is straight up the A38 for us. A job by Vines Park and another in Wychbold fit into one morning, which keeps small visits affordable.',
    },
    {
      title: 'Fully insured',
      text: 'On close-built roads a strimmer line can find a windscreen. Cars, conservatories and passers-by are all within our cover.',
    },
    {
      title: 'Quality guaranteed',
      text: 'Seams, edges and gateposts are where cheap jobs show first. Those are the spots we check a second time, and the ones we stand behind.',
    },
    {
      title: 'Reliable and punctual',
      text: 'Estate rounds keep the same weekday from April until the clocks change. You always know which morning to unlock the side gate.',
    },
  ],
  coverage: {
    heading: 'WR9 and its villages',
    text: 'We cover Droitwich Spa itself, out to Wychbold and Rashwood, east for Hanbury, and west through Salwarpe as far as Ombersley. Towpath properties with no road behind them are no trouble: we carry in what we need.',
  },
  closing: {
    heading: 'A price for your Droitwich plot',
    text: 'Say how big it is, what annoys you about it and when you are at home. You hear from us within 24 hours, and the visit costs nothing.',
  },
}
