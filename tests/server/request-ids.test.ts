// One id follows a request: it is in the response header, in the body where the protocol has a field
// for it, and in every log line. Each service is made to fail by a missing table or column.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#backend/database/database.ts'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { contractEngines, createPostgresDatabase, fillDataDir } from '#tests/support/databases.ts'
import { anEnquiry } from '#tests/support/enquiry-service.ts'
import { sendRaw } from '#tests/support/raw-http.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'
import { workerFile } from '#tests/support/worker-file.ts'

const secretKey = 'sb_secret_for_request_ids'
const admin = { email: 'admin@hopyard.example', password: 'a password for the ids' }
const form = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' }

describe.each(contractEngines)('%s', (engine) => {
  let folder: string
  let server: ServerProcess
  let token: string
  const cleanUp: (() => Promise<void>)[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'request-ids-'))
    cleanUp.push(() => rm(folder, { recursive: true, force: true }))
    const dataDir = join(folder, 'data')
    let url: string | undefined
    if (engine === 'postgres') {
      const created = await createPostgresDatabase('template_migrated')
      cleanUp.push(created.remove)
      url = created.url
      await breakTables(openPostgres({ url, poolSize: 1 }))
    } else {
      await fillDataDir(dataDir)
      await breakTables(await openEmbedded({ folder: join(dataDir, 'database'), workerFile }))
    }
    server = await startServerProcess({
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
      TRUST_PROXY: '1',
      RATE_LIMIT_SCALE: '0',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...(url && { DATABASE_URL: url }),
    })
    cleanUp.push(async () => void (await server.kill('SIGKILL')))
    const signedIn = await post('/auth/v1/token?grant_type=password', admin)
    token = ((await signedIn.json()) as { access_token: string }).access_token
  })
  afterAll(async () => {
    for (const undo of cleanUp.reverse()) await undo()
  })

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const idOf = (answer: Response) => answer.headers.get('x-request-id') ?? 'none'
  const linesOf = (id: string): { msg: string; request?: string }[] =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes(id))
      .map((line) => JSON.parse(line))
  const expectLogged = (id: string, msg: string) =>
    expect
      .poll(() => linesOf(id))
      .toEqual(expect.arrayContaining([expect.objectContaining({ msg, request: id })]))

  const failures: [string, string, () => Promise<Response>, (id: string) => unknown][] = [
    [
      'the auth service',
      'auth request failed',
      () => post('/auth/v1/recover', { email: admin.email }),
      (id) => ({ code: 500, error_id: id }),
    ],
    [
      'the table API',
      'table request failed',
      () => post('/rest/v1/rpc/broken', {}, { apikey: secretKey }),
      (id) => ({ code: 'XX000', message: 'broken', hint: expect.stringContaining(id) }),
    ],
    [
      'a staff function',
      'staff function failed',
      () =>
        post(
          '/functions/v1/staff-resend',
          { delivery_id: '6f2b9c1e-0000-4000-8000-000000000000' },
          { apikey: secretKey, Authorization: `Bearer ${token}` },
        ),
      (id) => ({ error: 'internal', request_id: id }),
    ],
    [
      'the enquiry intake',
      'enquiry failed',
      () => post('/functions/v1/contact-webhook', anEnquiry),
      (id) => ({ error: 'internal', request_id: id }),
    ],
  ]

  test.each(failures)('%s names the request that failed', async (_, msg, ask, body) => {
    const answer = await ask()
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject(body(idOf(answer)) as object)
    await expectLogged(idOf(answer), msg)
  })

  test('a visitor whose form fails reads the id on the page', async () => {
    const fields = new URLSearchParams({ ...anEnquiry, gdpr_consent: 'on' } as never)
    const answer = await post('/api/webhooks/contact', fields.toString(), form)
    expect(answer.status).toBe(500)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(await answer.text()).toContain(`please quote the request id ${idOf(answer)}.`)
  })

  test('a visitor who made a mistake is shown no id', async () => {
    const answer = await post('/api/webhooks/contact', 'name=A', form)
    expect(answer.status).toBe(422)
    expect(await answer.text()).not.toContain(idOf(answer))
    const missing = await fetch(`${server.url}/no-such-page`)
    expect(await missing.text()).not.toContain(idOf(missing))
  })

  test('what is refused by our own services carries the id too', async () => {
    const intake = await post('/functions/v1/contact-webhook', { name: 'A' })
    expect(await intake.json()).toMatchObject({ error: 'validation', request_id: idOf(intake) })
    const staff = await post('/functions/v1/staff-checks', {})
    expect(await staff.json()).toMatchObject({ request_id: idOf(staff) })
    const unknown = await post('/functions/v1/nothing', {})
    expect(await unknown.json()).toMatchObject({ request_id: idOf(unknown) })
  })

  test('refusals of the official protocols keep their shape', async () => {
    const table = await fetch(`${server.url}/rest/v1/nothing`, { headers: { apikey: secretKey } })
    expect(Object.keys((await table.json()) as object).sort()).toEqual(
      ['code', 'details', 'hint', 'message'].sort(),
    )
    const auth = await post('/auth/v1/token?grant_type=password', { ...admin, password: 'wrong' })
    expect(await auth.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    })
    const newer = await post('/auth/v1/recover', admin, { 'X-Supabase-Api-Version': '2024-01-01' })
    expect(Object.keys((await newer.json()) as object)).toEqual(['code', 'message'])
    await expectLogged(idOf(newer), 'auth request failed')
  })

  test('what a page could not show is logged with the request that asked for it', async () => {
    const answer = await fetch(`${server.url}/`)
    expect(answer.status).toBe(200)
    await expectLogged(idOf(answer), 'featured reviews cannot be read')
  })

  test('a trusted proxy may name the request, in its own way only if that is sound', async () => {
    const named = '4f9c2b7e0d6a4b2f9e1c3a5d7b8f6e21'
    const answer = await post('/functions/v1/contact-webhook', anEnquiry, { 'X-Request-Id': named })
    expect(idOf(answer)).toBe(named)
    await expectLogged(named, 'enquiry failed')
    for (const odd of ['short', '<b>markup</b>', 'x'.repeat(65)]) {
      const other = await fetch(server.url, { headers: { 'X-Request-Id': odd } })
      expect(idOf(other)).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/)
    }
  })

  test('requests at the same time keep their own ids', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        post('/functions/v1/contact-webhook', { ...anEnquiry, email: `at-once-${at}@x.test` }),
      ),
    )
    expect(new Set(answers.map(idOf)).size).toBe(8)
    for (const answer of answers) {
      expect(await answer.json()).toMatchObject({ request_id: idOf(answer) })
      await expectLogged(idOf(answer), 'enquiry failed')
      expect(linesOf(idOf(answer))).toHaveLength(1)
    }
  })

  test('even what is not HTTP is answered with an id', async () => {
    expect(await sendRaw(server.url, 'HELLO\r\n\r\n')).toMatch(/^X-Request-Id: [0-9a-f]{8}-/m)
  })
})

async function breakTables(database: Database): Promise<void> {
  await database.query('alter table auth.one_time_tokens rename column relates_to to missing')
  await database.query('alter table public.enquiry_deliveries rename to missing_deliveries')
  await database.query('alter table public.google_reviews rename to missing_reviews')
  await database.query(
    `create function public.broken() returns int language plpgsql as
     $$ begin raise exception 'broken' using errcode = 'XX000'; end $$;
     grant execute on function public.broken to service_role`,
  )
  await database.close()
}
