// The computed columns of an enquiry, on both engines.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asCaller } from '#backend/database/as-caller.ts'
import type { Database, Queryable } from '#backend/database/database.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

const fields = `'Ann Lee', 'ann@example.com', '01632 960001', 'WR1 2AB', 'Other', 'Please call me back'`
const columns = 'name, email, phone, address, service, message'

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  let database: Database
  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    database = opened.database
  })
  afterAll(() => opened.remove())

  test('waits until the promised time, or for a day where none is given', async () => {
    const { rows } = await database.query<{ days: number; waiting_until: Date }>(
      `insert into enquiries (${columns}, reply_due)
       values (${fields}, '2026-11-23T10:00:00Z'), (${fields}, null)
       returning waiting_until, extract(epoch from reply_due - created_at) / 86400 as days`,
    )
    expect(rows[0]?.waiting_until.toISOString()).toBe('2026-11-23T10:00:00.000Z')
    expect(Number(rows[1]?.days)).toBe(1)
  })

  test('the first move from New is the first answer, and stays so', async () => {
    const { rows } = await database.query<{ id: string; waiting_until: Date | null }>(
      `insert into enquiries (${columns}) values (${fields}) returning id, waiting_until`,
    )
    const [enquiry] = rows
    expect(enquiry?.waiting_until).not.toBeNull()
    const move = async (status: string) => {
      const moved = await database.query<{
        first_reply_at: Date | null
        waiting_until: Date | null
      }>(`update enquiries set status = $2 where id = $1 returning first_reply_at, waiting_until`, [
        enquiry?.id,
        status,
      ])
      return moved.rows[0]
    }
    expect((await move('spam'))?.first_reply_at).toBeNull()
    expect((await move('new'))?.first_reply_at).toBeNull()
    const first = await move('contacted')
    expect(first?.first_reply_at).toBeInstanceOf(Date)
    expect(first?.waiting_until).toBeNull()
    expect((await move('won'))?.first_reply_at).toEqual(first?.first_reply_at)
  })

  test.each([
    [{ utm_source: 'Leaflet', referrer: 'https://www.google.com/' }, 'leaflet'],
    [{ referrer: 'https://www.google.com/search?q=x' }, 'google.com'],
    [{ referrer: 'https://garden.test/domestic', page_url: 'https://garden.test/' }, 'direct'],
    [{}, 'direct'],
  ])('%j came from %s', async (given: Record<string, string>, source) => {
    const names = Object.keys(given)
    const { rows } = await database.query(
      `insert into enquiries (${[columns, ...names].join(', ')})
       values (${[fields, ...names.map((_, i) => `$${i + 1}`)].join(', ')}) returning source`,
      Object.values(given),
    )
    expect(rows).toEqual([{ source }])
  })

  test('an administrator searches by the index, and whoever is none finds nothing', async () => {
    const { rows: people } = await database.query<{ id: string }>(
      `insert into auth.users (id, email) values (gen_random_uuid(), 'desk@x.test') returning id`,
    )
    const sub = people[0]?.id
    const search = `select from enquiry_desk where search_text like '%all me ba%'`
    const asUser = <T>(work: (tx: Queryable) => Promise<T>) =>
      asCaller(database, { role: 'authenticated', claims: { sub } }, work)
    await database.query(`insert into enquiries (${columns}) values (${fields})`)
    expect((await asUser((tx) => tx.query(search))).count).toBe(0)
    await database.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [sub])
    expect((await asUser((tx) => tx.query(search))).count).toBeGreaterThan(0)
    if (engine === 'embedded') return
    // The planner prefers a sequential scan for a few rows; this shows that the index can be used.
    const { rows: plan } = await asUser(async (tx) => {
      await tx.query(`select set_config('enable_seqscan', 'off', true)`)
      // As the table API reads for a caller whom the database has confirmed as staff.
      await tx.query(`select set_config('role', 'site_staff', true)`)
      return tx.query(`explain ${search}`)
    })
    expect(JSON.stringify(plan)).toContain('enquiries_search_idx')
  })

  test('what waits longest comes first, what is answered newest first', async () => {
    await database.query('delete from enquiries')
    await database.query(
      `insert into enquiries (${columns}, reference, created_at, reply_due, status)
       select ${fields}, reference, created::timestamptz, '2026-11-23T10:00:00Z', status
       from (values
         ('BBB-BB2', '2026-11-21', 'new'), ('BBB-BB1', '2026-11-20', 'new'),
         ('BBB-BB3', '2026-11-22', 'new'), ('CCC-CC2', '2026-11-01', 'won'),
         ('CCC-CC1', '2026-11-02', 'contacted')
       ) given (reference, created, status)`,
    )
    // As the dashboard's list asks the table API.
    const list = `select reference from enquiry_desk
      order by waiting_until asc nulls last, waiting_since, created_at desc, id limit 25`
    const { rows } = await database.query<{ reference: string }>(list)
    const order = rows.map(({ reference }) => reference).join(' ')
    expect(order).toBe('BBB-BB1 BBB-BB2 BBB-BB3 CCC-CC1 CCC-CC2')
    const plan = await database.transaction(async (tx) => {
      await tx.query(`select set_config('enable_seqscan', 'off', true)`)
      return (await tx.query(`explain ${list}`)).rows
    })
    expect(JSON.stringify(plan)).toContain('Index Scan using enquiries_waiting_idx')
    // Sorted by nothing but the id within the order of the index.
    expect(JSON.stringify(plan)).toMatch(/Presorted Key: [^"]*waiting_until[^"]*created_at/)
  })

  test('the figures count every enquiry once in each chart', async () => {
    await database.query('delete from enquiries')
    await database.query(
      `insert into enquiries (${columns}, created_at, status, town)
       select ${fields}, now() - n * interval '9 hours',
         case when n % 10 = 0 then 'spam' when n % 3 = 0 then 'won' else 'new' end,
         case when n % 2 = 0 then 'Worcester' end
       from generate_series(1, 200) n`,
    )
    const { rows } = await database.query<{ figures: Record<string, unknown> }>(
      `select enquiry_figures('2000-01-01') as figures`,
    )
    const figures = rows[0]?.figures as {
      total: number
      weeks: { count: number }[]
      sources: { count: number }[]
      towns: { name: string; count: number }[]
      replies: Record<'in_time' | 'late' | 'waiting' | 'overdue', number>
    }
    const sum = (counts: { count: number }[]) => counts.reduce((all, { count }) => all + count, 0)
    expect(figures.total).toBe(180)
    expect([sum(figures.weeks), sum(figures.sources), sum(figures.towns)]).toEqual([180, 180, 180])
    const { in_time, late, waiting, overdue } = figures.replies
    expect(in_time + late + waiting + overdue).toBe(180)
    expect(figures.towns.map(({ name }) => name).sort()).toEqual(['Elsewhere', 'Worcester'])
  })
})
