// Measures the effect of the nightly backup and its check on visitors, who read pages and reviews and
// send enquiries all the time.
import { readdir } from 'node:fs/promises'
import type { Database } from '#backend/database/database.ts'
import { percentiles } from './load.ts'
import { admin, type Product } from './product.ts'
import { call } from './requests.ts'
import { milliseconds } from './table.ts'

const enquiries = Number(process.env.BENCH_BACKUP_ENQUIRIES ?? 100_000)
const visitors = 8
const pauseMs = 50
const warmUpMs = 20_000
const quietMs = 30_000
/** By then the process has started, is warm, and has been measured at rest. */
const backupAfterMs = warmUpMs + quietMs + 10_000

interface Visit {
  kind: 'page' | 'read' | 'enquiry'
  at: number
  ms: number
  isFailure: boolean
}

export async function measureBackup(product: Product): Promise<string[][]> {
  let dueAt = 0
  await product.whileStopped(async (database) => {
    await fill(database)
    await makeDue(database)
    dueAt = performance.now() + backupAfterMs
  })
  const startedAt = performance.now()
  const memory: { at: number; megabytes: number }[] = []
  const sampling = setInterval(async () => {
    memory.push({ at: performance.now(), megabytes: await product.memoryInMegabytes() })
  }, 100)
  const crowd = startVisitors(product)
  try {
    await untilTrue(async () => (await listBackups(product)).some((name) => name.endsWith('.gz')))
    const copiedAt = performance.now()
    await untilChecked(product)
    const checkedAt = performance.now()
    const phases: [string, number, number][] = [
      ['without', startedAt + warmUpMs, startedAt + warmUpMs + quietMs],
      ['during the copy', dueAt, copiedAt],
      ['during the check', copiedAt, checkedAt],
    ]
    const rows = [
      ['', 'lasted', 'visits', 'p50', 'p99', 'p99 enquiries', 'slowest', '5xx', 'memory'],
    ]
    for (const [name, from, to] of phases) {
      const within = ({ at }: { at: number }) => at >= from && at < to
      rows.push([
        name,
        `${((to - from) / 1000).toFixed(1)} s`,
        ...describeVisits(crowd.visits.filter(within)),
        `${Math.max(0, ...memory.filter(within).map(({ megabytes }) => megabytes))} MB`,
      ])
    }
    return rows
  } finally {
    clearInterval(sampling)
    await crowd.leave()
  }
}

function describeVisits(visits: Visit[]): string[] {
  const times = (list: Visit[]) => percentiles(list.map(({ ms }) => ms))
  const { p50Ms, p99Ms } = times(visits)
  return [
    String(visits.length),
    milliseconds(p50Ms),
    milliseconds(p99Ms),
    milliseconds(times(visits.filter(({ kind }) => kind === 'enquiry')).p99Ms),
    milliseconds(Math.max(0, ...visits.map(({ ms }) => ms))),
    String(visits.filter(({ isFailure }) => isFailure).length),
  ]
}

function startVisitors({ url }: Product) {
  const visits: Visit[] = []
  let isOpen = true
  let sent = 0
  const visit = async (kind: Visit['kind'], path: string, init?: RequestInit) => {
    const at = performance.now()
    const answer = await fetch(url + path, init).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => {})
    const isFailure = !answer || answer.status >= 500
    visits.push({ kind, at, ms: performance.now() - at, isFailure })
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  const visitor = async () => {
    while (isOpen) {
      sent += 1
      await visit('page', '/')
      await visit('read', '/healthz')
      await visit('enquiry', '/functions/v1/contact-webhook', enquiryOf(sent))
    }
  }
  const crowd = Promise.all(Array.from({ length: visitors }, visitor))
  return {
    visits,
    async leave() {
      isOpen = false
      await crowd
    },
  }
}

function enquiryOf(number: number): RequestInit {
  const body = {
    name: `Visitor ${number}`,
    email: `bench${number}@example.com`,
    phone: '01632 960001',
    address: 'WR14 2AA',
    service: 'Landscaping',
    message: `Please quote for the garden number ${number}, about 20 square metres.`,
    gdpr_consent: true,
    idempotency_key: `bench-${number}`,
  }
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
}

async function fill(database: Database): Promise<void> {
  await database.transaction(
    async (tx) => {
      await tx.query(fillEnquiries, [enquiries])
      await tx.query(
        `insert into enquiry_deliveries (enquiry_id, channel, state, delivered_at)
         select id, channel, 'delivered', created_at
         from enquiries, unnest(array['office_mail', 'thank_you_mail']) channel`,
      )
    },
    { timeoutMs: 1_200_000 },
  )
  for (const table of ['enquiries', 'enquiry_deliveries']) {
    await database.query(`analyze ${table}`)
  }
}

async function makeDue(database: Database): Promise<void> {
  // As if it had been filled over years, with the last backup a night ago.
  await database.query(`update internal.migrations set applied_at = applied_at - interval '2 days'`)
  await database.query(
    `update internal.jobs set run_at = now() + make_interval(secs => $1) where kind = 'backup'`,
    [backupAfterMs / 1000],
  )
}

/** From the last months: older ones would be erased during the run. */
const fillEnquiries = `
  insert into enquiries (reference, name, email, phone, address, service, message, town, page_url, status,
    consent_version, consent_at, created_at)
  select regexp_replace(to_char(n - 1, 'FM000000'), '(...)', '\\1-'), 'Visitor ' || n,
    'person' || n || '@example.com', '01632 96' || lpad((n % 10000)::text, 4, '0'), 'WR14 2AA',
    (array['Domestic','Grounds Maintenance','Landscaping','Pressure Washing','Other'])[1 + n % 5],
    'Please look at the garden number ' || n || repeat(', and at the hedge behind the house', 4),
    'Malvern', 'https://example.com/', 'lost', '2026-11-15', t, t
  from generate_series(1, $1::int) n,
    lateral (select now() - interval '500 days' * (1 - n::float / $1::int) as t) at`

const listBackups = ({ backupFolder }: Product) => readdir(backupFolder).catch(() => [])

async function untilChecked(product: Product): Promise<void> {
  const signedIn = await call(product, '/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify(admin),
  })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  await untilTrue(async () => {
    const answer = await call(product, '/functions/v1/staff-checks', {
      method: 'POST',
      headers: { Authorization: `Bearer ${access_token}` },
      body: '{}',
    })
    const { checks } = (await answer.json()) as { checks: { id: string; finding: string }[] }
    const finding = checks.find(({ id }) => id === 'backup')?.finding ?? ''
    if (finding.includes('cannot be restored')) throw new Error(finding)
    return finding.includes('Restorable')
  }, 2_000)
}

async function untilTrue(isTrue: () => Promise<boolean>, everyMs = 50): Promise<void> {
  for (const deadline = Date.now() + 1_800_000; Date.now() < deadline; ) {
    if (await isTrue()) return
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  throw new Error('It did not happen within half an hour')
}
