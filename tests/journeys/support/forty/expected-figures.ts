// What the table "What became of them" must say, from what was done.
import { genuine, type Standing } from './outcomes.ts'

/** Answered on Wednesday, after the promised time. */
export const answeredLate = 'moss'

/** When the figures are looked at. */
const seenAt = new Date('2027-06-09T08:15:00+01:00')

const sourceOf = ({ utm_source, referrer = '' }: Standing) => {
  if (utm_source) return utm_source
  const names = { google: 'Google', bing: 'Bing', facebook: 'Facebook' }
  return Object.entries(names).find(([site]) => referrer.includes(site))?.[1] ?? 'Direct'
}

const groups = {
  Source: sourceOf,
  Town: ({ town }: Standing) => town ?? 'Elsewhere',
  Service: ({ service }: Standing) => service,
  Colleague: ({ assigned }: Standing) => assigned ?? 'Nobody',
}
export const groupNames = Object.keys(groups) as (keyof typeof groups)[]

/** The rows as they are read, the most enquiries first. */
export function expectedRows(group: keyof typeof groups): string[][] {
  const named = new Map<string, Standing[]>()
  for (const one of genuine) {
    const name = groups[group](one)
    named.set(name, [...(named.get(name) ?? []), one])
  }
  return [...named]
    .sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .map(([name, lines]) => rowOf(name, lines))
}

export const expectedTotal = () => rowOf('All', genuine)

function rowOf(name: string, lines: Standing[]): string[] {
  const count = (matches: (one: Standing) => unknown) => lines.filter(matches).length
  const won = count(({ status }) => status === 'won')
  const pounds = lines.reduce((sum, { wonPence = 0 }) => sum + wonPence, 0) / 100
  return [
    name,
    String(lines.length),
    share(
      count(({ status }) => status !== 'new'),
      count(isDue),
    ),
    String(count(({ visit }) => visit)),
    String(won),
    String(count(({ status }) => status === 'lost')),
    share(won, lines.length),
    formatted(pounds),
  ]
}

/** Answered, or past the promised time: what still has time is neither. */
const isDue = ({ status, tag, due }: Standing) =>
  status !== 'new' || tag === answeredLate || due < seenAt

const share = (part: number, whole: number) =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`

const formatted = (pounds: number) =>
  `£${pounds.toLocaleString('en-GB', {
    minimumFractionDigits: Number.isInteger(pounds) ? 0 : 2,
  })}`

/** First replies against the promise. */
export function expectedReplies(): Record<string, number> {
  const waiting = genuine.filter(({ status, tag }) => status === 'new' && tag !== answeredLate)
  const overdue = waiting.filter(({ due }) => due < seenAt).length
  return {
    'Replied in time': genuine.filter(({ status }) => status !== 'new').length,
    'Replied late': 1,
    'Still waiting': waiting.length - overdue,
    Overdue: overdue,
  }
}
