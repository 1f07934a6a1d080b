// The service tree: menus, overview cards, footer and sitemap all follow this order.
import type { ServiceGroup, ServicePage } from '../page.ts'
import { domestic } from './domestic.ts'
import { oneOffGardenTidyUp } from './one-off-garden-tidy-up.ts'
import { regularMaintenance } from './regular-maintenance.ts'

const domesticPages = [regularMaintenance, oneOffGardenTidyUp]

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
]

export const allServicePages: readonly ServicePage[] = serviceGroups.flatMap((group) => [
  group.overview,
  ...group.children,
])
