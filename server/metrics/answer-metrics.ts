// GET /metrics, for whoever holds the secret key: what was counted, and what is so at this moment.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Context } from 'hono'
import { bearerTokenOf } from '#backend/caller/caller.ts'
import type { Keys } from '#backend/caller/keys.ts'
import type { Database } from '#backend/database/database.ts'
import type { Metrics } from './metrics.ts'
import { gauge } from './series.ts'

export interface AnswerMetricsOptions {
  metrics: Metrics
  database: Database
  keys: Keys
}

export function answerMetrics({ metrics, database, keys }: AnswerMetricsOptions) {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return async (context: Context): Promise<Response> => {
    const key = bearerTokenOf(context.req.raw) ?? context.req.header('apikey') ?? ''
    if (!keys.isSecretKey(key)) {
      return context.text('The secret key is needed\n', 401, { 'WWW-Authenticate': 'Bearer' })
    }
    const lines = [
      ...metrics.render(),
      ...describePool(database),
      ...(await describeQueue(database)),
      ...describeProcess(),
      ...gauge('event_loop_delay_seconds', 'Delay of the event loop since the last reading.', [
        [{ quantile: '0.5' }, delay.percentile(50) / 1e9],
        [{ quantile: '0.99' }, delay.percentile(99) / 1e9],
        [{ quantile: '1' }, delay.max / 1e9],
      ]),
    ]
    delay.reset()
    return context.text(`${lines.join('\n')}\n`, 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    })
  }
}

function describePool(database: Database): string[] {
  const { open, idle, waiting } = database.connections()
  return gauge('database_connections', 'Connections by state, and requests that wait for one.', [
    [{ state: 'in_use' }, open - idle],
    [{ state: 'idle' }, idle],
    [{ state: 'waiting' }, waiting],
  ])
}

/** The queue is the same for every instance. Without the database there is nothing to say of it. */
async function describeQueue(database: Database): Promise<string[]> {
  const read = database.transaction(
    (tx) =>
      tx.query<{ kind: string; due: number; later: number; failed: number; age: number }>(
        `select kind,
           count(*) filter (where state = 'waiting' and run_at <= now())::int as due,
           count(*) filter (where state = 'waiting' and run_at > now())::int as later,
           count(*) filter (where state = 'failed')::int as failed,
           coalesce(extract(epoch from now() - min(run_at) filter (
             where state = 'waiting' and run_at <= now())), 0)::float8 as age
         from internal.jobs group by kind order by kind`,
      ),
    { limitMs: 2_000 },
  )
  const { rows } = await read.catch(() => ({ rows: [] }))
  return [
    ...gauge('database_up', 'Whether the database answered.', [
      [{}, await read.then(() => 1).catch(() => 0)],
    ]),
    ...gauge(
      'jobs',
      'Jobs in the queue: due now, to be tried later, failed for good.',
      rows.flatMap(({ kind, due, later, failed }): [{ kind: string; state: string }, number][] => [
        [{ kind, state: 'due' }, due],
        [{ kind, state: 'later' }, later],
        [{ kind, state: 'failed' }, failed],
      ]),
    ),
    ...gauge(
      'job_oldest_due_seconds',
      'How long the oldest job that is due has been so.',
      rows.map(({ kind, age }): [{ kind: string }, number] => [{ kind }, age]),
    ),
  ]
}

function describeProcess(): string[] {
  const { rss, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    ...gauge('process_memory_bytes', 'Memory of the process.', [
      [{ kind: 'resident' }, rss],
      [{ kind: 'heap' }, heapUsed],
      [{ kind: 'external' }, external],
    ]),
    ...gauge('process_cpu_seconds', 'Processor time used since the start.', [
      [{}, (user + system) / 1e6],
    ]),
    ...gauge('process_uptime_seconds', 'Time since the start.', [[{}, process.uptime()]]),
  ]
}
