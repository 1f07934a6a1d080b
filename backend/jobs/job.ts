// What a job is, and who does it.
import type { Queryable } from '../database/database.ts'

export interface Job {
  id: string
  kind: string
  payload: unknown
  /** How often it has been tried before. */
  tries: number
  /** Of the claim that it is held by. */
  lease?: string
  /** A try before this one has sent everything, and its answer was not recorded. */
  isHandedOver?: boolean
  /** A try before this one has succeeded, and only its end was not written. */
  isAccepted?: boolean
}

/** What a run resolves to when there was nothing to do, so that it is not recorded as done. */
export const skipped = 'skipped'

/** How a try of a job ended, with what the run resolved to. */
export type Settled =
  | { job: Job; state: 'done'; result: unknown }
  | { job: Job; state: 'skipped' }
  | { job: Job; state: 'waiting' | 'failed'; error: string; cause: unknown; delayMs: number }

/** An error of this shape fails its job at once: another try would end the same way. */
export interface PermanentError {
  isPermanent: true
}

export interface Worker {
  kind: string
  /** How many jobs of this kind run at once on one instance. */
  atOnce: number
  /** Rejects when the job has to be tried again, or see PermanentError. Never runs inside a transaction. */
  run(job: Job, signal: AbortSignal): Promise<unknown>
  /** Runs in the transaction that settles the jobs: what it writes is true if and only if they are. */
  settled?(tx: Queryable, settled: Settled[]): Promise<void>
  /** Recurring work: one job of this kind exists, and is due again this long after it was done. */
  everyMs?: number
  /** A run may take this long, and its lease is longer; the queue's own limit when left out. */
  timeoutMs?: number
}

export interface JobLog {
  info(details: object, text: string): void
  warn(details: object, text: string): void
  error(details: object, text: string): void
}
