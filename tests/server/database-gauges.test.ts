// The gauges of the queue and the backups.
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseGauges } from '#server/metrics/database-gauges.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { readExposition } from '#tests/support/exposition.ts'

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase

  beforeAll(async () => {
    opened = await openTestDatabase(engine)
  })
  afterAll(() => opened.remove())
  beforeEach(async () => {
    await opened.database.query('delete from internal.jobs; delete from internal.backups')
  })

  async function readGauges(): Promise<Map<string, number>> {
    const registry = new Registry()
    await databaseGauges(registry, opened.database)()
    const samples = readExposition(await registry.metrics()).flatMap((family) => family.samples)
    return new Map(
      samples.map(({ name, labels, value }) => [[name, ...Object.values(labels)].join(' '), value]),
    )
  }
  const addJob = (kind: string, minutesAgo: number, state = 'waiting') =>
    opened.database.query(
      `insert into internal.jobs (kind, payload, state, run_at)
       values ($1, '{}', $2, now() - make_interval(mins => $3))`,
      [kind, state, minutesAgo],
    )
  const addBackup = (hoursAgo: number, isChecked: boolean, error: string | null = null) =>
    opened.database.query(
      `insert into internal.backups (file, bytes, rows, created_at, checked_at, check_error)
       values ('x', 1000 + $1, 1, to_timestamp(1700000000) - make_interval(hours => $1),
         case when $2 then now() end, $3)`,
      [hoursAgo, isChecked, error],
    )

  test('the age of the queue is that of the oldest delivery that is due', async () => {
    expect((await readGauges()).get('gardens_delivery_oldest_due_seconds')).toBe(0)
    await addJob('enquiry-mail', 10)
    await addJob('enquiry-webhook', 5)
    await addJob('mail', -30)
    await addJob('enquiry-mail', 500, 'failed')
    await addJob('enquiry-tallies', 60)
    const gauges = await readGauges()
    expect(gauges.get('gardens_delivery_oldest_due_seconds')).toBeGreaterThanOrEqual(600)
    expect(gauges.get('gardens_delivery_oldest_due_seconds')).toBeLessThan(3_600)
    expect(gauges.get('gardens_job_oldest_due_seconds enquiry-tallies')).toBeGreaterThanOrEqual(
      3_600,
    )
    expect(gauges.get('gardens_jobs enquiry-mail failed')).toBe(1)
    expect(gauges.get('gardens_jobs mail later')).toBe(1)
  })

  test('the age of what is not delivered counts from when it was written, through its retries', async () => {
    const oldest = 'gardens_delivery_oldest_waiting_seconds'
    expect((await readGauges()).get(`${oldest} enquiry-mail`)).toBe(0)
    await opened.database.query(
      `insert into internal.jobs (kind, state, tries, receiver_away, created_at, run_at) values
       ('enquiry-mail', 'waiting', 3, true, now() - interval '2 hours', now() + interval '1 hour'),
       ('enquiry-mail', 'waiting', 9, false, now() - interval '9 hours', now() + interval '1 hour'),
       ('enquiry-webhook', 'waiting', 0, false, now() - interval '3 days', now() + interval '1 day'),
       ('mail', 'failed', 17, true, now() - interval '3 days', now())`,
    )
    const gauges = await readGauges()
    expect(gauges.get('gardens_delivery_oldest_due_seconds')).toBe(0)
    expect(gauges.get(`${oldest} enquiry-mail`)).toBeGreaterThanOrEqual(7_200)
    expect(gauges.get(`${oldest} enquiry-mail`)).toBeLessThan(7_300)
    // Refused for its own sake, while the other finds nobody.
    const putOff = gauges.get('gardens_delivery_oldest_put_off_seconds enquiry-mail')
    expect(putOff).toBeGreaterThanOrEqual(9 * 3_600)
    expect(gauges.get('gardens_delivery_oldest_put_off_seconds mail')).toBe(0)
    // Planned for tomorrow, and given up: neither waits.
    expect(gauges.get(`${oldest} enquiry-webhook`)).toBe(0)
    expect(gauges.get(`${oldest} mail`)).toBe(0)
  })

  test('a backup that cannot be restored is the last, not the restorable one', async () => {
    await addBackup(2, true)
    await addBackup(1, true, 'the file is cut off')
    await addBackup(0, false)
    const gauges = await readGauges()
    expect(gauges.get('gardens_backup_last_timestamp_seconds')).toBe(1_700_000_000)
    expect(gauges.get('gardens_backup_restorable_timestamp_seconds')).toBe(1_700_000_000 - 7_200)
    expect(gauges.get('gardens_backup_last_size_bytes')).toBe(1_000)
  })

  test('without a backup there is no time, not that of 1970', async () => {
    const gauges = await readGauges()
    expect(gauges.has('gardens_backup_last_timestamp_seconds')).toBe(false)
    expect(gauges.has('gardens_backup_restorable_timestamp_seconds')).toBe(false)
    expect(gauges.get('gardens_database_up')).toBe(1)
  })

  test('files are counted, and photographs that wait for their enquiry', async () => {
    const objects = [`pending/${'a'.repeat(36)}.jpg`, '00000000-0000-4000-8000-000000000000/1.jpg']
    await opened.database.query(
      `insert into storage.objects (bucket_id, name)
       select 'enquiry-photos', name from unnest($1::text[]) name`,
      [objects],
    )
    await opened.database.query(
      `insert into internal.files (hash, size) values (repeat('a', 64), 700), (repeat('b', 64), 50)`,
    )
    const gauges = await readGauges()
    expect(gauges.get('gardens_files')).toBe(2)
    expect(gauges.get('gardens_file_bytes')).toBe(750)
    expect(gauges.get('gardens_photos_waiting')).toBe(1)
  })
})

test('without the database only that is told', async () => {
  const registry = new Registry()
  const away = {
    connections: () => ({ open: 0, idle: 0, waiting: 0 }),
    transaction: () => Promise.reject(new Error('away')),
  }
  await databaseGauges(registry, away as never)()
  const text = await registry.metrics()
  expect(text).toContain('\ngardens_database_up 0\n')
  expect(text).not.toMatch(/^gardens_(job|delivery|backup)/m)
})
