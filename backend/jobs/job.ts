// The types of jobs and workers.
import type { Queryable } from '../database/database.ts'

export interface Job {
  id: string
  kind: string
  payload: unknown
  /** Number of earlier tries. */
  tries: number
  /** The id of the claim that holds it. */
  lease?: string
  /** An earlier try sent the complete message, but the receiver's response was not recorded. */
  isHandedOver?: boolean
  /** An earlier try succeeded, but the job was not settled. */
  isAccepted?: boolean
}

/** Returned by a run that had nothing to do, so that it is not recorded as done. */
export const skipped = 'skipped'

/** How a try of a job ended, with the value the run resolved to. */
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
  concurrency: number
  /** All kinds that go to the same receiver, this one among them. Default: this one alone. */
  kindsOfReceiver?: readonly string[]
  /** Rejects when the job must be retried, or see PermanentError and receiverAway. Runs outside any transaction. */
  run(job: Job, signal: AbortSignal): Promise<unknown>
  /** Runs in the transaction that settles the jobs: both are committed or neither. */
  settled?(tx: Queryable, settled: Settled[]): Promise<void>
  /**
   * For recurring work: one job of this kind exists, and is due again this long after it was done.
   */
  everyMs?: number
  /** Timeout of a run; its lease is longer. Default: the queue's own timeout. */
  timeoutMs?: number
  /**
   * The lease is the queue's own and is renewed while the job runs: after a crash others need not wait
   * for as long as a slow run may take.
   */
  renewsLease?: boolean
}

export interface JobLog {
  info(details: object, text: string): void
  warn(details: object, text: string): void
  error(details: object, text: string): void
}
