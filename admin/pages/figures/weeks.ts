// Counts per week and service, with the weeks between them that had none.
import { type EnquiryServiceOption, enquiryServices } from '#schemas/enquiry.ts'
import type { EnquiryFigures } from '#schemas/tables.ts'

export interface Week {
  /** Its Monday. */
  start: string
  counts: Record<EnquiryServiceOption, number>
  total: number
}

const weekMs = 7 * 86_400_000

export function fillWeeks(weeks: EnquiryFigures['weeks']): Week[] {
  const starts = weeks.map(({ week }) => Date.parse(week))
  const filled: Week[] = []
  for (let at = Math.min(...starts); at <= Math.max(...starts); at += weekMs) {
    const start = new Date(at).toISOString().slice(0, 10)
    const own = weeks.filter(({ week }) => week === start)
    const countOf = (service: string) => own.find((row) => row.service === service)?.count ?? 0
    filled.push({
      start,
      counts: Object.fromEntries(
        enquiryServices.map((service) => [service, countOf(service)]),
      ) as Week['counts'],
      total: own.reduce((sum, { count }) => sum + count, 0),
    })
  }
  return filled
}
