// Advice to authors: nothing here keeps a text from being published.
import type { Announcement } from './announcement.ts'
import type { Problem } from './check-firm.ts'
import { dayOf } from './closures.ts'
import type { Documents } from './documents.ts'
import { longDate } from './long-date.ts'
import type { ReviewRequest } from './review-request.ts'
import type { Town } from './town.ts'

/** More than this share of common five-word runs, and search engines take two pages for one. */
const maxShared = 0.2
/** Words that appear once are in few of them. */
const runLength = 5
/** A run is compared with the first towns that have it: what all share is found with any of them. */
const maxOwners = 20
/** Some four hundred towns have as many; those after them are not compared. */
const maxRuns = 300_000

export function findHints(documents: Documents, now = new Date()): Problem[] {
  const towns = [...documents].filter(([key]) => key.startsWith('towns/')) as [string, Town][]
  return [
    ...repeatedHeads(documents),
    ...withoutName(towns),
    ...alike(towns),
    ...withoutReviewPage(documents),
    ...announcementDays(documents, now),
    ...unclosedBraces(documents),
    ...typedLinks(documents),
  ]
}

function withoutReviewPage(documents: Documents): Problem[] {
  const request = documents.get('review-request') as ReviewRequest | undefined
  if (!request?.isOn || request.link) return []
  return [hint('review-request', ['link'], 'is empty: no customer is asked for a review')]
}

/** The preview shows what visitors see today, and so no announcement of other days. */
function announcementDays(documents: Documents, now: Date): Problem[] {
  const { text, from, until } = (documents.get('announcement') ?? {}) as Announcement
  const today = dayOf(now)
  if (!text) return []
  if (until && until < today) {
    return [hint('announcement', ['until'], 'is past: visitors do not see the announcement')]
  }
  if (from && from > today) {
    const words = `is to come: neither visitors nor the preview show it before ${longDate(from)}`
    return [hint('announcement', ['from'], words)]
  }
  return []
}

/** A hint, because it may be in a text that is published: that one must not be left out for it. */
function unclosedBraces(documents: Documents): Problem[] {
  return ['answers', 'review-request'].flatMap((key) =>
    textsIn(documents.get(key)).flatMap(({ path, text }) => {
      const [found] = /\{[^{}]*(?=\{|$)/.exec(text) ?? []
      if (found === undefined) return []
      const start = found.split(/\s/)[0]
      return [hint(key, path, `“${start}” has no closing brace: customers would read it like this`)]
    }),
  )
}

/** Web addresses, paths and links as in Markdown, between other words. */
const typedLink =
  /(?<=^|[\s(])(?:https?:\/\/|www\.)\S+|\[[^[\]]+\]\([^()\s]+\)|(?<=[\s(])\/[a-z][\w/-]+/gi

function typedLinks(documents: Documents): Problem[] {
  const pages = [...documents].filter(([key]) =>
    /^(pages|services|towns)\/|^announcement$/.test(key),
  )
  return pages.flatMap(([key, body]) =>
    textsIn(body).flatMap(({ path, text }) => {
      const found = /\s/.test(text) ? (text.match(typedLink) ?? []) : []
      if (found.length === 0) return []
      const links = found.map((link) => `“${link}”`).join(' and ')
      const advice = 'Texts have no links: write where it is in the menu instead'
      return [hint(key, path, `visitors cannot press ${links}. ${advice}`)]
    }),
  )
}

function textsIn(
  value: unknown,
  path: PropertyKey[] = [],
): { path: PropertyKey[]; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    textsIn(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  )
}

/** Search results show title and description: twice the same says that one page is enough. */
function repeatedHeads(documents: Documents): Problem[] {
  const seen = new Map<string, string>()
  const hints: Problem[] = []
  for (const [key, body] of documents) {
    for (const field of ['title', 'description'] as const) {
      const text = (body as Record<string, unknown>)[field]
      if (typeof text !== 'string') continue
      const other = seen.get(`${field} ${text}`)
      seen.set(`${field} ${text}`, key)
      if (other)
        hints.push(hint(key, [field], `is the same as that of ${nameOf(documents, other)}`))
    }
  }
  return hints
}

function withoutName(towns: [string, Town][]): Problem[] {
  return towns
    .filter(([, { name, title, hero, intro }]) => {
      const headings = [title, hero.subtitle, hero.title, intro.heading]
      return !headings.some((heading) => heading.includes(name))
    })
    .map(([key, { name }]) => hint(key, ['intro', 'heading'], `no heading names ${name}`))
}

/**
 * Tells each town which earlier one it resembles most. Anyone on the staff can save thousands of towns
 * and each save compares them, so the work grows with their words and not with their pairs.
 */
function alike(towns: [string, Town][]): Problem[] {
  const owners = new Map<string, number[]>()
  const sizes: number[] = []
  const shared = new Uint32Array(towns.length)
  const hints: Problem[] = []
  let compared = 0
  for (const [at, [key, town]] of towns.entries()) {
    const runs = new Set(runsOf(town))
    sizes.push(runs.size)
    compared += runs.size
    if (compared > maxRuns) break
    shared.fill(0)
    for (const run of runs) {
      const known = owners.get(run) ?? []
      for (const other of known) shared[other] = (shared[other] ?? 0) + 1
      if (known.length === 0) owners.set(run, known)
      if (known.length < maxOwners) known.push(at)
    }
    const shareWith = (other: number) =>
      (shared[other] ?? 0) / Math.max(1, Math.min(sizes[other] ?? 1, runs.size))
    let nearest = 0
    for (let other = 1; other < at; other += 1) {
      if (shareWith(other) > shareWith(nearest)) nearest = other
    }
    if (at === 0 || shareWith(nearest) <= maxShared) continue
    const percent = Math.round(shareWith(nearest) * 100)
    const name = towns[nearest]?.[1].name
    hints.push(hint(key, ['intro'], `${percent} % of its words are those of the page on ${name}`))
  }
  return hints
}

function runsOf({ intro, services, ground, whyChooseUs, coverage, closing }: Town): string[] {
  const copy = JSON.stringify([intro, services, ground.text, whyChooseUs, coverage, closing])
  const words = copy.toLowerCase().match(/[\p{L}\p{N}’'-]+/gu) ?? []
  return words.slice(0, 1 - runLength).map((_, at) => words.slice(at, at + runLength).join(' '))
}

const nameOf = (documents: Documents, key: string) =>
  (documents.get(key) as { name?: string } | undefined)?.name ?? key

const hint = (key: string, path: PropertyKey[], message: string): Problem => ({
  ...{ key, path, message },
  isHint: true,
})
