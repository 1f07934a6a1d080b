import type { Town } from './town.ts'

export const evesham: Town = {
  path: '/evesham',
  name: 'Evesham',
  county: 'Worcestershire',
  gridSquare: 'SP 03 43',
  latitude: 52.092,
  longitude: -1.947,
  chips: ['WR11', 'Vale of Evesham', 'Evesham', 'Badsey', 'Hampton', 'Bengeworth'],
  title: 'Garden & Landscaping Services Evesham',
  description:
    'Evesham garden maintenance and landscaping for WR11: Badsey, Hampton, Bengeworth and the Vale. Retaining walls, artificial grass, free quotes.',
  keywords: [
    'gardener Evesham',
    'landscaping Evesham',
    'retaining walls Evesham',
    'artificial grass Evesham',
    'garden maintenance Badsey',
  ],
  picture: 'evesham',
  hero: {
    subtitle: 'Evesham and the Vale, WR11',
    title: 'Good ground deserves good work',
    description:
      'On market-garden soil inside the loop of the Avon we mow, plant, terrace and scrub for homes, farms and firms.',
  },
  updated: '2026-11-16',
  intro: {
    heading: 'Inside the bend of the Avon',
    paragraphs: [
      'For generations the Vale sent asparagus, sprouts, onions and plums to the cities, and plenty of Evesham back gardens are former growers’ ground: dark, worked over and rich enough to grow a hedge out of hand in two summers. Blossom comes early, usually by late March, and so does the frost that follows it down off the Cotswold edge.',
      'The river wraps three sides of the town. In July 2007 it reached streets that had forgotten it could, and riverside owners still think in terms of what may stand under water. We lay permeable surfaces there, raise electrics and planters, and avoid bark that floats off.',
      'Away from the water there is more slope than visitors expect. Greenhill and the upper roads of Hampton and Bengeworth fall sharply, so a lawn is often a bank in disguise until it is given a step.',
    ],
  },
  services: {
    domestic:
      'Vigorous hedges held in check, vegetable patches dug over for people with sore backs, and old greengages given air and light after picking.',
    groundsMaintenance:
      'Packhouses, glasshouse sites, farm shops and holiday parks around WR11, cut early in the day so that customers and forklifts have the yard.',
    landscaping:
      'Retaining walls in red brick or Cotswold stone to win a flat lawn, then turf, or artificial grass where children and footballs have finished the last one.',
    pressureWashing:
      'Flood line, blossom and diesel: we have methods for each. Yards can be degreased, patios washed more gently, and the run-off kept out of surface drains.',
  },
  alsoHere: ['/landscaping/retaining-walls', '/landscaping/astro-installation'],
  whyChooseUs: [
    {
      title: 'Local team',
      text: 'Around Badsey one plot can be light at the gate and heavy at the far hedge. We dig a test hole, and ask the grower next door, before we guess.',
    },
    {
      title: 'Fully insured',
      text: 'Deep footings turn up pipes and cables that no plan shows. Damage by our machines is a matter for our insurer, not for you.',
    },
    {
      title: 'Quality guaranteed',
      text: 'Footings and drains are out of sight afterwards, so look at them with us before they are covered. If a joint opens, ring and we repair it.',
    },
    {
      title: 'Reliable and punctual',
      text: 'The bridges clog at the school run and on blossom weekends. Appointments are given with that allowed for.',
    },
  ],
  coverage: {
    heading: 'From Hampton to the Littletons',
    text: 'Both sides of the river: the old town and Greenhill, Bengeworth over the bridge, Hampton on its rise, then out across the flat to Badsey, Bretforton, Offenham, Harvington and the Littletons. Anywhere with a WR11 postcode is an ordinary working day for us.',
  },
  closing: {
    heading: 'Ready when the ground is',
    text: 'Building goes best here from August to November. Ask in spring and there is time for a drawing, a fixed figure and a date you can plan around.',
  },
}
