// The statistics against plain counting, whatever has been tallied, marked or changed meanwhile.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#backend/database/database.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

/** Reads every row; from the same snapshot as the statistics when both are in one statement. */
const plainly = (since: string) => `(
  with counted as (
    select service, source, coalesce(town, 'Elsewhere') as town, first_reply_at, reply_due,
      to_char(date_trunc('week', created_at at time zone 'Europe/London'), 'YYYY-MM-DD') as week,
      extract(epoch from first_reply_at - created_at)::float8 / 3600 as hours
    from enquiries where created_at >= ${since} and created_at < now() and status <> 'spam'
  )
  select jsonb_build_object(
    'total', (select count(*) from counted),
    'weeks', (select coalesce(jsonb_agg(w order by week, service), '[]')
      from (select week, service, count(*) from counted group by 1, 2) w),
    'sources', (select coalesce(jsonb_agg(s order by count desc, name), '[]')
      from (select source as name, count(*) from counted group by 1) s),
    'towns', (select coalesce(jsonb_agg(t order by count desc, name), '[]')
      from (select town as name, count(*) from counted group by 1) t),
    'replies', (select jsonb_build_object(
      'in_time', count(*) filter (where first_reply_at <= reply_due),
      'late', count(*) filter (where first_reply_at > reply_due),
      'waiting', count(*) filter (where first_reply_at is null and reply_due >= now()),
      'overdue', count(*) filter (where first_reply_at is null and reply_due < now()),
      'median_hours', percentile_disc(0.5) within group (
        order by case when hours < 10 then ceil(hours * 4) / 4 else least(ceil(hours), 1000) end
      ) filter (where hours is not null)
    ) from counted)
  )
)`

const spans = [`'2000-01-01'`, `now() - interval '90 days'`, `now() - interval '23 days 5 hours'`]

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  let database: Database
  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    database = opened.database
  })
  afterAll(() => opened.remove())

  beforeEach(async () => {
    await database.query('truncate enquiries cascade')
    await database.query(
      `insert into enquiries
         (name, email, phone, address, service, message, created_at, status, town, utm_source,
          first_reply_at, reference)
       select 'Ann Lee', 'ann@example.com', '01632 960001', 'WR1 2AB',
         (array['Domestic', 'Landscaping', 'Other'])[1 + n % 3], 'Please call me back', t,
         (array['new', 'won', 'lost', 'spam', 'quoted'])[1 + n % 5],
         (array['Malvern', 'Worcester', null])[1 + n % 3], (array['leaflet', null])[1 + n % 2],
         case when n % 5 in (1, 2, 4) then t + (n % 97) * interval '37 minutes' end,
         -- Random references sometimes collide; the statistics need none.
         null
       from generate_series(1, 600) n, lateral (select now() - n * interval '11 hours' as t) at`,
    )
  })

  async function expectAgreement() {
    for (const since of spans) {
      const { rows } = await database.query<{ told: unknown; plain: unknown }>(
        `select enquiry_figures(${since}) as told, ${plainly(since)} as plain`,
      )
      expect(rows[0]?.told, since).toEqual(rows[0]?.plain)
    }
  }

  const tally = async (most = 1000) => {
    const { rows } = await database.query<{ weeks: number }>(
      `select internal.tally_weeks(${most}) as weeks`,
    )
    return rows[0]?.weeks ?? 0
  }

  test('agree before, while and after weeks are tallied', async () => {
    await expectAgreement()
    expect(await tally(7)).toBe(7)
    await expectAgreement()
    expect(await tally()).toBeGreaterThan(20)
    expect(await tally()).toBe(0)
    await expectAgreement()
  })

  test.each([
    ['moved', `update enquiries set status = 'won' where status = 'new'`],
    ['taken for spam', `update enquiries set status = 'spam' where service = 'Other'`],
    ['released', `update enquiries set status = 'contacted' where status = 'spam'`],
    ['answered', `update enquiries set first_reply_at = now() where first_reply_at is null`],
    ['deleted', `delete from enquiries where town = 'Malvern'`],
    ['deleted altogether', `delete from enquiries`],
    ['backdated', `update enquiries set created_at = created_at - interval '40 days'`],
    [
      'erased',
      `update enquiries set erased_at = now(), name = null, email = null, phone = null,
         address = null, message = null, utm_source = null, reference = null
       where created_at < now() - interval '60 days'`,
    ],
    [
      'added late',
      `insert into enquiries (name, email, phone, address, service, message, created_at)
       values ('Ann Lee', 'ann@example.com', '01632 960001', 'WR1 2AB', 'Other',
         'Please call me back', now() - interval '100 days')`,
    ],
  ])('agree after tallied enquiries are %s', async (_, change) => {
    await tally()
    await database.query(change)
    await expectAgreement()
    await tally()
    await expectAgreement()
  })

  test('a change that is rolled back leaves the tallies good', async () => {
    await tally()
    await database
      .transaction(async (tx) => {
        await tx.query(`update enquiries set status = 'spam'`)
        throw new Error('taken back')
      })
      .catch(() => {})
    expect(await tally()).toBe(0)
    await expectAgreement()
  })

  test('agree at every moment while many change and others tally', async () => {
    const statuses = ['new', 'won', 'lost', 'spam', 'quoted']
    const changing = Array.from({ length: 4 }, async (_, worker) => {
      for (let i = 0; i < 25; i += 1) {
        await database.query(
          `update enquiries set status = $1
           where id in (select id from enquiries order by md5(id::text || $2) limit 5)`,
          [statuses[(i + worker) % 5], `${worker}-${i}`],
        )
      }
    })
    const tallying = Array.from({ length: 2 }, async () => {
      for (let i = 0; i < 25; i += 1) await tally(5)
    })
    const reading = async () => {
      for (let i = 0; i < 10; i += 1) await expectAgreement()
    }
    // Two transactions that update the same enquiries in another order deadlock: not the subject
    // here.
    const done = await Promise.allSettled([...changing, ...tallying, reading()])
    const reasons = done.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(reasons.filter((reason) => !reason.includes('deadlock'))).toEqual([])
    await expectAgreement()
    await tally()
    await expectAgreement()
  })

  test('what visitors send now leaves no mark', async () => {
    const marks = async () => (await database.query('select from internal.stale_weeks')).count
    await tally()
    const before = await marks()
    await database.query(
      `insert into enquiries (name, email, phone, address, service, message)
       values ('Ann Lee', 'ann@example.com', '01632 960001', 'WR1 2AB', 'Other', 'Please call me')`,
    )
    await database.query(
      `update enquiries set status = 'won' where created_at > now() - interval '1 day'`,
    )
    expect(await marks()).toBe(before)
    await expectAgreement()
  })
})
