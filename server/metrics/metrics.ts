// The metrics of this process. The product's own names begin with `gardens_`.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Counter, Histogram, Registry } from 'prom-client'
import { skipped, type Worker } from '#backend/jobs/job.ts'

export interface Metrics {
  registry: Registry
  /** Call for every incoming request. */
  watch(request: IncomingMessage, response: ServerResponse): void
  pageCache: Counter<'result'>
  /** Wraps a worker so that its runs are counted. */
  counted(worker: Worker): Worker
}

/**
 * Histogram buckets in seconds. A cached page is below the first; anything above the last is a fault.
 */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(): Metrics {
  // Not the library's global registry: tests run several servers in one process.
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'gardens_http_requests_total',
    help: 'Requests by kind of address and status.',
    labelNames: ['route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'gardens_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['route'],
    buckets: bounds,
    registers,
  })
  const pageCache = new Counter({
    name: 'gardens_page_cache_requests_total',
    help: 'Pages asked for, by whether they were ready.',
    labelNames: ['result'],
    registers,
  })
  const signIns = new Counter({
    name: 'gardens_sign_ins_total',
    help: 'Sign-ins with a password, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const runs = new Counter({
    name: 'gardens_job_runs_total',
    help: 'Tries of jobs (mails, webhooks, …), by outcome.',
    labelNames: ['kind', 'outcome'],
    registers,
  })

  return {
    registry,
    watch(request, response) {
      const before = performance.now()
      const route = routeOf(request.url ?? '')
      response.once('close', () => {
        // The client disconnected: 499, as in nginx.
        const status = response.writableFinished ? response.statusCode : 499
        requests.inc({ route, status })
        seconds.observe({ route }, (performance.now() - before) / 1000)
        if (route === 'auth' && isSignIn(request)) signIns.inc({ outcome: outcomeOf(status) })
      })
    },
    pageCache,
    counted(worker) {
      const { kind } = worker
      return {
        ...worker,
        async run(job, signal) {
          try {
            const result = await worker.run(job, signal)
            runs.inc({ kind, outcome: result === skipped ? skipped : 'done' })
            return result
          } catch (error) {
            runs.inc({ kind, outcome: 'failed' })
            throw error
          }
        },
      }
    },
  }
}

const routes: [string, string][] = [
  ['/assets/', 'asset'],
  ['/auth/v1/', 'auth'],
  ['/rest/v1/', 'tables'],
  ['/storage/v1/', 'storage'],
  ['/functions/v1/contact-webhook', 'enquiry'],
  ['/api/webhooks/contact', 'enquiry'],
  ['/api/photos/', 'photos'],
  ['/enquiry-photos', 'photos'],
  ['/calendar/', 'calendar'],
  ['/review-requests/', 'review-requests'],
  ['/functions/v1/', 'function'],
  ['/healthz', 'health'],
  ['/metrics', 'metrics'],
]

/** A fixed set of labels, whatever paths are requested. */
function routeOf(url: string): string {
  return routes.find(([start]) => url.startsWith(start))?.[1] ?? 'page'
}

function isSignIn({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && /^\/auth\/v1\/token\?(.*&)?grant_type=password(&|$)/.test(url)
}

function outcomeOf(status: number): string {
  if (status < 300) return 'accepted'
  return status === 429 ? 'limited' : status < 500 ? 'refused' : 'failed'
}
