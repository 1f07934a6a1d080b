// Runs the jobs of one kind with limited concurrency, so that hanging jobs do not delay other kinds.
import { runInContext } from '../request-context.ts'
import { type Job, type JobLog, type Settled, skipped, type Worker } from './job.ts'
import type { JobTable } from './job-table.ts'
import { type Retries, retryDelayMs } from './retries.ts'

export interface WorkerPool {
  /** Claims due jobs up to the concurrency limit. */
  dispatch(): Promise<void>
  /** Stops claiming; jobs still running after `withinMs` are aborted and their ids returned. */
  stop(withinMs: number): Promise<string[]>
}

export interface WorkerPoolOptions {
  worker: Worker
  table: JobTable
  settle(settled: Settled, worker: Worker): void
  retries: Retries
  /** Shorter than the lease. */
  runTimeoutMs: number
  log: JobLog
}

export function workerPool(options: WorkerPoolOptions): WorkerPool {
  const { worker, table, log } = options
  const running = new Map<string, { abort: AbortController; ended: Promise<void> }>()
  let dispatching: Promise<void> | undefined
  let isRequestedAgain = false
  let hasMore = false
  let isStopped = false

  async function claimAndRun(): Promise<void> {
    do {
      isRequestedAgain = false
      const freeSlots = worker.concurrency - running.size
      if (isStopped) return
      if (freeSlots <= 0) {
        // The caller knows of a job: claim it when there is a free slot.
        hasMore = true
        return
      }
      const jobs = await table.claim(worker, freeSlots)
      hasMore = jobs.length === freeSlots
      for (const job of jobs) start(job)
    } while (isRequestedAgain)
  }

  function dispatch(): Promise<void> {
    isRequestedAgain = true
    if (isStopped) return Promise.resolve()
    dispatching ??= claimAndRun()
      .catch((error) => log.warn({ err: error, kind: worker.kind }, 'jobs cannot be claimed'))
      .finally(() => {
        dispatching = undefined
      })
    return dispatching
  }

  function start(job: Job): void {
    const abort = new AbortController()
    // A plain timer: Node 20 can garbage-collect a combined signal before it fires.
    const limit = setTimeout(() => abort.abort(new Error('It took too long')), options.runTimeoutMs)
    const run = () => runOnce(job, abort.signal)
    const ended = runInContext({ job: job.id }, run).then((settled) => {
      clearTimeout(limit)
      if (!running.delete(job.id)) return
      options.settle(settled, worker)
      // Claim again at half capacity, so that a long queue is not claimed one job at a time.
      if (hasMore && running.size <= worker.concurrency / 2) void dispatch()
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
        delayMs: delayMs ?? options.retries.maxDelayMs,
      }
    }
    log.error(details, 'a job failed for good')
    return { job, state: 'failed', error: text, cause: error, delayMs: 0 }
  }

  return {
    dispatch,
    async stop(withinMs) {
      isStopped = true
      const deadline = new Promise((resolve) => setTimeout(resolve, withinMs).unref())
      await Promise.race([dispatching, deadline])
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

/** One line of at most 500 characters: staff read it in a list. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  const oneLine = text.replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim()
  return [...oneLine].slice(0, 500).join('') || 'It failed without saying why'
}
