// What the product counts about itself, one set per process.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { skipped, type Worker } from '#backend/jobs/job.ts'
import { type Counter, counter, histogram } from './series.ts'

export interface Metrics {
  /** To be called for every request as it comes in. */
  watch(request: IncomingMessage, response: ServerResponse): void
  pageCache: Counter
  /** The same worker, with its runs counted. */
  counted(worker: Worker): Worker
  render(): string[]
}

/** Seconds. A page from memory is below the first; what is above the last is a fault. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(): Metrics {
  const requests = counter('http_requests_total', 'Requests by kind of address and status.', [
    'route',
    'status',
  ])
  const seconds = histogram(
    'http_request_duration_seconds',
    'Time from a request to the end of its answer.',
    'route',
    bounds,
  )
  const pageCache = counter('page_cache_total', 'Pages asked for, by whether they were ready.', [
    'result',
  ])
  const signIns = counter('sign_ins_total', 'Sign-ins with a password, by outcome.', ['outcome'])
  const runs = counter('job_runs_total', 'Tries of jobs (mails, webhooks, …), by outcome.', [
    'kind',
    'outcome',
  ])

  return {
    watch(request, response) {
      const before = performance.now()
      const route = routeOf(request.url ?? '')
      response.once('close', () => {
        // Nobody was left to answer: what became of it is not known.
        const status = response.writableFinished ? response.statusCode : 499
        requests.add(route, status)
        seconds.observe(route, (performance.now() - before) / 1000)
        if (route === 'auth' && isSignIn(request)) signIns.add(outcomeOf(status))
      })
    },
    pageCache,
    counted(worker) {
      return {
        ...worker,
        async run(job, signal) {
          try {
            const result = await worker.run(job, signal)
            runs.add(worker.kind, result === skipped ? skipped : 'done')
            return result
          } catch (error) {
            runs.add(worker.kind, 'failed')
            throw error
          }
        },
      }
    },
    render: () => [requests, seconds, pageCache, signIns, runs].flatMap((one) => one.render()),
  }
}

const routes: [string, string][] = [
  ['/assets/', 'asset'],
  ['/auth/v1/', 'auth'],
  ['/rest/v1/', 'tables'],
  ['/functions/v1/contact-webhook', 'enquiry'],
  ['/api/webhooks/contact', 'enquiry'],
  ['/functions/v1/', 'function'],
  ['/healthz', 'health'],
  ['/metrics', 'metrics'],
]

/** A handful of kinds: whatever strangers ask for, the list does not grow. */
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
