// Advice to whoever writes: nothing here keeps a text from being published.
import type { Problem } from './check-firm.ts'
import type { Documents } from './documents.ts'
import type { ReviewRequest } from './review-request.ts'
import type { Town } from './town.ts'

/** More than this share of common five-word runs, and search engines take two pages for one. */
const maxShared = 0.2
/** Words that appear once are in few of them. */
const runLength = 5

export function findHints(documents: Documents): Problem[] {
  const towns = [...documents].filter(([key]) => key.startsWith('towns/')) as [string, Town][]
  return [
    ...repeatedHeads(documents),
    ...withoutName(towns),
    ...alike(towns),
    ...withoutReviewPage(documents),
  ]
}

function withoutReviewPage(documents: Documents): Problem[] {
  const request = documents.get('review-request') as ReviewRequest | undefined
  if (!request?.isOn || request.link) return []
  return [hint('review-request', ['link'], 'is empty: no customer is asked for a review')]
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
      if (other) hints.push(hint(key, [field], `is the same as that of ${other}`))
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

/** Compares every town with every other, and an owner may well have a hundred. */
function alike(towns: [string, Town][]): Problem[] {
  const owners = new Map<string, number[]>()
  const sizes = towns.map(([, town], at) => {
    const runs = new Set(runsOf(town))
    for (const run of runs) {
      const known = owners.get(run)
      if (known) known.push(at)
      else owners.set(run, [at])
    }
    return runs.size
  })
  const shared = towns.map(() => new Uint32Array(towns.length))
  for (const among of owners.values()) {
    for (const [index, at] of among.entries()) {
      const row = shared[at] as Uint32Array
      for (const other of among.slice(0, index)) row[other] = (row[other] ?? 0) + 1
    }
  }
  return towns.flatMap(([key], at) => {
    const shares = sizes.slice(0, at).map((size, other) => {
      const count = shared[at]?.[other] ?? 0
      return { other, share: count / Math.max(1, Math.min(size, sizes[at] ?? 1)) }
    })
    return shares
      .filter(({ share }) => share > maxShared)
      .map(({ other, share }) => {
        const percent = Math.round(share * 100)
        return hint(key, ['intro'], `${percent} % of its words are those of ${towns[other]?.[0]}`)
      })
  })
}

function runsOf({ intro, services, ground, whyChooseUs, coverage, closing }: Town): string[] {
  const copy = JSON.stringify([intro, services, ground.text, whyChooseUs, coverage, closing])
  const words = copy.toLowerCase().match(/[\p{L}\p{N}’'-]+/gu) ?? []
  return words.slice(0, 1 - runLength).map((_, at) => words.slice(at, at + runLength).join(' '))
}

const hint = (key: string, path: PropertyKey[], message: string): Problem => ({
  ...{ key, path, message },
  isHint: true,
})
