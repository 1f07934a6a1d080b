// Starting and stopping the process.
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#backend/database/database.ts'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { addJob } from '#backend/jobs/add-job.ts'
import { createPostgresDatabase, engines, fillDataDir } from '#tests/support/databases.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { workerFile } from '#tests/support/worker-file.ts'
import { createPostgresServer } from '#tools/postgres-server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'starting-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['PORT', 'eighty'],
  ['SITE_URL', 'www.example.com'],
  ['SITE_URL', 'https://example.com/path'],
  ['DATABASE_URL', 'mysql://x'],
  ['ADMIN_EMAIL', 'nobody'],
  ['ADMIN_PASSWORD', 'secret1'],
  ['COMPANY_NAME', 'two\nlines'],
  ['COMPANY_PHONE', 'call me'],
  ['SMTP_URL', 'mail.example.com'],
  ['MAIL_FROM', 'The office'],
  ['ENQUIRY_WEBHOOK_URL', 'not-an-address'],
  ['GTM_ID', '<script>'],
  ['TRUST_PROXY', '-1'],
  ['RATE_LIMIT_SCALE', 'lots'],
  ['BACKUP_AT', 'midnight'],
  ['BACKUP_KEEP', 'all'],
  ['AUTH_AUTOCONFIRM', 'yes'],
  ['AUTH_JWT_EXPIRY', '0'],
  ['AUTH_SIGNING_KEYS', '/no/such/file.json'],
  ['AUTH_OAUTH_REGISTRATION', 'true'],
  ['AUTH_HOOK_CUSTOM_ACCESS_TOKEN_URI', 'https://example.com/hook'],
  ['AUTH_SAML_KEY', '/no/such/file.pem'],
  ['AUTH_SAML_KEY', 'package.json'],
  ['AUTH_TEST_OTP', '447700900123:123456'],
  ['SMS_WEBHOOK_URL', 'not-an-address'],
  ['AUTH_WEB3', 'ethereum,dogecoin'],
  ['AUTH_WEBAUTHN_ORIGINS', 'https://example.com/path'],
  ['AUTH_PROVIDERS', '/no/such/file.json'],
])('%s=%s stops the start with one line that names it', async (name, value) => {
  const server = await startServerProcess(
    { DATA_DIR: join(folder, 'never'), [name]: value },
    { isReady: false },
  )
  expect(await server.ended).toBe(1)
  const lines = server.output().trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(new RegExp(`^${name === 'ADMIN_PASSWORD' ? 'ADMIN_EMAIL' : name} `))
})

test.each(engines)('a database of a newer version stops the start on %s', async (engine) => {
  const dataDir = await fillDataDir(join(folder, `newer-${engine}`))
  const own = engine === 'postgres' ? await createPostgresDatabase('template_migrated') : undefined
  const open = () =>
    own
      ? openPostgres({ url: own.url })
      : openEmbedded({ folder: join(dataDir, 'database'), workerFile })
  const before = await open()
  await before.query(
    `insert into internal.migrations (name, checksum) values ('public/20990101000000_next.sql', '')`,
  )
  await before.close()
  const server = await startServerProcess(
    { DATA_DIR: dataDir, ...(own && { DATABASE_URL: own.url }) },
    { isReady: false },
  )
  expect(await server.ended).toBe(1)
  expect(server.output().trim().split('\n')).toHaveLength(1)
  expect(server.output()).toContain('public/20990101000000_next.sql')
  const after = await open()
  expect((await after.query('select from internal.secrets')).count).toBe(0)
  await after.close()
  await own?.remove()
})

test('a second process on the folder is refused, a taken port is named, SIGTERM ends in time', async () => {
  const dataDir = await fillDataDir(join(folder, 'data'))
  const first = await startServerProcess({ DATA_DIR: dataDir })
  const second = await startServerProcess({ DATA_DIR: dataDir }, { isReady: false })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain('is in use by another process')

  const { port } = new URL(first.url)
  const third = await startServerProcess(
    { DATA_DIR: await fillDataDir(join(folder, 'other')), PORT: port },
    { isReady: false },
  )
  expect(await third.ended).toBe(1)
  expect(third.output()).toContain(`Port ${port} on 127.0.0.1 is taken`)

  // A client that never finishes its request does not block the stop.
  const hanging = net.connect(Number(port), '127.0.0.1', () => {
    hanging.write(
      'POST /functions/v1/contact-webhook HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{',
    )
  })
  hanging.on('error', () => {})
  await new Promise((resolve) => hanging.once('connect', resolve))
  const askedAt = Date.now()
  await first.kill('SIGTERM')
  expect(Date.now() - askedAt).toBeLessThan(10_000)
  hanging.destroy()
})

const aMail = { to: 'a@b.test', subject: 'Hi', html: '', text: 'Hi', messageId: '<1@b.test>' }

describe.each(engines)('%s', (engine) => {
  let mailServer: MailServer
  let env: Record<string, string>
  let database: Database
  let remove = async () => {}
  beforeAll(async () => {
    mailServer = await startMailServer()
    const dataDir = await mkdtemp(join(folder, 'waiting-'))
    env = { DATA_DIR: dataDir, SMTP_URL: mailServer.url }
    if (engine === 'postgres') {
      const created = await createPostgresDatabase('template_migrated')
      database = openPostgres({ url: created.url })
      env.DATABASE_URL = created.url
      remove = created.remove
    } else {
      await fillDataDir(dataDir)
      database = await openEmbedded({ folder: join(dataDir, 'database'), workerFile })
    }
    await addJob(database, 'mail', aMail)
    await database.close()
  })
  afterAll(async () => {
    await mailServer.close()
    await remove()
  })

  test('a start that fails on a taken port sends no waiting mail; one that works does', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as net.AddressInfo
    const refused = await startServerProcess({ ...env, PORT: String(port) }, { isReady: false })
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toContain(`Port ${port} on 127.0.0.1 is taken`)
    expect(mailServer.attempts).toBe(0)
    await new Promise((resolve) => taken.close(resolve))
    const server = await startServerProcess(env)
    await expect.poll(() => mailServer.received.length).toBe(1)
    expect(await server.kill('SIGTERM')).toBe(0)
  })
})

test('a start without a mail server says once that no mail leaves the machine', async () => {
  const linesAboutMail = async (env: Record<string, string>) => {
    const dataDir = await fillDataDir(await mkdtemp(join(folder, 'mail-')))
    const server = await startServerProcess({ DATA_DIR: dataDir, ...env })
    await server.kill('SIGTERM')
    const lines = server.output().trim().split('\n')
    return lines.filter((line) => line.includes('"warn"') && line.includes('SMTP_URL'))
  }
  const [line, ...others] = await linesAboutMail({})
  expect(line).toContain('no mail leaves this machine')
  expect(others).toEqual([])
  expect(await linesAboutMail({ SMTP_URL: 'smtp://127.0.0.1:9' })).toEqual([])
})

test('the server outlives its PostgreSQL: cached pages stay, the rest says 503, and all comes back', async () => {
  const postgres = await createPostgresServer()
  const server = await startServerProcess({
    DATA_DIR: join(folder, 'unused'),
    DATABASE_URL: postgres.url('postgres'),
    SECRET_KEY: 'sb_secret_for_starting',
  })
  const status = async (path: string) =>
    (await fetch(server.url + path, { headers: { apikey: 'sb_secret_for_starting' } })).status
  expect(await status('/')).toBe(200)
  expect(await status('/rest/v1/google_reviews')).toBe(200)

  await postgres.stop()
  expect(await status('/')).toBe(200)
  // Not cached, but needs no database.
  expect(await status('/terms')).toBe(200)
  expect(await status('/healthz')).toBe(503)
  expect(await status('/rest/v1/google_reviews')).toBe(503)
  const enquiry = await fetch(`${server.url}/functions/v1/contact-webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'Ann Lee',
      email: 'a@b.test',
      phone: '01632 960001',
      address: 'WR1 2AB',
      service: 'Other',
      message: 'Please call me back',
      gdpr_consent: true,
    }),
  })
  expect(enquiry.status).toBe(503)

  await postgres.start()
  await expect.poll(() => status('/healthz'), { timeout: 60_000 }).toBe(200)
  expect(await status('/rest/v1/google_reviews')).toBe(200)
  expect(await server.kill('SIGTERM')).toBe(0)
  await postgres.remove()
})
