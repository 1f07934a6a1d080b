// Exponential backoff: after 5 s, then doubled each time up to 10 h, for about 41 hours in all, so
// that no email is lost when the mail server is down for a day. When it is back what waits is due at once
// (job-table.ts).

export interface Retries {
  initialDelayMs: number
  maxDelayMs: number
  /** After this many failures the job has failed for good. */
  maxTries: number
}

export const defaultRetries: Retries = {
  initialDelayMs: 5_000,
  maxDelayMs: 36_000_000,
  maxTries: 17,
}

/** Undefined after the last try. */
export function retryDelayMs(failures: number, retries: Retries): number | undefined {
  if (failures >= retries.maxTries) return undefined
  return Math.min(retries.initialDelayMs * 2 ** (failures - 1), retries.maxDelayMs)
}
