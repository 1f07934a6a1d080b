// Sends messages that cannot be recalled: at least once, and rarely twice. Before the last part is
// sent, the job is marked in the database, so nothing is sent while the database cannot record it.
// When the receiver has accepted, a single statement records that, ahead of the batch that settles
// jobs.
import type { Database } from '../database/database.ts'
import type { Job, JobLog } from './job.ts'

export type HandOver = <Result extends string>(
  job: Job,
  /** `beforeLast` must resolve before the receiver gets the part that completes the message. */
  send: (beforeLast: () => Promise<void>) => Promise<Result>,
) => Promise<Result | 'sent'>

export function handOver(database: Database, log: Pick<JobLog, 'warn'>): HandOver {
  async function markHandedOver({ id, lease }: Job): Promise<void> {
    // A run that was too slow has lost its lease: another has the job, and sends the message.
    const { count } = await database.query(
      `update internal.jobs set handed_over_at = clock_timestamp()
       where id = $1 and held_by = $2 and accepted_at is null`,
      [id, lease],
      { name: 'hand-over-held-job' },
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
      // The message was sent. Settling the job records that later, unless the process ends before.
      log.warn({ err: error, job: id, kind }, 'that a message was sent cannot be recorded yet')
    }
  }

  return async (job, send) => {
    if (job.isAccepted) return 'sent'
    if (job.isHandedOver) {
      const details = { job: job.id, kind: job.kind }
      log.warn(details, 'sent again: no answer to the first try was recorded')
    }
    const end = await send(() => markHandedOver(job))
    if (end === 'sent') await markAccepted(job)
    return end
  }
}
