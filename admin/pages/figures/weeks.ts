// Counts per week and service, with empty weeks filled in.
import type { EnquiryFigures } from '#schemas/function-results.ts'

export interface Week {
  /** Its Monday. */
  start: string
  /** By service. */
  counts: Map<string, number>
  total: number
}

const weekMs = 7 * 86_400_000

export function fillWeeks(weeks: EnquiryFigures['weeks']): Week[] {
  const starts = weeks.map(({ week }) => Date.parse(week))
  const filled: Week[] = []
  for (let at = Math.min(...starts); at <= Math.max(...starts); at += weekMs) {
    const start = new Date(at).toISOString().slice(0, 10)
    const own = weeks.filter(({ week }) => week === start)
    filled.push({
      start,
      counts: new Map(own.map(({ service, count }) => [service, count])),
      total: own.reduce((sum, { count }) => sum + count, 0),
    })
  }
  return filled
}

/** The firm's services, then those that it offered before. */
export function servicesIn(weeks: Week[], offered: readonly string[]): string[] {
  return [...new Set([...offered, ...weeks.flatMap(({ counts }) => [...counts.keys()])])]
}
