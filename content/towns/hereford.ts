import type { Town } from './town.ts'

export const hereford: Town = {
  path: '/hereford',
  name: 'Hereford',
  county: 'Herefordshire',
  gridSquare: 'SO 51 40',
  latitude: 52.056,
  longitude: -2.716,
  chips: ['HR1', 'HR2', 'HR4', 'Herefordshire'],
  title: 'Garden & Landscaping Services Hereford',
  description:
    'Garden care, grounds maintenance, tree surgery and landscaping in Hereford and the villages of HR1, HR2 and HR4. Ask for a free, fixed quote.',
  keywords: [
    'gardener Hereford',
    'landscaping Hereford',
    'tree surgery Hereford',
    'grounds maintenance Herefordshire',
    'driveway cleaning Hereford',
  ],
  picture: 'hereford',
  hero: {
    subtitle: 'Hereford, HR1, HR2 and HR4',
    title: 'Red earth, old apple trees',
    description:
      'Lawns, orchards, estates and stonework around the Wye, looked after in every season.',
  },
  updated: '2026-11-16',
  intro: {
    heading: 'What Hereford soil gives, and takes back',
    paragraphs: [
      'Herefordshire’s colour comes from the Old Red Sandstone. It weathers to a deep, silty red loam that suits cider apples, hops and grass, and for the same reason suits docks and couch. It also slumps. Walked on when wet it sets like a brick, so we stay off the beds between Christmas and the first dry wind of March.',
      'The Wye loops through the middle, the Lugg comes in from the north east, and both spread over their meadows most winters. Lawns near Bishop’s Meadow or out at Lugwardine may need silt brushed off and a dressing of seed afterwards.',
      'Many gardens here still hold the remains of an orchard. A leaning Bramley or a perry pear taller than the house deserves a careful saw rather than a quick one.',
    ],
  },
  services: {
    domestic:
      'Family plots in Tupsley, bungalows in Belmont, cottage gardens out towards Madley: mown, edged, pruned and put to bed for the winter.',
    groundsMaintenance:
      'Business parks at Rotherwas, parish fields, care homes and churchyards, with tree surgery on the same programme, from dying ash beside a lane to mistletoe-laden limes.',
    landscaping:
      'Terraces in warm sandstone, orchard fences in cleft oak or chestnut, and drives regraded so that storm water runs off to grass and not to the garage.',
    pressureWashing:
      'Red silt stains everything it settles on. We rinse it from paths and patios after high water, and lift lichen from slabs on the shady side.',
  },
  alsoHere: ['/grounds-maintenance/tree-surgery'],
  whyChooseUs: [
    {
      title: 'Local team',
      text: 'Blossom time, hop picking and cider harvest fill these lanes with trailers. We know it, live with it and set out early.',
    },
    {
      title: 'Fully insured',
      text: 'Climbing, felling and chipping carry risk, most of all near a road or a roof. It is our policy that answers for it, not your household one.',
    },
    {
      title: 'Quality guaranteed',
      text: 'We walk the finished work with you. What falls short of the written list is done again at our cost.',
    },
    {
      title: 'Reliable and punctual',
      text: 'There are few bridges and plenty of traffic. Jobs north and south of the river get separate days, so nobody waits on a queue at Greyfriars.',
    },
  ],
  coverage: {
    heading: 'The city and the country round it',
    text: 'HR1 for Aylestone Hill, Tupsley and the Lugg villages; HR2 for Belmont, Redhill and the road south; HR4 for Whitecross, Kings Acre and west along the Wye. Further out in Herefordshire, larger jobs are worth the drive, so do ask.',
  },
  closing: {
    heading: 'Begin with a visit',
    text: 'Tell us whether it is a hedge, a field or a whole garden. We come out, look at the trees as well as the ground, and put a figure in writing.',
  },
}
