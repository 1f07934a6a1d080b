// The mail server is set up in the dashboard: its password is kept encrypted and goes to no other
// server, and mail follows without a restart.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LiveMailer, liveMailer, lostPassword } from '#backend/mail/live-mailer.ts'
import type { Mail } from '#backend/mail/mailer.ts'
import { secretKeyBytes, secrets } from '#backend/mail/sealed-secrets.ts'
import { type MailServerStore, mailServerStore } from '#backend/mail/stored-server.ts'
import { type AuthService, startAuth } from '#tests/support/auth-service.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'

const settings = {
  ...{ host: '127.0.0.1', port: 25, encryption: 'none', username: '' },
  ...{ sender_name: '', sender_address: '' },
}
const signedIn = {
  ...settings,
  ...{ host: 'smtp.example.com', port: 587, encryption: 'starttls', username: 'office' },
}
const company = { name: 'Hopyard', email: 'office@hopyard.example' }
const mail: Mail = {
  ...{ to: 'ann@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' },
  messageId: '<1@hopyard.example>',
}

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  let service: AuthService
  let app: Hono
  let store: MailServerStore
  let mailer: LiveMailer
  let mailServer: Awaited<ReturnType<typeof startMailServer>>
  let folder: string
  let admin: { token: string }
  let member: { token: string }
  const key = randomBytes(secretKeyBytes)

  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    const { database } = opened
    service = await startAuth(database)
    store = mailServerStore(
      database,
      secrets(async () => key),
    )
    folder = await mkdtemp(join(tmpdir(), 'mail-server-'))
    mailServer = await startMailServer()
    mailer = liveMailer({
      ...{ smtpUrl: undefined, sender: undefined, outboxFolder: folder, store },
      company: () => company,
    })
    const environment = { smtpUrl: undefined, from: undefined }
    const { problem, reload } = mailer
    app = staffApp(database, service, {
      mailServer: { store, environment, company: () => company, problem, reload },
    })
    admin = await openAccount(database, service, { email: 'admin@x.test', isAdmin: true })
    member = await openAccount(database, service, { email: 'staff@x.test', role: 'staff' })
  })
  afterAll(async () => {
    mailer.close()
    await Promise.all([mailServer.close(), opened.remove(), rm(folder, { recursive: true })])
  })
  beforeEach(() => call('remove-mail-server'))

  const call = (verb: string, body: object = {}, token = admin.token) =>
    callStaff(app, service, [verb, token, body])
  const save = (server: object, token?: string) => call('save-mail-server', server, token)

  test('only administrators read and set it', async () => {
    for (const verb of ['mail-server', 'save-mail-server', 'remove-mail-server']) {
      expect((await call(verb, settings, member.token)).status).toBe(403)
      expect((await callStaff(app, service, [verb, undefined, settings])).status).toBe(401)
    }
  })

  test('mail goes to the outbox, then to the server, then to the outbox again', async () => {
    expect(await mailer.send(mail)).toBe('in_outbox')
    expect(await mailer.host()).toBeUndefined()
    const { port } = new URL(mailServer.url)
    const sender = { sender_name: 'The office', sender_address: 'post@hopyard.example' }
    expect((await save({ ...settings, ...sender, port: Number(port) })).status).toBe(200)
    expect(await mailer.host()).toBe('127.0.0.1')
    expect(await mailer.send(mail)).toBe('sent')
    const [received] = mailServer.received
    expect(received?.from).toEqual({ name: 'The office', address: 'post@hopyard.example' })
    await call('remove-mail-server')
    expect(await mailer.send(mail)).toBe('in_outbox')
  })

  test('a password is stored encrypted and never sent back', async () => {
    const answer = await save({ ...signedIn, password: 'hunter2 hunter2' })
    expect(answer).toMatchObject({ status: 200, body: { stored: { has_password: true } } })
    expect(JSON.stringify((await call('mail-server')).body)).not.toContain('hunter2')
    const { rows } = await opened.database.query<{ row: string }>(
      'select mail_server::text as row from internal.mail_server',
    )
    expect(rows[0]?.row).not.toContain('hunter2')
    expect(rows[0]?.row).not.toContain(Buffer.from('hunter2').toString('hex'))
    expect((await store.read())?.password).toBe('hunter2 hunter2')
  })

  test('the password stays when only the sender changes', async () => {
    await save({ ...signedIn, password: 'hunter2' })
    expect((await save({ ...signedIn, sender_name: 'Office' })).status).toBe(200)
    expect(await store.read()).toMatchObject({ sender_name: 'Office', password: 'hunter2' })
  })

  test.each([
    ['another server', { host: 'smtp.attacker.example' }],
    ['another port', { port: 2525 }],
    ['no encryption', { encryption: 'none' }],
    ['another user', { username: 'somebody' }],
  ])('the password does not follow to %s', async (_, change) => {
    await save({ ...signedIn, password: 'hunter2' })
    const answer = await save({ ...signedIn, ...change })
    expect(answer).toMatchObject({ status: 422, body: { error: 'password_needed' } })
    expect(await store.read()).toMatchObject({ host: signedIn.host, password: 'hunter2' })
  })

  test('who writes to the database cannot have it sent to another server', async () => {
    await save({ ...signedIn, password: 'hunter2' })
    await opened.database.query(`update internal.mail_server set host = 'smtp.attacker.example'`)
    expect(await store.read()).toMatchObject({ has_password: true, password: undefined })
    await mailer.reload()
    await expect(mailer.send(mail)).rejects.toThrow(lostPassword)
    expect((await call('mail-server')).body.problem).toBe(lostPassword)
  })

  test('restored where its key is not, it has to be entered again', async () => {
    await save({ ...signedIn, password: 'hunter2' })
    const elsewhere = mailServerStore(
      opened.database,
      secrets(async () => randomBytes(secretKeyBytes)),
    )
    expect(await elsewhere.read()).toMatchObject({ has_password: true, password: undefined })
  })

  test.each([
    ['a name with a scheme', { host: 'https://smtp.example.com' }, 'smtp.example.com'],
    ['a name with a line break', { host: 'smtp.example.com\r\nQUIT' }, 'server'],
    ['no name', { host: '' }, 'smtp.example.com'],
    ['a port of 0', { port: 0 }, 'between 1 and 65535'],
    ['a sender that is no address', { sender_address: 'office' }, 'not an email address'],
    [
      'a password over an open line',
      { encryption: 'none', password: 'x' },
      'an attacker on the way',
    ],
  ])('%s is refused in words', async (_, change, words) => {
    const answer = await save({ ...signedIn, ...change })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body.message).toContain(words)
    expect(await store.read()).toBeUndefined()
  })

  test('every change is in the activity, without the password', async () => {
    await save({ ...signedIn, password: 'hunter2' })
    const { rows } = await opened.database.query<{ after: object }>(
      `select after from audit_trail where subject = 'mail_server' order by id desc limit 1`,
    )
    expect(rows[0]?.after).toEqual({ host: signedIn.host, username: signedIn.username })
  })
})
