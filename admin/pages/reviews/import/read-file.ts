// Reads reviews from a file: CSV or JSON with our own column names, or Google's JSON export.
import { isRating, isWebAddress } from '#schemas/review.ts'
import type { Review } from '#schemas/tables.ts'
import { checkDraft, type Draft, emptyDraft, fieldsOf } from '../draft.ts'
import type { ReviewFields } from '../reviews.ts'
import { parseCsv } from './parse-csv.ts'
import { readDay } from './read-day.ts'

export interface ReadFile {
  added: ReviewFields[]
  /** Already in the list, by author and text. */
  known: number
  /** Invalid entries, with the reason. */
  refused: { place: string; reason: string }[]
}

type Entry = Record<string, unknown>

interface PlacedEntry {
  /** Position in the file: `Line 3` or `Review 3`. */
  place: string
  entry: Entry
}

/** Throws if the file holds no reviews in a known format. */
export function readFile(
  name: string,
  text: string,
  existing: Review[],
  now = new Date(),
): ReadFile {
  const entries = /\.json$/i.test(name) ? readJson(text) : readCsv(text)
  const seen = new Set(
    existing.map(({ author_name, review_text }) => keyOf(author_name, review_text)),
  )
  const result: ReadFile = { added: [], known: 0, refused: [] }
  for (const [i, { place, entry }] of entries.entries()) {
    const date = firstValue(entry, 'time_posted', 'date', 'createTime')
    const day = readDay(date)
    const draft = { ...draftOfEntry(entry), date: day ?? '' }
    const [wrong] = Object.values(checkDraft(draft))
    const reason = day === undefined ? `The date “${date.slice(0, 40)}” cannot be read` : wrong
    if (reason) {
      const author = draft.author_name.slice(0, 40)
      result.refused.push({ place: author ? `${place} (${author})` : place, reason })
      continue
    }
    // One millisecond apart, because `review_id` is made from the time and must be unique.
    const fields = fieldsOf(draft, undefined, new Date(now.getTime() + i))
    const key = keyOf(fields.author_name, fields.review_text)
    if (seen.has(key)) result.known += 1
    else result.added.push({ source: null, source_url: null, ...fields })
    seen.add(key)
  }
  return result
}

const keyOf = (author: string, text: string | null) => `${author}\n${text ?? ''}`.toLowerCase()

function readJson(text: string): PlacedEntry[] {
  const parsed: unknown = JSON.parse(text)
  const list = Array.isArray(parsed) ? parsed : (parsed as { reviews?: unknown } | null)?.reviews
  if (!Array.isArray(list)) throw new Error('The file holds no list of reviews')
  return list.map((entry, i) => ({
    place: `Review ${i + 1}`,
    entry: typeof entry === 'object' && entry !== null ? (entry as Entry) : {},
  }))
}

function readCsv(text: string): PlacedEntry[] {
  const [head, ...rows] = parseCsv(text)
  const names = head?.cells.map((name) => name.trim().toLowerCase().replaceAll(' ', '_')) ?? []
  if (!names.some((name) => authorNames.includes(name))) {
    throw new Error('The first line must name the columns, author_name among them')
  }
  return rows.map(({ cells, line }) => ({
    place: `Line ${line}`,
    entry: Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ''])),
  }))
}

const authorNames = ['author_name', 'author', 'name']
const ratingWords = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']

/** All but the date, which may be invalid. */
function draftOfEntry(entry: Entry): Draft {
  const reviewer = (entry.reviewer ?? {}) as Entry
  const picture = firstValue(entry, 'author_image') || text(reviewer.profilePhotoUrl)
  const link = firstValue(entry, 'source_url')
  return {
    ...emptyDraft,
    author_name: firstValue(entry, ...authorNames) || text(reviewer.displayName),
    rating: readRating(firstValue(entry, 'rating', 'stars', 'starRating')),
    review_text: firstValue(entry, 'review_text', 'text', 'review', 'comment'),
    // An invalid picture must not reject the review.
    author_image: isWebAddress(picture) ? picture : '',
    source: firstValue(entry, 'source') || (entry.reviewer ? 'Google' : ''),
    source_url: link,
  }
}

function readRating(given: string): string {
  const word = ratingWords.indexOf(given.toUpperCase())
  if (word !== -1) return String(word + 1)
  return isRating(Number(given || Number.NaN)) ? String(Number(given)) : ''
}

function firstValue(entry: Entry, ...names: string[]): string {
  const name = names.find((candidate) => text(entry[candidate]) !== '')
  return name ? text(entry[name]) : ''
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
