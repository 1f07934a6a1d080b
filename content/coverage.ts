// Where the company works, by outward code (the first half of a postcode). Forms load this, so the schema
// is in a file of its own.

/** Towns with their outward codes. */
export type Coverage = Record<string, string[]>

export function townOf(coverage: Coverage, outward: string): string | undefined {
  return Object.keys(coverage).find((town) => coverage[town]?.includes(outward))
}

/** For readers who compare an address with it. */
export interface Area {
  outwardCodes: string[]
  towns: string[]
}

export function areaOf(coverage: Coverage): Area {
  return { outwardCodes: Object.values(coverage).flat(), towns: Object.keys(coverage) }
}
