// How the dashboard names fields, kinds and options.
import { dayNames } from '#content/opening-hours.ts'
import { type Wording, wordings } from './field-wordings.ts'

/** Titles and texts inside a list are those of a point, not of the page. */
const pointLists = ['points', 'steps', 'claims', 'whyChooseUs', 'cards']

export function wordingOf(key: string, path: readonly (string | number)[]): Wording {
  const names = path.filter((name) => typeof name === 'string')
  const name = names.at(-1) ?? ''
  const parent = names.at(-2) ?? key.split('/')[0] ?? ''
  const grand = names.at(-3) ?? ''
  if (name === 'title' && pointLists.includes(parent))
    return wordings['point.title'] ?? { label: '' }
  return (
    wordings[`${parent}.${name}`] ??
    wordings[`${grand}.${name}`] ??
    wordings[name] ?? { label: labelOf(name) }
  )
}

/** "priceDependsOn" → "Price depends on". What has capitals, spaces or slashes is in words already. */
export function labelOf(name: string): string {
  if (/^[A-Z]|[\s/]/.test(name)) return name
  const words = name
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const kindNames: Record<string, string> = {
  prose: 'Text',
  list: 'List',
  points: 'Points',
  steps: 'Steps',
  schedule: 'Schedule',
  cutaway: 'Cutaway',
  comparison: 'Comparison',
  groups: 'All service groups',
  group: 'One service group',
  towns: 'All towns',
  pages: 'Chosen pages',
  left: 'Left of the text',
  wide: 'Across the page',
  margin: 'In the right margin',
  ground: 'Without a frame',
  ...dayNames,
}

export const optionName = (option: string) => kindNames[option] ?? labelOf(option)

const technical = new Set([
  ...['keywords', 'canonical', 'icon', 'layout', 'path', 'updated', 'reviewWords', 'opensWith'],
  ...['gridSquare', 'latitude', 'longitude', 'formAtFoot', 'hasCookieSettings', 'isPlain'],
  ...['enquiryService', 'alsoOnCards', 'areaLabel'],
])

/** Decided when the picture is made, or shown in another way. */
const fixedParts = new Set(['family', 'shape', 'upload', 'zoom'])

export function isHidden(key: string, path: readonly (string | number)[]): boolean {
  return key === 'pictures' && fixedParts.has(String(path.at(-1)))
}

/** Fields that few owners need: they are under “More settings”. */
export function isTechnical(key: string, path: readonly (string | number)[]): boolean {
  const name = String(path.at(-1))
  if (name === 'map' && key.startsWith('towns/')) return true
  // In a list of links, the path is what is chosen.
  return technical.has(name) && !(name === 'path' && path.length > 1)
}
