// The names that a field may hold: pictures, pages, services and towns that exist.
import { nameOfDocument, serviceGroupsIn } from './document-names.ts'
import { slugOf, textIn } from './documents.ts'
import { labelOf } from './labels.ts'
import type { Path } from './values.ts'

export interface Option {
  value: string
  label: string
}

type Bodies = ReadonlyMap<string, unknown>

export function optionsAt(bodies: Bodies, key: string, path: Path): Option[] | undefined {
  const names = path.filter((name) => typeof name === 'string')
  const name = names.at(-1) ?? ''
  if (['picture', 'before', 'after'].includes(name)) {
    return Object.keys(bodies.get('pictures') ?? {}).map((picture) => ({
      value: picture,
      label: labelOf(picture),
    }))
  }
  // At the top of a document it is the page's own address.
  if ((name === 'path' && path.length > 1) || name === 'paths' || key === 'redirects') {
    return pageOptions(bodies)
  }
  if (key.startsWith('towns/') && name === 'services' && path.length === 1) {
    return serviceGroupsIn(bodies).map(({ overview }) => ({
      value: overview,
      label: nameOfDocument(`services/${overview}`, bodies.get(`services/${overview}`)),
    }))
  }
  if (key === 'towns') return documentOptions(bodies, 'towns/')
  if (key === 'services' || name === 'without') return documentOptions(bodies, 'services/')
  if (key === 'navigation' && name === 'pages') return documentOptions(bodies, 'pages/')
  if (key === 'navigation' && name === 'group') {
    const overviews = serviceGroupsIn(bodies).map(({ overview }) => overview)
    return documentOptions(bodies, 'services/').filter(({ value }) => overviews.includes(value))
  }
  return undefined
}

/** All pages with an address of their own. */
export function pageOptions(bodies: Bodies): Option[] {
  return [...bodies].flatMap(([key, body]) => {
    const path = textIn(body, 'path')
    return path ? [{ value: path, label: nameOfDocument(key, body) }] : []
  })
}

function documentOptions(bodies: Bodies, start: string): Option[] {
  return [...bodies]
    .filter(([key]) => key.startsWith(start))
    .map(([key, body]) => ({ value: slugOf(key), label: nameOfDocument(key, body) }))
}
