// Shows whether the postcode is in the area served. Visitors outside can still send the enquiry.
import { type Coverage, townOf } from '#content/coverage.ts'
import { readOutwardCode } from '#schemas/postcode.ts'

export function CoverageLine({ typed, coverage }: { typed: string; coverage: Coverage }) {
  return (
    <p className="coverage-line" aria-live="polite">
      {formatCoverage(typed, coverage)}
    </p>
  )
}

/** Empty until the text is a postcode or an outward code. */
export function formatCoverage(typed: string, coverage: Coverage): string {
  const outward = readOutwardCode(typed)
  if (!outward) return ''
  const town = townOf(coverage, outward)
  return town
    ? `Yes, we cover ${town}`
    : `${outward} is outside our usual area. Do send it: we will tell you honestly if we can come.`
}
