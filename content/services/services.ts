// The service tree: menus, overview cards, footer and sitemap all follow this order.
import type { ServiceGroup, ServicePage } from '../page.ts'
import { agentsLandlords } from './agents-landlords.ts'
import { astroInstallation } from './astro-installation.ts'
import { completeLandscapingSolution } from './complete-landscaping-solution.ts'
import { domestic } from './domestic.ts'
import { fencing } from './fencing.ts'
import { gritting } from './gritting.ts'
import { groundsMaintenance } from './grounds-maintenance.ts'
import { housingEstates } from './housing-estates.ts'
import { landscaping } from './landscaping.ts'
import { oneOffGardenTidyUp } from './one-off-garden-tidy-up.ts'
import { patios } from './patios.ts'
import { pressureWashing } from './pressure-washing.ts'
import { regularMaintenance } from './regular-maintenance.ts'
import { retainingWalls } from './retaining-walls.ts'
import { sleeperInstallation } from './sleeper-installation.ts'
import { sportsPitches } from './sports-pitches.ts'
import { tractorWork } from './tractor-work.ts'
import { treeSurgery } from './tree-surgery.ts'

const domesticPages = [regularMaintenance, oneOffGardenTidyUp]

const groundsPages = [
  agentsLandlords,
  housingEstates,
  sportsPitches,
  treeSurgery,
  gritting,
  tractorWork,
]

const landscapingPages = [
  patios,
  fencing,
  astroInstallation,
  sleeperInstallation,
  retainingWalls,
  completeLandscapingSolution,
]

export const serviceGroups: readonly ServiceGroup[] = [
  {
    id: 'domestic',
    overview: domestic,
    children: domesticPages,
    cards: domesticPages,
    cardsIntro: {
      heading: 'Keep it up, or catch it up',
      text: 'Two ways to begin, depending on the state of the garden today.',
    },
  },
  {
    id: 'grounds-maintenance',
    overview: groundsMaintenance,
    children: groundsPages,
    cards: [...groundsPages, pressureWashing],
    cardsIntro: {
      heading: 'Take one part, or hand over the site',
      text: 'Each of these can be booked alone or written into a yearly programme.',
    },
  },
  {
    id: 'landscaping',
    overview: landscaping,
    children: landscapingPages,
    cards: landscapingPages,
    cardsIntro: {
      heading: 'What we build',
      text: 'Start with the piece you need most, or with a plan for all of it.',
    },
  },
  { id: 'pressure-washing', overview: pressureWashing, children: [], cards: [] },
]

export const allServicePages: readonly ServicePage[] = serviceGroups.flatMap((group) => [
  group.overview,
  ...group.children,
])
