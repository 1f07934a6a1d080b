// Sends what cannot be recalled, at least once and seldom twice. Before the last line the database is
// written to: what it could not record as sent is not sent. After the other side's yes one statement
// records it, ahead of the batch that settles jobs.
import type { Database } from '../database/database.ts'
import type { Job, JobLog } from './job.ts'

export type HandOver = <Result extends string>(
  job: Job,
  /** `beforeLast` has to resolve before the other side gets what makes the message whole. */
  send: (beforeLast: () => Promise<void>) => Promise<Result>,
) => Promise<Result | 'sent'>

export function handOver(database: Database, log: Pick<JobLog, 'warn'>): HandOver {
  async function markHandedOver({ id }: Job): Promise<void> {
    const { count } = await database.query(
      'update internal.jobs set handed_over_at = clock_timestamp() where id = $1',
      [id],
      { name: 'hand-over-job' },
    )
    if (count === 0) throw new Error('The job was withdrawn while it ran')
  }

  async function markAccepted({ id, kind }: Job): Promise<void> {
    try {
      await database.query(
        'update internal.jobs set accepted_at = clock_timestamp() where id = $1',
        [id],
        { name: 'accept-job' },
      )
    } catch (error) {
      // It was sent. The settling of the job records it later, unless the process ends before.
      log.warn({ err: error, job: id, kind }, 'that a message was sent cannot be recorded yet')
    }
  }

  return async (job, send) => {
    if (job.isAccepted) return 'sent'
    if (job.isHandedOver) {
      const details = { job: job.id, kind: job.kind }
      log.warn(details, 'sent again: the process ended before the answer to the first was recorded')
    }
    const end = await send(() => markHandedOver(job))
    if (end === 'sent') await markAccepted(job)
    return end
  }
}
