// Normalises postcodes: `wr142aa.` is WR14 2AA.
export interface Postcode {
  /** WR14: the district. */
  outward: string
  /** WR14 2AA. */
  whole: string
}

export function readPostcode(typed: string): Postcode | undefined {
  const parts = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/.exec(bare(typed))
  const [, outward, inward] = parts ?? []
  return outward && inward ? { outward, whole: `${outward} ${inward}` } : undefined
}

/**
 * The postcode in a longer text, such as a pasted address; undefined unless there is exactly one. "Unit E1
 * 4th Floor" has none.
 */
export function findPostcode(text: string): string | undefined {
  const found =
    text.toUpperCase().match(/\b[A-Z]{1,2}\d[A-Z\d]?\s{0,2}\d[A-Z]{2}\b(?!\s+FLOOR)/g) ?? []
  const [whole, ...others] = new Set(found.map((one) => readPostcode(one)?.whole))
  return others.length === 0 ? whole : undefined
}

/** The outward code, of a whole postcode or typed alone. */
export function readOutwardCode(typed: string): string | undefined {
  const whole = readPostcode(typed)
  if (whole) return whole.outward
  const [first = ''] = typed.trim().split(/\s+/)
  return /^[A-Z]{1,2}\d[A-Z\d]?$/.test(bare(first)) ? bare(first) : undefined
}

function bare(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z\d]/g, '')
}
