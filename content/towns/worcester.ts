import type { Town } from './town.ts'

export const worcester: Town = {
  path: '/worcester',
  name: 'Worcester',
  county: 'Worcestershire',
  gridSquare: 'SO 84 54',
  latitude: 52.193,
  longitude: -2.221,
  chips: ['WR1', 'WR2', 'WR3', 'WR4', 'WR5', 'St Johns', 'Barbourne', 'Rainbow Hill', 'Perdiswell'],
  title: 'Garden & Landscaping Services Worcester',
  description:
    'Gardeners and landscapers in Worcester, WR1 to WR5: regular visits, grounds work, patios, artificial grass and pressure washing. Free quotes.',
  keywords: [
    'gardener Worcester',
    'landscaping Worcester',
    'artificial grass Worcester',
    'grounds maintenance Worcester',
    'pressure washing Worcester',
  ],
  picture: 'worcester',
  hero: {
    subtitle: 'Worcester, WR1 to WR5',
    title: 'Gardens on both banks of the Severn',
    description:
      'From terraces off Barbourne Road to new plots out at Warndon, kept, built and cleaned by a team from round the corner.',
  },
  updated: '2026-11-16',
  intro: {
    heading: 'A city of red clay and river silt',
    paragraphs: [
      'Dig almost anywhere in Worcester and the spade comes up red. The Mercian mudstone under the city makes a heavy, fertile clay that lies wet all winter and cracks by midsummer. Down by the Severn, below Diglis and along Pitchcroft, the soil turns to silt, and low gardens have to reckon with the river coming up to visit.',
      'That decides a good deal of what we suggest. On the clay we spike lawns in autumn, mulch early and lay patios on a proper depth of stone. Near the water we choose planting that can stand a week with wet feet, and fix nothing down that a flood would lift.',
      'The houses matter as well. A Victorian yard in St Johns with no way in except the hall asks for other tools than a corner plot in Warndon Villages, and we would rather see the access before we name a price.',
    ],
  },
  services: {
    domestic:
      'Weekly mowing for family lawns in Battenhall, a monthly hand for courtyard pots off Foregate Street, or one big clear-out behind a let terrace in St Johns.',
    groundsMaintenance:
      'Office parks by the motorway at Warndon, school fields, managed flats along the river: verges, car parks and shrub beds cut to a programme you can check.',
    landscaping:
      'Design and build for small city gardens: porcelain or sandstone underfoot, raised beds where the clay beats you, and artificial grass for shaded yards where turf never takes.',
    pressureWashing:
      'North-facing terraces under street trees go green by February. We lift algae off slabs, drives and brick paths and brush fresh sand into the joints.',
  },
  alsoHere: ['/landscaping/astro-installation', '/landscaping/complete-landscaping-solution'],
  whyChooseUs: [
    {
      title: 'Local team',
      text: 'This is our own city. We know which streets need a permit for the van, and when race days at Pitchcroft will hold it up.',
    },
    {
      title: 'Fully insured',
      text: 'Terraced gardens share walls, drains and passageways. Our insurance covers next door as well as you while we dig and build.',
    },
    {
      title: 'Quality guaranteed',
      text: 'Paving laid on Worcester clay moves if the base is thin. If anything we built settles or lifts, we return and relay it.',
    },
    {
      title: 'Reliable and punctual',
      text: 'We plan routes around the bridge, which is slow at school time, so that the hour we gave you is the hour we arrive.',
    },
  ],
  coverage: {
    heading: 'Across the city, from WR1 to WR5',
    text: 'We work in all five city districts: the centre and the riverside, St Johns and the west bank, Barbourne and Perdiswell to the north, Rainbow Hill and Warndon to the east, and south through Battenhall to Kempsey. Hallow, Powick and Claines are on our rounds too.',
  },
  closing: {
    heading: 'Tell us about your Worcester garden',
    text: 'Two lines and a postcode are enough to begin. We come and look, measure, and send a fixed price.',
  },
}
