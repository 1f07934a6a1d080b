// Runs the jobs of one kind, so many at once: what hangs in one lane does not hold up another.
import { runInContext } from '../request-context.ts'
import { type Job, type JobLog, type Settled, skipped, type Worker } from './job.ts'
import type { JobTable } from './job-table.ts'
import { type Retries, retryDelayMs } from './retries.ts'

export interface Lane {
  /** Claims what is due as far as there is room. */
  pump(): Promise<void>
  /** Claims nothing more; jobs still running after `withinMs` are cut off and named. */
  stop(withinMs: number): Promise<string[]>
}

export interface LaneOptions {
  worker: Worker
  table: JobTable
  settle(settled: Settled, worker: Worker): void
  retries: Retries
  /** A run must end before its lease does. */
  runTimeoutMs: number
  log: JobLog
}

export function lane(options: LaneOptions): Lane {
  const { worker, table, log } = options
  const running = new Map<string, { abort: AbortController; ended: Promise<void> }>()
  let pumping: Promise<void> | undefined
  let isAskedAgain = false
  let hasMore = false
  let isStopped = false

  async function claimAndRun(): Promise<void> {
    do {
      isAskedAgain = false
      const room = worker.atOnce - running.size
      if (isStopped) return
      if (room <= 0) {
        // Whoever asked knows of a job: claim it when there is room again.
        hasMore = true
        return
      }
      const jobs = await table.claim(worker, room)
      hasMore = jobs.length === room
      for (const job of jobs) start(job)
    } while (isAskedAgain)
  }

  function pump(): Promise<void> {
    isAskedAgain = true
    if (isStopped) return Promise.resolve()
    pumping ??= claimAndRun()
      .catch((error) => log.warn({ err: error, kind: worker.kind }, 'jobs cannot be claimed'))
      .finally(() => {
        pumping = undefined
      })
    return pumping
  }

  function start(job: Job): void {
    const abort = new AbortController()
    // A plain timer: a combined signal of Node 20 can be collected before it fires.
    const limit = setTimeout(() => abort.abort(new Error('It took too long')), options.runTimeoutMs)
    const run = () => runOnce(job, abort.signal)
    const ended = runInContext({ job: job.id }, run).then((settled) => {
      clearTimeout(limit)
      if (!running.delete(job.id)) return
      options.settle(settled, worker)
      // Half a lane at a time, so that a long queue is not claimed one by one.
      if (hasMore && running.size <= worker.atOnce / 2) void pump()
    })
    running.set(job.id, { abort, ended })
  }

  async function runOnce(job: Job, signal: AbortSignal): Promise<Settled> {
    try {
      const result = await Promise.race([worker.run(job, signal), rejectOn(signal)])
      return result === skipped ? { job, state: skipped } : { job, state: 'done', result }
    } catch (error) {
      return failure(job, error)
    }
  }

  function failure(job: Job, error: unknown): Settled {
    const text = textOf(error)
    const tries = job.tries + 1
    const delayMs = isPermanent(error) ? undefined : retryDelayMs(tries, options.retries)
    const details = { kind: job.kind, job: job.id, tries, error: text }
    if (delayMs !== undefined || worker.everyMs !== undefined) {
      log.warn(details, 'a job failed and will be tried again')
      return {
        job,
        state: 'waiting',
        error: text,
        cause: error,
        delayMs: delayMs ?? options.retries.longestMs,
      }
    }
    log.error(details, 'a job failed for good')
    return { job, state: 'failed', error: text, cause: error, delayMs: 0 }
  }

  return {
    pump,
    async stop(withinMs) {
      isStopped = true
      const deadline = new Promise((resolve) => setTimeout(resolve, withinMs).unref())
      await Promise.race([pumping, deadline])
      await Promise.race([Promise.all([...running.values()].map(({ ended }) => ended)), deadline])
      const left = [...running.keys()]
      for (const { abort } of running.values()) abort.abort()
      running.clear()
      return left
    },
  }
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function isPermanent(error: unknown): boolean {
  return error instanceof Error && 'isPermanent' in error && error.isPermanent === true
}

/** Short enough to keep, and without line breaks, as staff will read it in a list. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  const oneLine = text.replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim()
  return [...oneLine].slice(0, 500).join('') || 'It failed without saying why'
}
