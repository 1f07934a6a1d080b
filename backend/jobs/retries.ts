// When a job that failed is tried again: after 5 s, then twice as long each time up to 10 h, for
// about 41 hours in all. A mail server that is away over a night, or a day, loses nothing.

export interface Retries {
  firstMs: number
  longestMs: number
  /** The last failure makes the job one that failed for good. */
  most: number
}

export const defaultRetries: Retries = {
  firstMs: 5_000,
  longestMs: 36_000_000,
  most: 17,
}

/** Undefined when there is no further try. */
export function retryDelayMs(failures: number, retries: Retries): number | undefined {
  if (failures >= retries.most) return undefined
  return Math.min(retries.firstMs * 2 ** (failures - 1), retries.longestMs)
}
