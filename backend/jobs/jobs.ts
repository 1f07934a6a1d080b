// The durable queue: claims what is due, runs it, writes down how it ended. Workers are nudged when
// a transaction that added a job commits, and look by themselves every second besides.
import type { Database } from '../database/database.ts'
import { runInContext } from '../request-context.ts'
import type { JobLog, Worker } from './job.ts'
import { jobTable, runShare } from './job-table.ts'
import { lane } from './lane.ts'
import { defaultRetries, type Retries } from './retries.ts'
import { settler } from './settler.ts'

export interface JobsOptions {
  workers: Worker[]
  log: JobLog
  retries?: Retries
  pollMs?: number
  leaseMs?: number
}

export interface Jobs {
  start(): Promise<void>
  /** Ends within 5 s; what was not done by then is claimed by whoever comes next. */
  stop(): Promise<void>
}

/** With these a job whose instance was killed is running again within a minute. */
const defaultLeaseMs = 50_000
const defaultPollMs = 1_000
const stopWithinMs = 3_500
const writeWithinMs = 1_000
/** No job is ever told to wait longer: recurring work comes daily. */
const longestWaitMs = 25 * 3_600_000
/** A clock that is corrected by less is none of our business. */
const setBackMs = 5_000

export function jobs(database: Database, options: JobsOptions): Jobs {
  const { workers, log, retries = defaultRetries } = options
  const { leaseMs = defaultLeaseMs, pollMs = defaultPollMs } = options
  const table = jobTable(database, { leaseMs })
  const { settle, flush } = settler(database, table, log)
  const lanes = new Map(
    workers.map((worker) => [
      worker.kind,
      lane({
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
  let clock = new Date(0)

  const pumpAll = () => {
    for (const { pump } of lanes.values()) void pump()
  }

  async function poll(): Promise<void> {
    if (isPolling) return
    isPolling = true
    try {
      const { due, now, newest } = await table.look([...lanes.keys()])
      for (const kind of due) void lanes.get(kind)?.pump()
      // What was to run in a minute may be days away now. To try too early does no harm.
      const latest = Math.max(clock.getTime(), newest?.getTime() ?? 0)
      if (now.getTime() < latest - setBackMs) {
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

  return {
    async start() {
      // The embedded database has one process at a time, so whoever held a job is dead.
      if (database.engine === 'embedded') await table.giveBackAll()
      await table.bringForward(longestWaitMs)
      await table.ensure(workers)
      await database.listen('jobs', {
        // The connection may have been opened by a request, whose work this is not.
        onMessage: (kind) => void runInContext({}, () => lanes.get(kind)?.pump()),
        onReconnect: () => runInContext({}, pumpAll),
      })
      timer = setInterval(() => void poll(), pollMs)
      pumpAll()
    },

    async stop() {
      clearInterval(timer)
      const left = await Promise.all([...lanes.values()].map(({ stop }) => stop(stopWithinMs)))
      const deadline = new Promise((resolve) => setTimeout(resolve, writeWithinMs).unref())
      const written = flush().then(() => table.giveBack(left.flat()))
      await Promise.race([written.catch(() => {}), deadline])
    },
  }
}
