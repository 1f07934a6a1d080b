// Says beside the postcode whether the company comes there. Outside is no reason not to send.
import { townOf } from '#content/coverage.ts'
import { readOutwardCode } from '#schemas/postcode.ts'

export function CoverageLine({ typed }: { typed: string }) {
  return (
    <p className="coverage-line" aria-live="polite">
      {formatCoverage(typed)}
    </p>
  )
}

/** Nothing while the postcode is not yet one. */
export function formatCoverage(typed: string): string {
  const outward = readOutwardCode(typed)
  if (!outward) return ''
  const town = townOf(outward)
  return town
    ? `Yes, we cover ${town}`
    : `${outward} is outside our usual area. Do send it: we will tell you honestly if we can come.`
}
