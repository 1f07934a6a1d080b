// Gauges of the queue and the backups, read from the database; the same on every instance, and absent
// while the database is down.
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '#backend/database/database.ts'
import { deliveryKinds } from '#backend/enquiries/store.ts'
import { mailKind } from '#backend/mail/mail-jobs.ts'
import { smsKind } from '#backend/sms/sms-jobs.ts'

const delivering: string[] = [...deliveryKinds, mailKind, smsKind]

interface Facts {
  queue: {
    kind: string
    due: number
    later: number
    failed: number
    /** Seconds since the oldest that is due has been so. */
    age: number
    /** Seconds since the oldest was added that is due, running or has failed before. */
    waited: number
    put_off: number
  }[]
  /** Seconds since 1970; null when there is none. */
  backup: { taken: number | null; restorable: number | null; bytes: number | null }
  files: { count: number; bytes: number; waiting: number }
}

/** Registers the gauges; the returned function updates their values. */
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
  const oldestWaiting = gauge(
    'gardens_delivery_oldest_waiting_seconds',
    'Age of the oldest mail, webhook or text message that nobody has taken or refused yet, retries included; 0 when none is.',
    ['kind'],
  )
  const oldestPutOff = gauge(
    'gardens_delivery_oldest_put_off_seconds',
    'Age of the oldest mail, webhook or text message that its receiver put off for its own sake; 0 when none is.',
    ['kind'],
  )
  const taken = gauge('gardens_backup_last_timestamp_seconds', 'When the last backup was taken.')
  const restorable = gauge(
    'gardens_backup_restorable_timestamp_seconds',
    'When the newest backup was taken that has been restored to prove it.',
  )
  const bytes = gauge('gardens_backup_last_size_bytes', 'How large the last backup is.')
  const files = gauge('gardens_files', 'Files in the file store.')
  const fileBytes = gauge('gardens_file_bytes', 'Size of all files in the file store.')
  const waitingPhotos = gauge(
    'gardens_photos_waiting',
    'Uploaded photographs that no enquiry has named yet; they go after a day.',
  )

  return async () => {
    const { open, idle, waiting } = database.connections()
    connections.set({ state: 'in_use' }, open - idle)
    connections.set({ state: 'idle' }, idle)
    connections.set({ state: 'waiting' }, waiting)
    const facts = await readFacts(database).catch(() => undefined)
    // Unlabelled gauges start at 0, which would mean a backup in 1970: they are removed instead.
    for (const one of [oldestDelivery, taken, restorable, bytes, files, fileBytes, waitingPhotos]) {
      one.remove()
    }
    jobs.reset()
    oldest.reset()
    oldestWaiting.reset()
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
    for (const gauge of [oldestWaiting, oldestPutOff]) {
      for (const kind of delivering) gauge.set({ kind }, 0)
    }
    for (const { kind, waited, put_off } of deliveries) {
      oldestWaiting.set({ kind }, waited)
      oldestPutOff.set({ kind }, put_off)
    }
    const { backup } = facts
    if (backup.taken !== null) taken.set(backup.taken)
    if (backup.restorable !== null) restorable.set(backup.restorable)
    if (backup.bytes !== null) bytes.set(backup.bytes)
    files.set(facts.files.count)
    fileBytes.set(facts.files.bytes)
    waitingPhotos.set(facts.files.waiting)
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
             where state = 'waiting' and run_at <= now())), 0)::float8 as age,
           greatest(0, extract(epoch from now() - min(created_at) filter (
             -- Not what is planned for later, such as a review request.
             where state = 'waiting' and (run_at <= now() or tries > 0 or held_by is not null)
               and (tries = 0 or receiver_away)
           )))::float8 as waited,
           greatest(0, extract(epoch from now() - min(created_at) filter (
             where state = 'waiting' and tries > 0 and not receiver_away
           )))::float8 as put_off
         from internal.jobs group by kind order by kind`,
      )
      // Later dates were written while the clock was ahead.
      const { rows: backups } = await tx.query<Facts['backup']>(
        `select extract(epoch from max(created_at))::float8 as taken,
           extract(epoch from max(created_at) filter (
             where checked_at is not null and check_error is null))::float8 as restorable,
           (array_agg(bytes order by created_at desc))[1]::float8 as bytes
         from internal.backups where created_at <= now() + interval '10 minutes'`,
      )
      const { rows: files } = await tx.query<Facts['files']>(
        `select count(*)::int as count, coalesce(sum(size), 0)::float8 as bytes, (
           select count(*)::int from storage.objects
           where bucket_id = 'enquiry-photos' and name collate "C" >= 'pending/'
             and name collate "C" < 'pending0'
         ) as waiting from internal.files`,
      )
      return {
        queue,
        backup: backups[0] ?? { taken: null, restorable: null, bytes: null },
        files: files[0] ?? { count: 0, bytes: 0, waiting: 0 },
      }
    },
    { timeoutMs: 2_000 },
  )
}
