// Records the outcome of jobs in batches: under load each would otherwise cost the embedded
// database its own fsync.
import type { Database } from '../database/database.ts'
import type { JobLog, Settled, Worker } from './job.ts'
import type { JobTable } from './job-table.ts'

const batchDelayMs = 10
const retryMs = 1_000

export interface Settler {
  settle(settled: Settled, worker: Worker): void
  /** Resolves when everything is written, or one attempt has failed. */
  flush(): Promise<void>
}

export function settler(database: Database, table: JobTable, log: JobLog): Settler {
  let waiting: { settled: Settled; worker: Worker }[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const batch = waiting
    if (batch.length === 0) return
    waiting = []
    try {
      await database.transaction(async (tx) => {
        for (const worker of new Set(batch.map((item) => item.worker))) {
          const batchOfWorker = batch
            .filter((item) => item.worker === worker)
            .map((item) => item.settled)
          await table.settle(tx, batchOfWorker, worker)
          await worker.settled?.(tx, batchOfWorker)
        }
      })
    } catch (error) {
      // The work is done and only its record is missing: retry, or the job would run again.
      log.warn({ err: error, jobs: batch.length }, 'the end of jobs cannot be written yet')
      waiting = [...batch, ...waiting]
      later(retryMs)
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  function later(ms: number): void {
    timer ??= setTimeout(() => void flush(), ms)
  }

  return {
    settle(settled, worker) {
      waiting.push({ settled, worker })
      later(batchDelayMs)
    },
    flush,
  }
}
