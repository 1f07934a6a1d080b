// The dashboard's speed as the number of enquiries grows, half as many customers among them: the requests
// of its main screens by an administrator, end to end.
import type { Database } from '#backend/database/database.ts'
import { percentiles } from './load.ts'
import type { Engine, Product } from './product.ts'
import { bearer, call } from './requests.ts'
import { milliseconds } from './table.ts'

const sizes: Record<Engine, number[]> = {
  embedded: sizesOf(process.env.BENCH_ENQUIRIES ?? '1000,100000'),
  postgres: sizesOf(process.env.BENCH_ENQUIRIES ?? '1000,100000,1000000'),
}
const repeats = 15
const ninetyDays = 90 * 86_400_000

/** The URLs that the dashboard itself requests. */
interface Examples {
  /** The ids of a page of the list. */
  listed: string
  customer: string
}

function screens({ listed, customer }: Examples): Record<string, string> {
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
    'of 25 listed: which enquiry of whom': `/rest/v1/enquiry_standings?select=*&enquiry_id=in.(${listed})`,
    'a column of the board': `/rest/v1/enquiry_desk?select=*&status=eq.won&${newestFirst}${page}`,
    today: '/rest/v1/rpc/today?own=false',
    'a customer': `/rest/v1/customer_enquiries?select=*&customer_id=eq.${customer}&${newestFirst}&limit=50`,
    'who may be the same customer': `/rest/v1/customer_matches?select=*&customer_id=eq.${customer}&limit=20`,
    'another customer by name': `/rest/v1/customer_enquiries?select=*&customer_id=neq.${customer}&search_text=like.*marsh*&${newestFirst}&limit=40`,
    'figures of 90 days': `/rest/v1/rpc/enquiry_figures?since=${encodeURIComponent(since)}`,
    'results of 90 days': `/rest/v1/rpc/enquiry_results?since=${encodeURIComponent(since)}`,
    'figures of all time': '/rest/v1/rpc/enquiry_figures?since=2000-01-01T00:00:00Z',
  }
}

export async function measureGrowth(product: Product): Promise<string[][]> {
  const rows = [['', 'enquiries', 'p50', 'slowest']]
  let filled = 0
  for (const size of sizes[product.engine]) {
    await product.whileStopped((database) => grow(database, filled + 1, size))
    filled = size
    const headers = { ...(await bearer(product)), Prefer: 'count=estimated' }
    const read = async (path: string) => (await call(product, path, { headers })).text()
    for (const [name, path] of Object.entries(screens(await findExamples(read)))) {
      const times: number[] = []
      for (let i = 0; i < repeats; i += 1) {
        const startedAt = performance.now()
        await read(path)
        times.push(performance.now() - startedAt)
      }
      const { p50Ms } = percentiles(times)
      const figures = [milliseconds(p50Ms), milliseconds(Math.max(...times))]
      rows.push([name, size.toLocaleString('en-GB'), ...figures])
    }
  }
  return rows
}

async function findExamples(read: (path: string) => Promise<string>): Promise<Examples> {
  const newest = '/rest/v1/enquiry_desk?select=id&status=neq.spam&order=created_at.desc&limit=25'
  const ids = (JSON.parse(await read(newest)) as { id: string }[]).map(({ id }) => id)
  const linked = await read(`/rest/v1/enquiry_standings?select=customer_id&enquiry_id=eq.${ids[0]}`)
  const [{ customer_id = '' } = {}] = JSON.parse(linked) as { customer_id?: string }[]
  return { listed: ids.join(), customer: customer_id }
}

async function grow(database: Database, first: number, last: number): Promise<void> {
  const steps: [string, unknown[]][] = [
    [fill, [first, last]],
    [recognise, []],
    // The job that tallies completed weeks runs only every ten minutes.
    ['select internal.tally_weeks(10000)', []],
    ['analyze', []],
  ]
  for (const [sql, values] of steps) {
    await database.transaction((tx) => tx.query(sql, values), { timeoutMs: 1_200_000 })
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

/** Two enquiries of each customer, as recognition would leave them: one by one it takes minutes. */
const recognise = `
  with pairs as (
    select id, created_at, (row_number() over (order by created_at, id) + 1) / 2 as pair
    from enquiries e
    where status <> 'spam' and not exists (select from enquiry_customers l where l.enquiry_id = e.id)
  ),
  made as (
    insert into customers (id, created_at)
    select md5('bench ' || (select count(*) from customers) || ' ' || pair)::uuid, min(created_at)
    from pairs group by pair
  )
  insert into enquiry_customers (enquiry_id, customer_id)
  select id, md5('bench ' || (select count(*) from customers) || ' ' || pair)::uuid from pairs`

function sizesOf(list: string): number[] {
  return list.split(',').map(Number)
}
