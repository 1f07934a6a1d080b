// A backup contains every table, and can be restored into either engine.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RestoreRefused, restoreBackup } from '#backend/backups/restore.ts'
import { listTables, writeBackup } from '#backend/backups/write-backup.ts'
import type { Database } from '#backend/database/database.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

const opened: TestDatabase[] = []
let lines: string[]
let original: Database

beforeAll(async () => {
  original = await open('embedded')
  await original.query(
    `insert into auth.users (email, raw_user_meta_data, encrypted_password)
     select 'user' || i || '@x.test', jsonb_build_object('full_name', 'Üser "' || i || '"'), '$2b$10$x'
     from generate_series(1, 1200) i`,
  )
  await original.query(
    `insert into user_roles (user_id, role) select id, 'admin' from profiles where email = 'user1@x.test'`,
  )
  await original.query(
    `insert into google_reviews (author_name, review_text, created_at)
     values ('Ann', E'Line one\\nline two \\\\ "quoted" 🌿', '2026-01-02T03:04:05.678901Z')`,
  )
  await original.query(
    `insert into auth.refresh_tokens (token, user_id) values ('abcdefabcdef', 'x'), ('bbcdefabcdef', 'y')`,
  )
  const first = `from profiles where email = 'user1@x.test'`
  await original.query(`insert into notice_choices (user_id, overdue) select id, false ${first}`)
  await original.query(
    `insert into internal.digests_sent (user_id, day) select id, '2026-11-17' ${first}`,
  )
  lines = await backUp(original)
})
afterAll(() => Promise.all(opened.map((database) => database.remove())))

describe.each(engines)('into %s', (engine) => {
  test('every table comes back as it was', async () => {
    const target = await open(engine)
    await restoreBackup(target, iterate(lines))
    for (const { name } of await listTables(original)) {
      expect(await rowsOf(target, name), name).toEqual(await rowsOf(original, name))
    }
    // Triggers are enabled again, and the serial column's sequence continues.
    await target.query(`insert into auth.users (email) values ('new@x.test')`)
    expect((await target.query(`select from profiles where email = 'new@x.test'`)).count).toBe(1)
    await target.query(
      `insert into auth.refresh_tokens (token, user_id) values ('cbcdefabcdef', 'z')`,
    )
    await expect(target.query('delete from user_roles')).rejects.toThrow('last administrator')
  })

  test('notes of a backup from before their authors were named are given the names', async () => {
    const source = await open(engine)
    await source.query(
      `insert into auth.users (email, raw_user_meta_data)
       values ('wren@x.test', '{"full_name":"Wren Writer"}')`,
    )
    await source.query(
      `insert into enquiries (name, email, phone, address, service, message)
       values ('Ann Lee', 'ann@x.test', '01632 960001', 'WR1 2AB', 'Other', 'Please call me back')`,
    )
    await source.query(
      `insert into enquiry_notes (enquiry_id, author_id, body)
       select e.id, p.id, 'Rang' from enquiries e, profiles p`,
    )
    const kept = await backUp(source)
    // A column that a backup lacks gets its default.
    const older = kept.map((line) => line.replace(/("author_name": ?)"Wren Writer"/, '$1null'))
    expect(older).not.toEqual(kept)
    const target = await open(engine)
    await restoreBackup(target, iterate(older))
    const { rows } = await target.query('select author_name from enquiry_notes')
    expect(rows).toEqual([{ author_name: 'Wren Writer' }])
  })

  test('jobs that the engine, or this version, has no worker for stay behind', async () => {
    const source = await open(engine)
    await source.query(
      `insert into internal.jobs (kind, payload)
       select kind, '{}' from unnest(array['table-care', 'vacuum', 'enquiry-retention']) kind`,
    )
    const target = await open(engine)
    await restoreBackup(target, iterate(await backUp(source)))
    const { rows } = await target.query('select kind from internal.jobs')
    expect(rows).toEqual([{ kind: 'enquiry-retention' }])
  })

  test('messages with their deliveries are restored, also over a backup without them', async () => {
    const source = await open(engine)
    await source.query(
      `insert into enquiries (name, email, phone, address, service, message)
       values ('Ann Lee', 'ann@x.test', '01632 960001', 'WR1 2AB', 'Other', 'Please call me back')`,
    )
    await source.query(
      `insert into enquiry_deliveries (enquiry_id, channel, state)
       select id, 'office_mail', 'delivered' from enquiries`,
    )
    const before = await backUp(source)
    await source.query(
      `insert into enquiry_messages (enquiry_id, kind, subject, body)
       select id, 'answer', 'Your lawn', 'We can visit' from enquiries`,
    )
    await source.query(
      `insert into enquiry_deliveries (enquiry_id, channel, message_id, state)
       select enquiry_id, 'message', id, 'delivered' from enquiry_messages`,
    )
    const read = (from: typeof source) =>
      from.query(
        `select channel, subject from enquiry_deliveries d
         left join enquiry_messages m on m.id = d.message_id order by channel`,
      )
    const target = await open(engine)
    await restoreBackup(target, iterate(await backUp(source)))
    expect((await read(target)).rows).toEqual([
      { channel: 'message', subject: 'Your lawn' },
      { channel: 'office_mail', subject: null },
    ])
    // As of a version without messages.
    const older = before.map((line) => line.replace(/, ?"message_id": ?null/, ''))
    expect(older).not.toEqual(before)
    await restoreBackup(target, iterate(older), { force: true })
    expect((await read(target)).rows).toEqual([{ channel: 'office_mail', subject: null }])
  })

  test('review requests are restored as they were, and restoring plans none', async () => {
    const source = await open(engine)
    await source.query(
      `insert into enquiries (name, email, phone, address, service, message, status)
       select 'Ann Lee', n || '@x.test', '01632 960001', 'WR1 2AB', 'Other', 'Please call me back', 'new'
       from generate_series(1, 3) n`,
    )
    await source.query(`update enquiries set status = 'won' where email <> '3@x.test'`)
    await source.query(`select internal.decline_reviews(internal.address_hash('2@x.test'))`)
    // Won before there were requests.
    await source.query(`delete from review_requests where address_hash =
      internal.address_hash('1@x.test')`)
    await source.query(`insert into google_reviews (author_name, town, service)
      values ('Ann Lee', 'Malvern', 'Other')`)
    await source.query(`insert into review_enquiries (review_id, enquiry_id)
      select r.id, e.id from google_reviews r, enquiries e where e.email = '2@x.test'`)
    const target = await open(engine)
    await restoreBackup(target, iterate(await backUp(source)))
    for (const table of [
      ...['review_requests', 'internal.review_stops', 'review_enquiries'],
      'google_reviews',
    ]) {
      const { rows } = await target.query(`select * from ${table}`)
      expect([table, rows]).toEqual([table, (await source.query(`select * from ${table}`)).rows])
      expect([table, rows.length]).toEqual([table, 1])
    }
  })

  test('data that is there is not overwritten without force', async () => {
    const target = await open(engine)
    await target.query(`insert into google_reviews (author_name) values ('Mine')`)
    await expect(restoreBackup(target, iterate(lines))).rejects.toBeInstanceOf(RestoreRefused)
    expect(
      (await target.query(`select from google_reviews where author_name = 'Mine'`)).count,
    ).toBe(1)
    await restoreBackup(target, iterate(lines), { force: true })
    expect(
      (await target.query(`select from google_reviews where author_name = 'Mine'`)).count,
    ).toBe(0)
  })

  test.each([
    ['cut off at the end', () => lines.slice(0, -1)],
    ['missing a row', () => lines.filter((line) => !line.includes('user600@x.test'))],
    ['of another kind', () => ['{"hello":"world"}']],
    ['not even text', () => ['\u0000\u0001garbage']],
    [
      'of a version with further migrations',
      () => [
        JSON.stringify({ ...JSON.parse(lines[0] ?? ''), migrations: ['public/2099_next.sql'] }),
        ...lines.slice(1),
      ],
    ],
    [
      'of a newer version',
      () => [
        ...lines.slice(0, 1),
        '{"table":"public.novelties","columns":["id"]}',
        ...lines.slice(1),
      ],
    ],
  ])('a file %s is refused and changes nothing', async (_, damaged) => {
    const target = await open(engine)
    await expect(restoreBackup(target, iterate(damaged()))).rejects.toBeInstanceOf(RestoreRefused)
    expect((await target.query('select from auth.users')).count).toBe(0)
  })
})

async function open(engine: (typeof engines)[number]): Promise<Database> {
  const test = await openTestDatabase(engine)
  opened.push(test)
  return test.database
}

async function backUp(database: Database): Promise<string[]> {
  const collected: string[] = []
  await writeBackup(database, (line) => {
    collected.push(line)
  })
  return collected
}

async function* iterate(list: string[]): AsyncGenerator<string> {
  yield* list
}

async function rowsOf(database: Database, table: string): Promise<unknown[]> {
  const { rows } = await database.query<{ row: unknown }>(
    `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text collate "C"`,
  )
  return rows.map(({ row }) => row)
}
