// The dashboard's speed as the number of enquiries grows: the requests of its main screens by an
// administrator, end to end, on PostgreSQL.
import { openPostgres } from '#backend/database/postgres.ts'
import { percentiles } from './load.ts'
import type { Product } from './product.ts'
import { bearer, call } from './requests.ts'
import { milliseconds } from './table.ts'

const sizes = (process.env.BENCH_ENQUIRIES ?? '1000,100000,1000000').split(',').map(Number)
const repeats = 15
const ninetyDays = 90 * 86_400_000

/** The URLs that the dashboard itself requests. */
function screens(): Record<string, string> {
  const page = '&limit=25&offset=0'
  const overdueFirst = 'order=waiting_until.asc.nullslast,waiting_since.asc,created_at.desc,id.asc'
  const newestFirst = 'order=created_at.desc,id.asc'
  const since = new Date(Date.now() - ninetyDays).toISOString()
  const desk = '/rest/v1/enquiry_desk?select=*&status=neq.spam'
  return {
    'list, overdue first': `${desk}&${overdueFirst}${page}`,
    'list, one service, newest first': `${desk}&service=eq.Domestic&${newestFirst}${page}`,
    'search for a name': `${desk}&search_text=like.*marsh*&search_text=like.*4711*&${newestFirst}${page}`,
    'search for a common word': `${desk}&search_text=like.*hedge*&${newestFirst}${page}`,
    'search for a word in its forms': `${desk}&or=(search_text.like.*hedge*,search_text.like.*hedging*)&search_text=like.*4711*&${newestFirst}${page}`,
    'figures of 90 days': `/rest/v1/rpc/enquiry_figures?since=${encodeURIComponent(since)}`,
    'figures of all time': '/rest/v1/rpc/enquiry_figures?since=2000-01-01T00:00:00Z',
  }
}

export async function measureGrowth(product: Product): Promise<string[][]> {
  const rows = [['', 'enquiries', 'p50', 'slowest']]
  const database = openPostgres({ url: product.databaseUrl ?? '' })
  const headers = { ...(await bearer(product)), Prefer: 'count=estimated' }
  try {
    let filled = 0
    for (const size of sizes) {
      await database.transaction((tx) => tx.query(fill, [filled + 1, size]), {
        timeoutMs: 1_200_000,
      })
      await database.transaction((tx) => tx.query('analyze enquiries'), { timeoutMs: 600_000 })
      // The job that tallies completed weeks runs only every ten minutes.
      await database.transaction((tx) => tx.query('select internal.tally_weeks(10000)'), {
        timeoutMs: 1_200_000,
      })
      filled = size
      for (const [name, path] of Object.entries(screens())) {
        const times: number[] = []
        for (let i = 0; i < repeats; i += 1) {
          const startedAt = performance.now()
          await (await call(product, path, { headers })).text()
          times.push(performance.now() - startedAt)
        }
        rows.push([
          name,
          size.toLocaleString('en-GB'),
          milliseconds(percentiles(times).p50Ms),
          milliseconds(Math.max(...times)),
        ])
      }
    }
    return rows
  } finally {
    await database.close()
  }
}

/** Five years of enquiries, evenly spread; most were replied to long ago. */
const fill = `
  insert into enquiries (reference, name, email, phone, address, service, message, town, page_url, status,
    consent_version, consent_at, created_at, first_reply_at)
  select regexp_replace(to_char(n - 1, 'FM000000'), '(...)', '\\1-'),
    (array['Ann','Tom','Priya','Ellen','Marcus'])[1 + n % 5] || ' ' ||
      (array['Marsh','Pryce','Bell','Nair','Ashworth','Hill','Wood'])[1 + n % 7] || ' ' || n,
    'person' || n || '@example.com', '01632 96' || lpad((n % 10000)::text, 4, '0'), 'WR14 2AA',
    (array['Domestic','Grounds Maintenance','Landscaping','Pressure Washing','Other'])[1 + n % 5],
    'Please look at the ' || (array['hedge','lawn','patio','fence'])[1 + n % 4] || ' number ' || n,
    (array['Malvern','Worcester','Hereford',null])[1 + n % 4], 'https://example.com/',
    case when n % 20 = 0 then 'new' when n % 11 = 0 then 'spam' when n % 3 = 0 then 'won' else 'lost' end,
    '2026-11-15', t, t, case when n % 20 = 0 or n % 11 = 0 then null else t + interval '5 hours' end
  from generate_series($1::int, $2::int) n,
    lateral (select now() - interval '5 years' * (1 - n::float / $2::int) as t) at`
