// An operator's view of the running product: metrics behind the secret key, and a log in which one
// enquiry can be followed from the form to the mailbox.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { fillDataDir } from '#tests/support/databases.ts'
import { anEnquiry } from '#tests/support/enquiry-service.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { workerFile } from '#tests/support/worker-file.ts'

const secretKey = 'sb_secret_for_observing'
const publishableKey = 'sb_publishable_for_observing'
let folder: string
let mailServer: MailServer
let server: ServerProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'observing-'))
  mailServer = await startMailServer()
  const dataDir = await fillDataDir(join(folder, 'data'))
  const database = await openEmbedded({ folder: join(dataDir, 'database'), workerFile })
  await database.query(
    `create function public.endless() returns bigint language sql
       as 'select count(*) from generate_series(1, 4000000000)';
     grant execute on function public.endless to anon`,
  )
  await database.close()
  server = await startServerProcess({
    DATA_DIR: dataDir,
    PUBLISHABLE_KEY: publishableKey,
    SMTP_URL: mailServer.url,
    SECRET_KEY: secretKey,
    SITE_URL: 'https://www.hopyard.example',
  })
})
afterAll(async () => {
  await server.kill('SIGKILL')
  await mailServer.close()
  await rm(folder, { recursive: true, force: true })
})

const readMetrics = async (headers: Record<string, string> = {}) => {
  const answer = await fetch(`${server.url}/metrics`, { headers })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  }
}
const withKey = { Authorization: `Bearer ${secretKey}` }

/** The value of this series. */
function readValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

function sendEnquiry(email: string): Promise<Response> {
  return fetch(`${server.url}/functions/v1/contact-webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...anEnquiry, email }),
  })
}

interface LogLine {
  msg: string
  enquiry?: string
  request?: string
  delivery?: string
  job?: string
  channel?: string
  tries?: number
}

const logOf = (id: string): LogLine[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes(id))
    .map((line) => JSON.parse(line))

test('figures are for whoever holds the secret key', async () => {
  for (const headers of [{}, { Authorization: 'Bearer sb_secret_guess' }, { apikey: 'nonsense' }]) {
    expect(await readMetrics(headers as Record<string, string>)).toMatchObject({ status: 401 })
  }
  expect(await readMetrics({ apikey: secretKey })).toMatchObject({ status: 200 })
  const { status, type } = await readMetrics(withKey)
  expect(status).toBe(200)
  expect(type).toBe('text/plain; version=0.0.4; charset=utf-8')
})

test('requests, pages, sign-ins and deliveries are counted', async () => {
  await fetch(`${server.url}/malvern`)
  await fetch(`${server.url}/malvern`)
  await fetch(`${server.url}/no-such-page`)
  await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'not this one' }),
  })
  expect((await sendEnquiry('counted@example.com')).status).toBe(200)
  await expect.poll(() => mailServer.received.length).toBe(2)

  const { text } = await readMetrics(withKey)
  expect(readValue(text, 'gardens_http_requests_total{route="page",status="200"}')).toBe(2)
  expect(readValue(text, 'gardens_http_requests_total{route="page",status="404"}')).toBe(1)
  expect(readValue(text, 'gardens_http_requests_total{route="enquiry",status="200"}')).toBe(1)
  expect(readValue(text, 'gardens_http_request_duration_seconds_count{route="page"}')).toBe(3)
  expect(readValue(text, 'gardens_page_cache_requests_total{result="hit"}')).toBe(1)
  expect(readValue(text, 'gardens_page_cache_requests_total{result="miss"}')).toBe(2)
  expect(readValue(text, 'gardens_sign_ins_total{outcome="refused"}')).toBe(1)
  expect(readValue(text, 'gardens_job_runs_total{kind="enquiry-mail",outcome="done"}')).toBe(2)
  expect(readValue(text, 'gardens_database_up')).toBe(1)
  // An instantaneous value: on a busy machine the queue may be working.
  const waiting = 'gardens_database_connections{state="waiting"}'
  await expect
    .poll(async () => readValue((await readMetrics(withKey)).text, waiting), { timeout: 60_000 })
    .toBe(0)
  expect(readValue(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
  expect(readValue(text, 'gardens_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThan(0)
})

test('mails that cannot go out are seen in the queue', async () => {
  await mailServer.goDown()
  await sendEnquiry('waits@example.com')
  const failed = 'gardens_job_runs_total{kind="enquiry-mail",outcome="failed"}'
  await expect.poll(async () => readValue((await readMetrics(withKey)).text, failed)).toBe(2)
  const later = 'gardens_jobs{kind="enquiry-mail",state="later"}'
  await expect.poll(async () => readValue((await readMetrics(withKey)).text, later)).toBe(2)
  await mailServer.comeBack()
  await expect
    .poll(async () => readValue((await readMetrics(withKey)).text, later) ?? 0, { timeout: 60_000 })
    .toBe(0)
})

test('the log follows an enquiry from the form to the mailbox by its id', async () => {
  const answer = await sendEnquiry('followed@example.com')
  const { id } = (await answer.json()) as { id: string }
  await expect.poll(() => logOf(id).length).toBe(3)
  const [accepted, ...delivered] = logOf(id)
  expect(accepted).toMatchObject({
    msg: 'enquiry accepted',
    enquiry: id,
    request: answer.headers.get('x-request-id'),
  })
  expect(delivered.map(({ msg, channel }) => `${msg}: ${channel}`).sort()).toEqual([
    'enquiry delivered: office_mail',
    'enquiry delivered: thank_you_mail',
  ])
  // The delivering jobs are named too, and no request: it had ended before.
  for (const { job, request } of delivered) {
    expect(job).toMatch(/^\d+$|^[0-9a-f-]{36}$/)
    expect(request).toBeUndefined()
  }
  const messageIds = mailServer.received.map(({ messageId }) => messageId)
  for (const { delivery } of delivered) {
    expect(messageIds).toContain(`<${delivery}@www.hopyard.example>`)
  }
})

test('a delivery that failed first is followed too, and the log names nobody', async () => {
  mailServer.behaviour = 'refusing'
  const answer = await sendEnquiry('unlucky@example.com')
  const { id } = (await answer.json()) as { id: string }
  await expect.poll(() => logOf(id).length).toBe(3)
  mailServer.behaviour = 'fine'
  await expect.poll(() => logOf(id).length, { timeout: 60_000 }).toBe(5)
  expect(logOf(id).map(({ msg, tries }) => [msg, tries])).toEqual([
    ['enquiry accepted', undefined],
    ['enquiry not delivered', 1],
    ['enquiry not delivered', 1],
    ['enquiry delivered', 2],
    ['enquiry delivered', 2],
  ])
  expect(server.output()).not.toMatch(/unlucky|followed@|Ann Lee|960001/)
})

test('what follows a notification is not taken for the work of the request that connected', async () => {
  // It times out, and the next request opens the database again.
  const cut = await fetch(`${server.url}/rest/v1/rpc/endless`, {
    headers: { apikey: publishableKey },
  })
  expect(cut.status).toBe(500)
  const headers = { apikey: secretKey, 'Content-Type': 'application/json' }
  const review = { author_name: 'Ann', rating: 5, review_text: 'Tidy work', review_id: 'after' }
  const added = await fetch(`${server.url}/rest/v1/google_reviews`, {
    method: 'POST',
    headers,
    body: JSON.stringify(review),
  })
  expect(added.status).toBe(201)
  await expect.poll(() => logOf('pages dropped').length).toBeGreaterThan(0)
  expect(logOf('pages dropped').filter(({ request }) => request !== undefined)).toEqual([])
})
