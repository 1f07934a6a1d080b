import type { Town } from './town.ts'

export const pershore: Town = {
  path: '/pershore',
  name: 'Pershore',
  county: 'Worcestershire',
  gridSquare: 'SO 94 45',
  latitude: 52.11,
  longitude: -2.076,
  chips: ['WR10', 'Vale of Evesham', 'Pershore'],
  title: 'Garden & Landscaping Services Pershore',
  description:
    'Gardeners in Pershore and the WR10 villages: walled gardens, plum trees, paddocks, garden design and build, patios and stone cleaning. Free quotes.',
  keywords: [
    'gardener Pershore',
    'landscaping Pershore',
    'garden design and build Pershore',
    'fruit tree pruning Pershore',
    'patio cleaning WR10',
  ],
  picture: 'pershore',
  hero: {
    subtitle: 'Pershore and WR10',
    title: 'Plum country, long gardens',
    description:
      'Behind the Georgian fronts and out beneath Bredon Hill, gardens tended with the fruit in mind.',
  },
  updated: '2026-11-16',
  intro: {
    heading: 'A town that takes growing seriously',
    paragraphs: [
      'Pershore gave its name to two plums, the Yellow Egg and the Purple, and holds a festival for them every August. There is a horticultural college at its edge and a grower down most lanes. Nobody here is impressed by a gardener who prunes stone fruit in January.',
      'The town stands on a gravel terrace above the Avon, light and quick to warm. Go a mile in most directions and the gravel gives out on to blue-grey Lias clay, sticky enough to pull a boot off. Houses along Bridge Street have long walled strips running to the water, where the far end may stand under water in winter and is happiest as meadow.',
      'South of the river, under Bredon Hill, the villages turn to stone, timber and thatch. Their gardens want low walls, old roses and restraint.',
    ],
  },
  services: {
    domestic:
      'Plums and damsons pruned in high summer, cordons on old brick walls retied, herbaceous beds split in October and lawns mown round the windfalls.',
    groundsMaintenance:
      'Village greens, the grass round almshouses, glebe and paddock: cut by hand mower or by tractor, whichever the gate and the ground permit.',
    landscaping:
      'Design and build for the long town plots: a terrace by the house, a working middle with raised beds, then a mown path through rough grass to the river.',
    pressureWashing:
      'Cotswold-type limestone and soft handmade brick get a fan spray and a brush. Concrete yards and tarmac drives can take the full machine.',
  },
  alsoHere: ['/landscaping/complete-landscaping-solution'],
  whyChooseUs: [
    {
      title: 'Local team',
      text: 'Gravel at one end of a lane and Lias clay at the other: we dig a spit of your soil before we suggest what to plant in it.',
    },
    {
      title: 'Fully insured',
      text: 'Georgian garden walls are tall, thin and often shared. Work beside them is covered, and propped where it has to be.',
    },
    {
      title: 'Quality guaranteed',
      text: 'Trees and shrubs we plant are watered in, staked and named on a list. A failure that is our fault is replaced next planting season.',
    },
    {
      title: 'Reliable and punctual',
      text: 'When the Avon is over the road at Eckington we go the long way round. It takes more time, so we leave sooner.',
    },
  ],
  coverage: {
    heading: 'Pershore, the Avon villages and Bredon Hill',
    text: 'Within WR10 we visit the town, Wick, Pinvin and Wyre Piddle, Fladbury up the river, Drakes Broughton on the Worcester side, and the hill villages of Elmley Castle and Great Comberton. The western half of the Vale of Evesham is all home ground.',
  },
  closing: {
    heading: 'Walk the garden with us',
    text: 'Half an hour along your borders tells us more than an email could. Choose a morning; afterwards the quote comes with each part priced apart.',
  },
}
