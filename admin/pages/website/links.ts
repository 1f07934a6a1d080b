// Links between documents, for when a page moves or goes.
import type { Coverage } from '#content/coverage.ts'
import type { DraftState } from './site.ts'
import { isSame } from './values.ts'

/** A draft to save. */
export interface Change {
  key: string
  state: DraftState
  body: unknown
}

type Bodies = ReadonlyMap<string, unknown>

/** Every link to the old address leads to the new one, and visitors of the old address are sent on. */
export function movePage(bodies: Bodies, from: string, to: string, hasVisitors = true): Change[] {
  return [
    ...changesOf(bodies, (body) => relink(body, from, to)),
    redirectChange(bodies, { from, to, hasVisitors }),
  ]
}

/** Links to the page are taken out of lists, and its visitors are sent elsewhere. */
export function dropPage(
  bodies: Bodies,
  key: string,
  target: string,
  {
    leftTown,
    published = {},
    hasVisitors = true,
  }: {
    /** Whose postcodes are no longer served. */
    leftTown?: string | undefined
    /** The coverage as visitors know it. */
    published?: Coverage
    hasVisitors?: boolean
  } = {},
): Change[] {
  const slug = key.split('/')[1] ?? ''
  const path = (bodies.get(key) as { path?: string } | undefined)?.path ?? ''
  const rest = new Map([...bodies].filter(([other]) => other !== key))
  const collection = key.split('/')[0]
  return [
    { key, state: 'removed', body: null },
    ...changesOf(rest, (body, other) => {
      if (other === 'coverage' && leftTown !== undefined) {
        return withoutTown(body as Coverage, leftTown, published)
      }
      const unlinked = unlink(body, path)
      const isOrder = other === collection || (other === 'navigation' && collection === 'services')
      return isOrder ? withoutSlug(unlinked, slug) : unlinked
    }),
    redirectChange(bodies, { from: path, to: target, hasVisitors }),
  ]
}

/** A page is to have this address: it leads nowhere else. */
export function freeAddress(bodies: Bodies, path: string): Change[] {
  const { [path]: found, ...rest } = (bodies.get('redirects') ?? {}) as Record<string, string>
  return found === undefined ? [] : [{ key: 'redirects', state: 'edited', body: rest }]
}

/** Where the old address leads, also when a redirect led to it already. */
function redirectChange(bodies: Bodies, { from, to, hasVisitors }: Redirect): Change {
  const redirects = (bodies.get('redirects') ?? {}) as Record<string, string>
  const kept = Object.entries(redirects)
    .filter(([old]) => old !== to)
    .map(([old, target]) => [old, target === from ? to : target])
  return {
    key: 'redirects',
    state: 'edited',
    body: { ...Object.fromEntries(kept), ...(hasVisitors && { [from]: to }) },
  }
}

interface Redirect {
  from: string
  to: string
  /** False: the address is only in a draft, and nobody knows it. */
  hasVisitors: boolean
}

function changesOf(bodies: Bodies, change: (body: unknown, key: string) => unknown): Change[] {
  return [...bodies]
    .filter(([key]) => key !== 'redirects' && key !== 'map')
    .map(([key, body]) => ({ key, before: body, body: change(body, key) }))
    .filter(({ before, body }) => !isSame(before, body))
    .map(({ key, body }) => ({ key, state: 'edited', body }))
}

/** A town that visitors never knew gives back the postcodes that it took from others. */
function withoutTown(coverage: Coverage, left: string, published: Coverage): Coverage {
  const taken = left in published ? [] : (coverage[left] ?? [])
  const others = Object.entries(coverage).filter(([town]) => town !== left)
  return Object.fromEntries(
    others.map(([town, codes]) => {
      const known = published[town] ?? []
      const kept = known.filter((code) => codes.includes(code) || taken.includes(code))
      return [town, [...kept, ...codes.filter((code) => !known.includes(code))]]
    }),
  )
}

/** With links to the new address. */
export function relink(value: unknown, from: string, to: string): unknown {
  if (value === from) return to
  return mapInside(value, (inner) => relink(inner, from, to))
}

/** Without entries of lists that lead there. */
export function unlink(value: unknown, path: string): unknown {
  if (Array.isArray(value)) {
    return value
      .filter((item) => item !== path && (item as { path?: string } | null)?.path !== path)
      .map((item) => unlink(item, path))
  }
  return mapInside(value, (inner) => unlink(inner, path))
}

/** Without the page of this name in orders and menus. */
export function withoutSlug(value: unknown, slug: string): unknown {
  if (Array.isArray(value)) {
    return value
      .filter((item) => item !== slug && (item as { overview?: string } | null)?.overview !== slug)
      .map((item) => withoutSlug(item, slug))
  }
  return mapInside(value, (inner) => withoutSlug(inner, slug))
}

function mapInside(value: unknown, change: (inner: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner)]))
}
