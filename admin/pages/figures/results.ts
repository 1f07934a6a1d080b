// What became of the enquiries, made ready for the table.
import type { EnquiryResults, ResultLine } from '#schemas/function-results.ts'
import { sourceName } from './sources.ts'

export const resultGroups = {
  source: 'Source',
  town: 'Town',
  service: 'Service',
  person: 'Colleague',
} as const
export type ResultGroup = keyof typeof resultGroups

/** Sources of one display name are one line. */
export function linesOf(results: EnquiryResults, group: ResultGroup): ResultLine[] {
  const lines = results[group] ?? []
  if (group !== 'source') return lines
  const sums = new Map<string, ResultLine>()
  for (const line of lines) {
    const name = sourceName(line.name)
    const sum = sums.get(name)
    sums.set(name, sum ? added(sum, line) : { ...line, name })
  }
  return [...sums.values()].sort(
    (a, b) => b.enquiries - a.enquiries || a.name.localeCompare(b.name),
  )
}

function added(a: ResultLine, b: ResultLine): ResultLine {
  return {
    name: a.name,
    enquiries: a.enquiries + b.enquiries,
    answered: a.answered + b.answered,
    due: a.due + b.due,
    in_time: a.in_time + b.in_time,
    visits: a.visits + b.visits,
    won: a.won + b.won,
    lost: a.lost + b.lost,
    won_pence: a.won_pence + b.won_pence,
  }
}

/** "25 %"; a dash where there is nothing to divide. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`
}
