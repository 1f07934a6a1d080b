// What became of the enquiries, against plain counting.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#backend/database/database.ts'
import type { EnquiryResults } from '#schemas/function-results.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  let database: Database
  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    database = opened.database
  })
  afterAll(() => opened.remove())

  const results = async (since = '2000-01-01', until = '2100-01-01') => {
    const { rows } = await database.query<{ results: EnquiryResults }>(
      'select public.enquiry_results($1, $2) as results',
      [since, until],
    )
    return rows[0]?.results
  }

  test('of no enquiries there are none', async () => {
    const none = { answered: 0, due: 0, in_time: 0, visits: 0, won: 0, lost: 0, won_pence: 0 }
    expect(await results()).toEqual({ total: { name: '', enquiries: 0, ...none } })
  })

  test('every group adds up to the whole, without spam and other times', async () => {
    await database.query(
      `insert into enquiries (name, email, phone, address, service, message, created_at, status,
         town, utm_source, first_reply_at, reply_due, won_pence, quote_pence)
       select 'Ann Lee', 'ann@example.com', '01632 960001', 'WR1 2AB',
         (array['Domestic', 'Landscaping'])[1 + n % 2], 'Please call me back', at,
         (array['new', 'won', 'lost', 'spam', 'quoted', 'won'])[1 + n % 6],
         (array['Malvern', 'Worcester', null])[1 + n % 3], (array['leaflet', null])[1 + n % 2],
         case when n % 6 in (1, 2, 5) then at + (n % 5) * interval '10 hours' end,
         at + interval '24 hours', case when n % 6 in (1, 3, 4) then n * 1000 end, 5
       from generate_series(1, 120) n,
         lateral (select timestamptz '2026-06-01 12:00+00' + n * interval '6 hours') moment (at)`,
    )
    await database.query(
      `insert into enquiry_visits (enquiry_id, starts_at, minutes, state)
       select id, created_at + interval '2 days', 60, state
       from enquiries, unnest(array['done', 'cancelled', 'booked']) state
       where town = 'Worcester' and status = 'won'
         or state = 'cancelled' and status = 'lost'`,
    )
    const found = await results('2026-06-05', '2026-06-25')
    const { rows } = await database.query<{ total: object }>(
      `select jsonb_build_object('name', '', 'enquiries', count(*),
         'answered', count(first_reply_at),
         'due', count(*) filter (where first_reply_at is not null or reply_due < now()),
         'in_time', count(*) filter (where first_reply_at <= reply_due),
         'visits', count(*) filter (where exists (
           select from enquiry_visits v where v.enquiry_id = e.id and v.state <> 'cancelled')),
         'won', count(*) filter (where status = 'won'),
         'lost', count(*) filter (where status = 'lost'),
         'won_pence', coalesce(sum(won_pence) filter (where status = 'won'), 0)) as total
       from enquiries e
       where status <> 'spam' and created_at >= '2026-06-05' and created_at < '2026-06-25'`,
    )
    expect(found?.total).toEqual(rows[0]?.total)
    expect(found?.total.visits).toBeGreaterThan(0)
    expect(found?.total.won_pence).toBeGreaterThan(0)
    for (const group of ['service', 'source', 'town', 'person'] as const) {
      const lines = found?.[group] ?? []
      for (const key of ['enquiries', 'in_time', 'visits', 'won', 'won_pence'] as const) {
        const sum = lines.reduce((so_far, line) => so_far + line[key], 0)
        expect([group, key, sum]).toEqual([group, key, found?.total[key]])
      }
    }
    expect(found?.town?.map(({ name }) => name).sort()).toEqual([
      'Elsewhere',
      'Malvern',
      'Worcester',
    ])
    expect(found?.person?.map(({ name }) => name)).toEqual(['Nobody'])
  })

  test('what is not due yet is not counted as late', async () => {
    const line = (await results('2098-12-01', '2100-01-01'))?.total
    expect(line).toMatchObject({ enquiries: 0 })
    await database.query(
      `insert into enquiries (name, email, phone, address, service, message, created_at, reply_due)
       select 'Bea Hall', 'bea@example.com', '01632 960002', 'WR1 2AB', 'Domestic',
         'Please call me back', '2099-01-01', now() + hours * interval '1 hour'
       from unnest(array[-1, 20, 24]) hours`,
    )
    const waiting = (await results('2099-01-01', '2100-01-01'))?.total
    expect(waiting).toMatchObject({ enquiries: 3, due: 1, answered: 0, in_time: 0 })
    await database.query(`delete from enquiries where name = 'Bea Hall'`)
  })

  test('the reasons of the lost add up, whatever their capitals', async () => {
    // A reason stays when an enquiry is won after all.
    await database.query(
      `update enquiries set lost_reason = case when n % 4 = 0 then 'Too dear'
         when n % 4 = 1 then 'too dear ' when n % 4 = 2 then 'Too far' end
       from (select id, row_number() over (order by created_at) as n from enquiries
         where status in ('lost', 'won')) one
       where one.id = enquiries.id`,
    )
    const found = await results()
    const { rows } = await database.query<{ name: string; count: number }>(
      `select case when lost_reason ilike 'too dear%' then 'dear' else coalesce(lost_reason, 'none')
         end as name, count(*)::int as count
       from enquiries where status = 'lost' group by 1`,
    )
    const counted = Object.fromEntries(rows.map(({ name, count }) => [name, count]))
    const told = Object.fromEntries(
      (found?.lost_reasons ?? []).map(({ name, count }) => [name.toLowerCase(), count]),
    )
    expect(told).toEqual({
      ...(counted.dear && { 'too dear': counted.dear }),
      ...(counted['Too far'] && { 'too far': counted['Too far'] }),
      ...(counted.none && { 'no reason given': counted.none }),
    })
    expect(Object.keys(told).length).toBeGreaterThan(1)
    expect(Object.values(told).reduce((sum, count) => sum + count, 0)).toBe(found?.total.lost)
  })
})
