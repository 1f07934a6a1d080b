import type { CheckDeps, CheckResult } from './check.ts'
import { formatCount, formatDuration } from './format-amounts.ts'

const overdueAfterSeconds = 300

interface QueueRow {
  waiting: number
  failed: number
  oldest: number
}

export async function checkQueue({ database }: CheckDeps): Promise<CheckResult> {
  const { rows } = await database.query<QueueRow>(
    `select
       count(*) filter (where state = 'waiting' and (run_at <= now() or tries > 0))::int as waiting,
       count(*) filter (where state = 'failed')::int as failed,
       coalesce(extract(epoch from now() - min(run_at) filter (
         where state = 'waiting' and run_at <= now())), 0)::float8 as oldest
     from internal.jobs`,
  )
  return rateQueue(rows[0] ?? { waiting: 0, failed: 0, oldest: 0 })
}

export function rateQueue({ waiting, failed, oldest }: QueueRow): CheckResult {
  if (oldest > overdueAfterSeconds) {
    return {
      state: 'failed',
      finding: `${formatCount(waiting, 'job')} ${waiting === 1 ? 'is' : 'are'} waiting, the oldest for ${formatDuration(oldest)}.`,
      advice: 'Nothing is working on them. Restart the server, and look at its log if they stay.',
    }
  }
  if (failed > 0) {
    return {
      state: 'warning',
      finding: `${formatCount(failed, 'job')} failed and will not be tried again.`,
      advice: 'Open Mail: what was not delivered is listed there, with Try again.',
    }
  }
  if (waiting > 0) {
    return {
      state: 'ok',
      finding: `${formatCount(waiting, 'job')} on the way, or waiting for another try.`,
    }
  }
  return { state: 'ok', finding: 'Nothing is waiting.' }
}
