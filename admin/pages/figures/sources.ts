// Normalises the sources of enquiries: google, google.com and www.google.co.uk are all Google.
import { enteredVia } from '#schemas/entered-enquiry.ts'

interface Family {
  name: string
  /** Values of `utm_source`. */
  tags: string[]
  /** The domain without subdomain and top-level domain. */
  sites: string[]
}

const families: Family[] = [
  { name: 'Google', tags: ['google', 'googleads', 'google-ads', 'gmb'], sites: ['google'] },
  { name: 'Bing', tags: ['bing'], sites: ['bing'] },
  { name: 'Facebook', tags: ['facebook', 'fb', 'meta'], sites: ['facebook'] },
  { name: 'Instagram', tags: ['instagram', 'ig'], sites: ['instagram'] },
  { name: 'DuckDuckGo', tags: ['duckduckgo'], sites: ['duckduckgo'] },
  { name: 'Yahoo', tags: ['yahoo'], sites: ['yahoo'] },
  { name: 'Nextdoor', tags: ['nextdoor'], sites: ['nextdoor'] },
  { name: 'Checkatrade', tags: ['checkatrade'], sites: ['checkatrade'] },
  { name: 'X', tags: ['x', 'twitter', 't.co', 'x.com'], sites: ['twitter'] },
  { name: 'LinkedIn', tags: ['linkedin', 'lnkd.in'], sites: ['linkedin'] },
  { name: 'YouTube', tags: ['youtube', 'youtu.be'], sites: ['youtube'] },
]

/** Facebook is among the families. */
const { facebook: _, ...entered } = enteredVia
const plain: Record<string, string> = { direct: 'Direct', unknown: 'Unknown', ...entered }

/** The display name; an unknown source keeps its own. */
export function sourceName(source: string): string {
  const family = families.find(({ tags, sites }) => {
    return tags.includes(source) || sites.some((site) => isSite(source, site))
  })
  return family?.name ?? plain[source] ?? source.replace(/^(?:www|m|l|lm)\./, '')
}

const isSite = (source: string, site: string) =>
  source.startsWith(`${site}.`) || source.includes(`.${site}.`)

/** Sums the counts per display name, highest first. */
export function mergeSources(sources: { name: string; count: number }[]) {
  const sums = new Map<string, number>()
  for (const { name, count } of sources) {
    sums.set(sourceName(name), (sums.get(sourceName(name)) ?? 0) + count)
  }
  return [...sums]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
}

/** Conditions of the table API for an `or` filter that matches every source with this display name. */
export function sourceConditions(place: string): string[] {
  const family = families.find(({ name }) => name === sourceName(place) || name === place)
  if (!family) {
    const own = Object.entries(plain).find(([, name]) => name === place)?.[0] ?? place
    return ['', 'www.', 'm.', 'l.', 'lm.'].map((prefix) => `source.eq."${escaped(prefix + own)}"`)
  }
  return [
    ...family.tags.map((tag) => `source.eq."${tag}"`),
    ...family.sites.flatMap((site) => [`source.like."${site}.%"`, `source.like."%.${site}.%"`]),
  ]
}

const escaped = (text: string) => text.replace(/[\\"]/g, '\\$&')
