// What a draft changes, in words: one line for each change, as the publish dialog and the history show it.
import { longDate } from '#content/long-date.ts'
import { labelOf, optionName, wordingOf } from './labels.ts'
import { isSame, type Path } from './values.ts'

export function describeChanges(key: string, before: unknown, after: unknown): string[] {
  if (before === undefined) return ['New page']
  if (after === undefined) return ['Removed']
  return compare({ key, path: [], names: [] }, before, after)
}

interface Place {
  key: string
  path: Path
  /** What the reader is told of the way here. */
  names: string[]
}

function compare(place: Place, before: unknown, after: unknown): string[] {
  if (isSame(before, after)) return []
  if (place.path.at(-1) === 'upload') {
    return [`${place.names.join(' › ')}: ${after ? 'added' : 'the first picture again'}`]
  }
  if (place.key === 'mark') return ['Another logo']
  if (isPair(after)) return [comparePairs(place, before, after)]
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(place, before, after)
  if (isGroup(before) && isGroup(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names.flatMap((name) => compare(inside(place, name), before[name], after[name]))
  }
  const label = place.names.join(' › ')
  if (place.path.at(-1) === 'zoom') return [`${label}: now ${inShort(after ?? 100)} %`]
  if (before === undefined) return [`${label}: added ${inShort(after)}`.trimEnd()]
  if (after === undefined) return [`${label}: removed`]
  const [from, to] = aroundDifference(asText(before), asText(after))
  return [`${label}: ${from} → ${to}`]
}

/** A place in a picture or on a map. */
function comparePairs(place: Place, before: unknown, after: number[]): string {
  const label = place.names.join(' › ')
  if (place.path.at(-1) === 'focus') {
    return `${label}: now ${after[0]} % from the left and ${after[1]} % from the top`
  }
  return `${label}: ${isPair(before) ? `${before.join(', ')} → ` : 'added '}${after.join(', ')}`
}

function compareLists(place: Place, before: unknown[], after: unknown[]): string[] {
  const label = place.names.join(' › ') || 'List'
  if (before.every(isShortText) && after.every(isShortText)) {
    const words = (list: unknown[]) => list.map((item) => shown(place.key, asText(item)))
    return compareWords(label, words(before), words(after))
  }
  const pairs = matchItems(before, after)
  const pairedBefore = new Set(pairs.map(([from]) => from))
  const pairedAfter = new Set(pairs.map(([, to]) => to))
  const isMoved = pairs.some(([from], at) => at > 0 && from < (pairs[at - 1]?.[0] ?? 0))
  return [
    ...pairs.flatMap(([from, to]) => {
      const names = [...place.names, `“${titleOf(after[to], to)}”`]
      return compare({ ...place, path: [...place.path, to], names }, before[from], after[to])
    }),
    ...after.flatMap((item, at) =>
      pairedAfter.has(at) ? [] : `${label}: added “${titleOf(item, at)}”`,
    ),
    ...before.flatMap((item, at) =>
      pairedBefore.has(at) ? [] : `${label}: removed “${titleOf(item, at)}”`,
    ),
    ...(isMoved ? [`${label}: order changed`] : []),
  ]
}

function compareWords(label: string, before: string[], after: string[]): string[] {
  const added = after.filter((word) => !before.includes(word))
  const removed = before.filter((word) => !after.includes(word))
  if (added.length + removed.length === 0) return [`${label}: order changed`]
  return [
    ...(added.length > 0 ? [`${label}: added ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`${label}: removed ${removed.join(', ')}`] : []),
  ]
}

/** Pairs of places, in the order after: the same item, then one of the same title, then the same place. */
function matchItems(before: unknown[], after: unknown[]): [from: number, to: number][] {
  const free = new Set(before.keys())
  const found = new Map<number, number>()
  const match = (isMatch: (from: number, to: number) => boolean) => {
    for (const to of after.keys()) {
      if (found.has(to)) continue
      const from = [...free].find((at) => isMatch(at, to))
      if (from === undefined) continue
      found.set(to, from)
      free.delete(from)
    }
  }
  match((from, to) => isSame(before[from], after[to]))
  match((from, to) => {
    const title = ownTitle(after[to])
    return title !== undefined && title === ownTitle(before[from])
  })
  if (before.length === after.length) match((from, to) => from === to)
  return [...found]
    .map(([to, from]) => [from, to] as [number, number])
    .sort(([, a], [, b]) => a - b)
}

const titleNames = ['heading', 'title', 'question', 'name', 'reason', 'path', 'overview']

function ownTitle(item: unknown): string | undefined {
  if (!isGroup(item)) return undefined
  const name = titleNames.find((known) => typeof item[known] === 'string' && item[known])
  if (name === 'overview') return labelOf(String(item[name]))
  return name ? String(item[name]) : undefined
}

/** How a list names one of its items. */
export function titleOf(item: unknown, at: number): string {
  const title = typeof item === 'string' ? item : (ownTitle(item) ?? spanOf(item))
  return title ? cut(title, 60) : `number ${at + 1}`
}

/** Of opening hours: "Saturday, 09:00 to 16:00"; of closed days: "25 December 2026 to 1 January 2027". */
function spanOf(item: unknown): string | undefined {
  if (!isGroup(item)) return undefined
  if (item.from && item.until) return `${asText(item.from)} to ${asText(item.until)}`
  if (!Array.isArray(item.days) || item.days.length === 0) return undefined
  if (!item.opens || !item.closes) return undefined
  return `${item.days.map((day) => optionName(String(day))).join(', ')}, ${item.opens} to ${item.closes}`
}

function inside(place: Place, name: string): Place {
  const path = [...place.path, name]
  return { ...place, path, names: [...place.names, wordingOf(place.key, path).label] }
}

function inShort(value: unknown): string {
  return typeof value === 'object' ? '' : cut(asText(value), 60)
}

/** Long texts are shown from just before the place where they begin to differ. */
function aroundDifference(before: string, after: string): [string, string] {
  const length = [...before].findIndex((letter, at) => letter !== after[at])
  const from = Math.max(0, (length < 0 ? before.length : length) - 20)
  const start = before.length <= 60 && after.length <= 60 ? 0 : from
  const part = (text: string) =>
    text === '' ? '(empty)' : `${start > 0 ? '…' : ''}${cut(text.slice(start), 60)}`
  return [part(before), part(after)]
}

const cut = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text

function asText(value: unknown): string {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return longDate(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Days are two letters, and orders hold the names of files; every other word is the owner's own. */
function shown(key: string, word: string): string {
  if (key === 'towns' || key === 'services') return labelOf(word)
  return /^[A-Z][a-z]$/.test(word) ? optionName(word) : word
}

const isPair = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number')

const isShortText = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 60)

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
