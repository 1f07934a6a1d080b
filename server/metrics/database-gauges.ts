// What the database says of the queue and the backups; the same from every instance. Without the
// database there is nothing to say of them.
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '#backend/database/database.ts'
import { deliveryKinds } from '#backend/enquiries/store.ts'
import { mailKind } from '#backend/mail/mail-jobs.ts'
import { smsKind } from '#backend/sms/sms-jobs.ts'

const delivering: string[] = [...deliveryKinds, mailKind, smsKind]

interface Facts {
  queue: { kind: string; due: number; later: number; failed: number; age: number }[]
  /** Seconds since 1970; null when there is none. */
  backup: { taken: number | null; restorable: number | null; bytes: number | null }
}

/** The gauges are in the registry from now on; the function reads their values anew. */
export function databaseGauges(registry: Registry, database: Database): () => Promise<void> {
  const registers = [registry]
  const gauge = <Label extends string = never>(name: string, help: string, labels: Label[] = []) =>
    new Gauge({ name, help, labelNames: labels, registers })
  const connections = gauge(
    'gardens_database_connections',
    'Connections by state, and requests that wait for one.',
    ['state'],
  )
  const up = gauge('gardens_database_up', 'Whether the database answered.')
  const jobs = gauge(
    'gardens_jobs',
    'Jobs in the queue: due now, to be tried later, failed for good.',
    ['kind', 'state'],
  )
  const oldest = gauge(
    'gardens_job_oldest_due_seconds',
    'How long the oldest job that is due has been so.',
    ['kind'],
  )
  const oldestDelivery = gauge(
    'gardens_delivery_oldest_due_seconds',
    'How long the oldest mail, webhook or text message that is due has been so; 0 when none is.',
  )
  const taken = gauge('gardens_backup_last_timestamp_seconds', 'When the last backup was taken.')
  const restorable = gauge(
    'gardens_backup_restorable_timestamp_seconds',
    'When the newest backup was taken that has been restored to prove it.',
  )
  const bytes = gauge('gardens_backup_last_size_bytes', 'How large the last backup is.')

  return async () => {
    const { open, idle, waiting } = database.connections()
    connections.set({ state: 'in_use' }, open - idle)
    connections.set({ state: 'idle' }, idle)
    connections.set({ state: 'waiting' }, waiting)
    const facts = await readFacts(database).catch(() => undefined)
    // Unlabelled gauges begin at 0, which would be a backup of 1970: they are removed instead.
    for (const one of [oldestDelivery, taken, restorable, bytes]) one.remove()
    jobs.reset()
    oldest.reset()
    up.set(facts ? 1 : 0)
    if (!facts) return
    for (const { kind, due, later, failed, age } of facts.queue) {
      jobs.set({ kind, state: 'due' }, due)
      jobs.set({ kind, state: 'later' }, later)
      jobs.set({ kind, state: 'failed' }, failed)
      oldest.set({ kind }, age)
    }
    const deliveries = facts.queue.filter(({ kind }) => delivering.includes(kind))
    oldestDelivery.set(Math.max(0, ...deliveries.map(({ age }) => age)))
    const { backup } = facts
    if (backup.taken !== null) taken.set(backup.taken)
    if (backup.restorable !== null) restorable.set(backup.restorable)
    if (backup.bytes !== null) bytes.set(backup.bytes)
  }
}

function readFacts(database: Database): Promise<Facts> {
  return database.transaction(
    async (tx) => {
      const { rows: queue } = await tx.query<Facts['queue'][number]>(
        `select kind,
           count(*) filter (where state = 'waiting' and run_at <= now())::int as due,
           count(*) filter (where state = 'waiting' and run_at > now())::int as later,
           count(*) filter (where state = 'failed')::int as failed,
           coalesce(extract(epoch from now() - min(run_at) filter (
             where state = 'waiting' and run_at <= now())), 0)::float8 as age
         from internal.jobs group by kind order by kind`,
      )
      // What is dated later than now was written while the clock was ahead.
      const { rows: backups } = await tx.query<Facts['backup']>(
        `select extract(epoch from max(created_at))::float8 as taken,
           extract(epoch from max(created_at) filter (
             where checked_at is not null and check_error is null))::float8 as restorable,
           (array_agg(bytes order by created_at desc))[1]::float8 as bytes
         from internal.backups where created_at <= now() + interval '10 minutes'`,
      )
      return { queue, backup: backups[0] ?? { taken: null, restorable: null, bytes: null } }
    },
    { timeoutMs: 2_000 },
  )
}
