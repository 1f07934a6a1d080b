// The durable queue: claims due jobs, runs them and records the outcome. Workers are notified when a
// transaction that added a job commits, and also poll every second.
import type { Database } from '../database/database.ts'
import { runInContext } from '../request-context.ts'
import type { JobLog, Worker } from './job.ts'
import { jobTable, runShare } from './job-table.ts'
import { defaultRetries, type Retries } from './retries.ts'
import { settler } from './settler.ts'
import { workerPool } from './worker-pool.ts'

export interface JobsOptions {
  workers: Worker[]
  log: JobLog
  retries?: Retries
  pollMs?: number
  leaseMs?: number
}

export interface Jobs {
  start(): Promise<void>
  /**
   * Takes at most 5 s; unfinished jobs can then be claimed by another instance or at the next start.
   */
  stop(): Promise<void>
}

/** With these, a job whose instance was killed runs again within a minute. */
const defaultLeaseMs = 50_000
const defaultPollMs = 1_000
/** So that one that fails does not end a lease. */
const renewalsPerLease = 4
const stopTimeoutMs = 3_500
const startDelaysMs = [500, 1_000, 2_000]
const writeTimeoutMs = 1_000
/** No job is scheduled further ahead: recurring work is at most daily. */
const maxWaitMs = 25 * 3_600_000
/** Smaller clock corrections are ignored. */
const clockToleranceMs = 5_000

export function jobs(database: Database, options: JobsOptions): Jobs {
  const { workers, log, retries = defaultRetries } = options
  const { leaseMs = defaultLeaseMs, pollMs = defaultPollMs } = options
  const table = jobTable(database, { leaseMs, workers })
  const { settle, flush } = settler(database, table, log)
  const pools = new Map(
    workers.map((worker) => [
      worker.kind,
      workerPool({
        worker,
        table,
        settle,
        retries,
        log,
        runTimeoutMs: worker.timeoutMs ?? leaseMs * runShare,
      }),
    ]),
  )
  let timer: NodeJS.Timeout | undefined
  let isPolling = false
  let renewedAt = Date.now()
  let clock = new Date(0)

  const dispatchAll = () => {
    for (const { dispatch } of pools.values()) void dispatch()
  }

  async function poll(): Promise<void> {
    if (isPolling) return
    isPolling = true
    try {
      if (Date.now() - renewedAt > leaseMs / renewalsPerLease) {
        renewedAt = Date.now()
        await table.renew()
      }
      const { due, now, newest } = await table.readDue([...pools.keys()])
      for (const kind of due) void pools.get(kind)?.dispatch()
      // After the clock was set back, a job due in a minute may be days away. Trying too early does
      // no harm.
      const latest = Math.max(clock.getTime(), newest?.getTime() ?? 0)
      if (now.getTime() < latest - clockToleranceMs) {
        const from = new Date(latest)
        log.warn({ from, to: now }, 'the clock was set back: everything that waits is tried')
        await table.bringForward(0)
      }
      clock = now
    } catch (error) {
      log.warn({ err: error }, 'the job queue cannot be read')
    } finally {
      isPolling = false
    }
  }

  /** Visitors are served by now: one query that a busy database cuts off must not end the process. */
  async function prepare(): Promise<void> {
    for (const delayMs of startDelaysMs) {
      try {
        return await readyTable()
      } catch (error) {
        log.warn({ err: error }, 'the job queue could not start, and tries again')
        await new Promise((resolve) => setTimeout(resolve, delayMs))
      }
    }
    await readyTable()
  }

  async function readyTable(): Promise<void> {
    // Only one process at a time uses the embedded database, so the earlier holder of a lease is
    // dead.
    if (database.engine === 'embedded') await table.releaseAll()
    await table.bringForward(maxWaitMs)
    await table.ensure(workers)
  }

  return {
    async start() {
      await prepare()
      await database.listen('jobs', {
        // The connection may have been opened within a request: do not inherit its log context.
        onMessage: (kind) => void runInContext({}, () => pools.get(kind)?.dispatch()),
        onReconnect: () => runInContext({}, dispatchAll),
      })
      timer = setInterval(() => void poll(), pollMs)
      dispatchAll()
    },

    async stop() {
      clearInterval(timer)
      const left = await Promise.all([...pools.values()].map(({ stop }) => stop(stopTimeoutMs)))
      const deadline = new Promise((resolve) => setTimeout(resolve, writeTimeoutMs).unref())
      const written = flush().then(() => table.release(left.flat()))
      await Promise.race([written.catch(() => {}), deadline])
    },
  }
}
