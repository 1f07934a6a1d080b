// The next step of an enquiry: who, when, worth what; two people at once; and what a day brings. On both
// engines.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asCaller } from '#backend/database/as-caller.ts'
import type { Database } from '#backend/database/database.ts'
import type { Today } from '#schemas/function-results.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

const columns = 'name, email, phone, address, service, message'
const fields = `'Ann Lee', 'ann@example.com', '01632 960001', 'WR1 2AB', 'Other', 'Please call me back'`

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  let database: Database
  const [wren, kit] = [randomUUID(), randomUUID()]
  let id: string

  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    database = opened.database
    for (const [person, name, role] of [
      [wren, 'Wren Weaver', 'staff'],
      [kit, 'Kit Carter', 'admin'],
    ]) {
      await database.query(
        `insert into auth.users (id, email, raw_user_meta_data)
         values ($1, $2, jsonb_build_object('full_name', $3::text))`,
        [person, `${person}@x.test`, name],
      )
      await database.query('insert into user_roles (user_id, role) values ($1, $2)', [person, role])
    }
  })
  afterAll(() => opened.remove())

  beforeEach(async () => {
    await database.query('delete from enquiries')
    id = await addEnquiry()
  })

  async function addEnquiry(more: Record<string, unknown> = {}): Promise<string> {
    const names = Object.keys(more)
    const { rows } = await database.query<{ id: string }>(
      `insert into enquiries (${[columns, ...names].join(', ')})
       values (${[fields, ...names.map((_, at) => `$${at + 1}`)].join(', ')}) returning id`,
      Object.values(more),
    )
    return rows[0]?.id ?? ''
  }

  const as = (sub: string, sql: string, values: unknown[] = []) =>
    asCaller(database, { role: 'authenticated', claims: { sub } }, (tx) => tx.query(sql, values))

  async function read() {
    const { rows } = await database.query<Record<string, unknown>>(
      `select assigned_to, assigned_name, version, changed_by, quote_pence
       from enquiries where id = $1`,
      [id],
    )
    return rows[0]
  }

  const lastLine = async () =>
    (
      await database.query<{ actor: string; before: unknown; after: unknown }>(
        `select actor, before, after from audit_trail where subject_id = $1 order by id desc limit 1`,
        [id],
      )
    ).rows[0]

  test('the database names the colleague, and follows a change of name', async () => {
    await as(wren, `update enquiries set assigned_to = $1`, [kit])
    expect(await read()).toMatchObject({
      assigned_name: 'Kit Carter',
      version: 2,
      changed_by: wren,
    })
    await database.query(
      `update auth.users set raw_user_meta_data = '{"full_name":"Kit Cooper"}' where id = $1`,
      [kit],
    )
    expect(await read()).toMatchObject({ assigned_name: 'Kit Cooper', version: 2 })
    await database.query(
      `update auth.users set raw_user_meta_data = '{"full_name":"Kit Carter"}' where id = $1`,
      [kit],
    )
  })

  test('nobody but a colleague can be assigned, and a deleted one is no longer', async () => {
    const guest = randomUUID()
    await database.query(`insert into auth.users (id, email) values ($1, 'guest@x.test')`, [guest])
    for (const person of [guest, randomUUID()]) {
      await expect(as(wren, 'update enquiries set assigned_to = $1', [person])).rejects.toThrow(
        'An enquiry can only be assigned to a colleague',
      )
    }
    await database.query(`insert into user_roles (user_id, role) values ($1, 'staff')`, [guest])
    await as(wren, 'update enquiries set assigned_to = $1', [guest])
    expect(await read()).toMatchObject({ assigned_to: guest, assigned_name: 'A colleague' })
    await database.query('delete from auth.users where id = $1', [guest])
    expect(await read()).toMatchObject({ assigned_to: null, assigned_name: null })
  })

  test('of two changes to the same version only the first is made', async () => {
    const change = (sub: string, pence: number) =>
      as(sub, `update enquiries set quote_pence = $2 where id = $1 and version = 1`, [id, pence])
    const [first, second] = await Promise.all([change(wren, 100), change(kit, 200)])
    expect([first.count, second.count].sort()).toEqual([0, 1])
    const winner =
      first.count === 1
        ? { quote_pence: 100, changed_by: wren }
        : { quote_pence: 200, changed_by: kit }
    expect(await read()).toMatchObject({ ...winner, version: 2 })
  })

  test('what changes nothing raises no version', async () => {
    await as(wren, `update enquiries set quote_pence = null, status = 'new'`)
    expect(await read()).toMatchObject({ version: 1, changed_by: null })
  })

  test.each([
    [`follow_up_on = '2026-12-01'`, { follow_up_on: null }, { follow_up_on: '2026-12-01' }],
    ['quote_pence = 125050', { quote_pence: null }, { quote_pence: 125050 }],
    [
      `status = 'won', won_pence = 99`,
      { status: 'new', won_pence: null },
      { status: 'won', won_pence: 99 },
    ],
  ])('%s is in the audit trail', async (change, before, after) => {
    await as(wren, `update enquiries set ${change}`)
    expect(await lastLine()).toEqual({ actor: 'Wren Weaver', before, after })
  })

  test.each(['quote_pence = -1', 'won_pence = -1', `follow_up_on = '20261-01-01'`])(
    '%s is refused',
    async (change) => {
      await expect(as(wren, `update enquiries set ${change}`)).rejects.toThrow()
    },
  )

  test('colleagues are who has a role and is not disabled, by name and without addresses', async () => {
    const { rows } = await as(wren, 'select * from colleagues()')
    expect(rows).toEqual([
      { id: kit, name: 'Kit Carter' },
      { id: wren, name: 'Wren Weaver' },
    ])
    await database.query(
      `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      [wren],
    )
    expect((await as(kit, 'select * from colleagues()')).count).toBe(1)
    await database.query('update auth.users set banned_until = null where id = $1', [wren])
  })

  async function today(own = false): Promise<Today> {
    const { rows } = await as(wren, 'select today($1) as today', [own])
    return rows[0]?.today as Today
  }
  const ids = (group: { rows: { id: string }[] }) => group.rows.map((row) => row.id)
  const at = async (sql: string) =>
    (await database.query<{ at: Date }>(`select ${sql} as at`)).rows[0]?.at

  test('a day without anything is empty', async () => {
    await database.query('delete from enquiries')
    const { day, ...groups } = await today()
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
    const nothing = { count: 0, rows: [] }
    expect(groups).toEqual({
      ...{ overdue: nothing, due: nothing, follow_ups: nothing, visits: nothing, new: nothing },
    })
  })

  test('a day has what is due, in the time of the firm', async () => {
    await database.query('delete from enquiries')
    const midnight = `date_trunc('day', now() at time zone 'Europe/London') at time zone 'Europe/London'`
    const long = { created_at: await at(`now() - interval '30 days'`) }
    const late = await addEnquiry({ ...long, reply_due: await at(`now() - interval '1 hour'`) })
    const soon = await addEnquiry({
      ...long,
      reply_due: await at(
        `least(now() + interval '1 minute', ${midnight} + interval '23 hours 59 minutes 59.9 seconds')`,
      ),
    })
    await addEnquiry({ ...long, reply_due: await at(`${midnight} + interval '26 hours'`) })
    await addEnquiry({ ...long, status: 'spam', reply_due: await at(`now() - interval '1 hour'`) })
    const day = `(now() at time zone 'Europe/London')::date`
    const called = await addEnquiry({
      ...{ ...long, status: 'contacted', follow_up_on: await at(`${day} - 3`), assigned_to: wren },
    })
    const tomorrow = { follow_up_on: await at(`${day} + 1`) }
    await addEnquiry({ ...long, status: 'contacted', ...tomorrow })
    const fresh = await addEnquiry({
      status: 'contacted',
      created_at: await at(`${midnight} - interval '20 hours'`),
    })
    await addEnquiry({
      status: 'contacted',
      created_at: await at(`${midnight} - interval '26 hours'`),
    })

    const all = await today()
    expect(ids(all.overdue)).toEqual([late])
    expect(ids(all.due)).toEqual([soon])
    expect(ids(all.follow_ups)).toEqual([called])
    expect(ids(all.new)).toEqual([fresh])
    const own = await today(true)
    expect([own.overdue.count, own.due.count, own.new.count]).toEqual([0, 0, 0])
    expect(ids(own.follow_ups)).toEqual([called])
  })

  test('a hundred overdue answers show the longest waiting, and their number', async () => {
    await database.query(
      `insert into enquiries (${columns}, created_at, reply_due)
       select ${fields}, now() - n * interval '1 day', now() - n * interval '1 hour'
       from generate_series(3, 102) n`,
    )
    const { overdue } = await today()
    expect(overdue.count).toBe(100)
    expect(overdue.rows).toHaveLength(30)
    expect(new Date(overdue.rows[0]?.reply_due ?? '').getTime()).toBeLessThan(
      Date.now() - 100 * 3_600_000,
    )
  })
})
