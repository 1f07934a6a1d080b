// What each document is called, the groups of the list, and the page that shows it.
import { paths } from '#schemas/paths.ts'
import { slugOf, textIn, textsIn } from './documents.ts'
import { labelOf } from './labels.ts'

const names: Record<string, string> = {
  company: 'Name and contact details',
  announcement: 'Announcement',
  answers: 'Answers to enquiries',
  'review-request': 'Requests for a review',
  hours: 'Opening hours',
  coverage: 'Postcodes served',
  trust: 'Promises to customers',
  'quote-steps': 'How a quote works',
  navigation: 'Footer',
  pictures: 'Pictures',
  look: 'Colours',
  mark: 'Logo',
  services: 'Order and groups of services',
  towns: 'Order of towns',
  redirects: 'Addresses that moved',
  map: 'Rivers and hills',
  'pages/home': 'Home',
  'pages/about': 'About us',
  'pages/contact': 'Contact',
  'pages/not-found': 'Page not found',
  'pages/privacy-policy': 'Privacy policy',
  'pages/terms': 'Terms',
}

export const nameOfDocument = (key: string, body: unknown) =>
  names[key] ?? (textIn(body, 'name') || labelOf(slugOf(key)))

export interface ListedDocument {
  key: string
  /** Under the overview page of its group. */
  isChild?: boolean
}

export interface DocumentGroup {
  name: string
  documents: ListedDocument[]
}

/** The documents in the order of the site. Those that only the product edits are left out. */
export function groupsOf(bodies: ReadonlyMap<string, unknown>): DocumentGroup[] {
  const listed = (keys: string[]) => keys.filter((key) => bodies.has(key)).map((key) => ({ key }))
  const pages = ['home', 'about', 'contact', 'privacy-policy', 'terms', 'not-found']
  return [
    { name: 'Company', documents: listed(['company', 'hours', 'coverage', 'announcement']) },
    { name: 'Pages', documents: listed(pages.map((page) => `pages/${page}`)) },
    { name: 'Services', documents: [...serviceTree(bodies), ...listed(['services'])] },
    {
      name: 'Towns',
      documents: [
        ...listed(textsIn(bodies.get('towns'), 'towns').map((slug) => `towns/${slug}`)),
        ...listed(['towns']),
      ],
    },
    {
      name: 'Site-wide texts',
      documents: listed([
        ...['trust', 'quote-steps', 'answers', 'review-request', 'navigation', 'redirects'],
      ]),
    },
    { name: 'Appearance', documents: listed(['pictures', 'mark', 'look']) },
  ]
}

function serviceTree(bodies: ReadonlyMap<string, unknown>): ListedDocument[] {
  return serviceGroupsIn(bodies).flatMap(({ overview, children }) =>
    [
      { key: `services/${overview}` },
      ...children.map((slug) => ({ key: `services/${slug}`, isChild: true })),
    ].filter(({ key }) => bodies.has(key)),
  )
}

export interface ServiceGroupEntry {
  overview: string
  children: string[]
}

export function serviceGroupsIn(bodies: ReadonlyMap<string, unknown>): ServiceGroupEntry[] {
  const { groups } = (bodies.get('services') ?? {}) as { groups?: unknown }
  if (!Array.isArray(groups)) return []
  return groups.map((group) => ({
    overview: textIn(group, 'overview') ?? '',
    children: textsIn(group, 'children'),
  }))
}

/** The page beside the editor. */
export function pageOf(key: string, body: unknown): string {
  const path = textIn(body, 'path')
  if (path?.startsWith('/')) return path
  if (key === 'hours') return `${paths.contact}#open-now`
  if (['company', 'coverage'].includes(key)) return paths.contact
  return key === 'pages/not-found' ? paths.notFound : paths.home
}
