// Undelivered account emails: administrators see, resend and discard them, without seeing a secret.

import type { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailLifeMs } from '#backend/auth/accounts/one-time-tokens.ts'
import { auth } from '#backend/auth/auth.ts'
import { handOver } from '#backend/jobs/hand-over.ts'
import { type Jobs, jobs } from '#backend/jobs/jobs.ts'
import { accountMails } from '#backend/mail/account-mails.ts'
import { mailWorker } from '#backend/mail/mail-jobs.ts'
import { smtpMailer } from '#backend/mail/smtp.ts'
import { expiredMailsWorker } from '#backend/mail/stuck-mails.ts'
import { type AuthService, startAuth } from '#tests/support/auth-service.ts'
import { contractEngines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'
import { demoCompany } from '#tools/demo-content.ts'

const logged: object[] = []
const write = (details: object) => void logged.push(details)
const log = { info: write, warn: write, error: write }
const siteUrl = new URL('http://localhost:3000')

describe.each(contractEngines)('%s', (engine) => {
  let opened: TestDatabase
  let service: AuthService
  let mailServer: MailServer
  let queue: Jobs
  let app: Hono
  let admin: { id: string; token: string }

  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    const { database } = opened
    mailServer = await startMailServer()
    service = await startAuth(database)
    const { enqueueMail } = accountMails({
      company: () => demoCompany,
      siteUrl,
      linkLifeMs: mailLifeMs,
    })
    app = staffApp(database, service, { auth: auth({ ...service.deps, enqueueMail }) })
    admin = await openAccount(database, service, { email: 'admin@x.test', isAdmin: true })
    const mailer = smtpMailer({
      server: { url: mailServer.url },
      from: () => ({ name: 'H', address: 'h@x.test' }),
    })
    const workers = [mailWorker(mailer, handOver(database, log)), expiredMailsWorker(database)]
    const retries = { initialDelayMs: 60_000, maxDelayMs: 60_000, maxTries: 17 }
    queue = jobs(database, { workers, log, retries, pollMs: 100 })
    await queue.start()
  })
  afterAll(async () => {
    await queue.stop()
    await mailServer.close()
    await opened.remove()
  })
  beforeEach(async () => {
    await opened.database.query(`delete from internal.jobs where kind = 'mail'`)
    mailServer.behaviour = 'fine'
    mailServer.received.length = 0
  })

  const call = (verb: string, body = {}) => callStaff(app, service, [verb, admin.token, body])
  const stuck = async () => {
    const { body } = await call('mail-list')
    return body.mails.filter(({ tries }: { tries: number }) => tries > 0)
  }
  let invited = 0

  /** Invites a user whose address the mail server refuses, and waits for the refusal. */
  async function inviteRefused(behaviour: MailServer['behaviour'] = 'recipient-550') {
    mailServer.behaviour = behaviour
    invited += 1
    const email = `invited${invited}@x.test`
    expect((await call('invite', { email })).status).toBe(200)
    await expect.poll(async () => (await stuck()).length).toBe(1)
    const { rows } = await opened.database.query<{ payload: { text: string } }>(
      `select payload from internal.jobs where kind = 'mail'`,
    )
    const { text = '' } = rows[0]?.payload ?? {}
    const [link = ''] = /http\S+token=\S+/.exec(text) ?? []
    const [code = ''] = /(?<!\d)\d{6}(?!\d)/.exec(text) ?? []
    const [mail] = await stuck()
    return { email, link, code, mail }
  }

  test('a refused invitation is listed with the words of the server, without its secrets', async () => {
    const { email, link, code, mail } = await inviteRefused()
    expect(mail).toMatchObject({ to: email, about: 'invite', state: 'failed', tries: 1 })
    expect(mail.last_error).toContain('550 No such recipient here')
    expectNoSecret(JSON.stringify(mail), { link, code })
  })

  function expectNoSecret(text: string, { link, code }: { link: string; code: string }) {
    const token = new URL(link).searchParams.get('token') ?? ''
    for (const secret of [link, token, code]) {
      expect(secret.length).toBeGreaterThan(5)
      expect(text).not.toContain(secret)
    }
  }

  test('a mail server that quotes the mail gives away neither in the list nor in the log', async () => {
    const { link, code, mail } = await inviteRefused('quoting')
    expect(mail.last_error).toContain('(link left out)')
    expectNoSecret(JSON.stringify(mail), { link, code })
    expect(JSON.stringify(logged)).toContain('(link left out)')
    expectNoSecret(JSON.stringify(logged), { link, code })
    // The previous version stored such an email with the server's whole reply.
    await opened.database.query(`update internal.jobs set last_error = $1 where kind = 'mail'`, [
      `554 contains ${link} and ${code}`,
    ])
    expectNoSecret(JSON.stringify(await stuck()), { link, code })
  })

  test('it can be sent again', async () => {
    const { email, link, mail } = await inviteRefused()
    mailServer.behaviour = 'fine'
    expect((await call('resend-mail', { mail_id: mail.id })).status).toBe(200)
    await expect.poll(() => mailServer.received.length).toBe(1)
    expect(mailServer.received[0]?.to?.[0]?.address).toBe(email)
    expect(mailServer.received[0]?.text).toContain(link)
    await expect.poll(stuck).toEqual([])
    expect((await call('resend-mail', { mail_id: mail.id })).status).toBe(404)
  })

  test('one that waits for its next try is listed and can be tried at once', async () => {
    const { mail } = await inviteRefused('recipient-450')
    expect(mail).toMatchObject({ state: 'waiting', tries: 1, next_try_at: expect.any(String) })
    mailServer.behaviour = 'fine'
    expect((await call('resend-mail', { mail_id: mail.id })).status).toBe(200)
    await expect.poll(() => mailServer.received.length).toBe(1)
  })

  test('it can be dropped, and the activity tells of it', async () => {
    const { email, mail } = await inviteRefused()
    expect((await call('drop-mail', { mail_id: mail.id })).status).toBe(200)
    expect(await stuck()).toEqual([])
    expect((await call('drop-mail', { mail_id: mail.id })).status).toBe(404)
    const { rows } = await opened.database.query(
      `select actor, subject, label, after from audit_trail order by id desc limit 1`,
    )
    const after = { dropped_mail: 'invite' }
    expect(rows).toEqual([{ actor: 'admin@x.test', subject: 'account', label: email, after }])
  })

  test('once its link has expired it is forgotten, and not sent', async () => {
    const { mail } = await inviteRefused()
    const expired = new Date(Date.now() - 1000).toISOString()
    await opened.database.query(
      `update internal.jobs set payload = payload || jsonb_build_object('expiresAt', $1::text)
       where kind = 'mail'`,
      [expired],
    )
    mailServer.behaviour = 'fine'
    expect((await call('resend-mail', { mail_id: mail.id })).status).toBe(404)
    await opened.database.query(
      `update internal.jobs set run_at = now() where kind = 'mail-retention'`,
    )
    await expect.poll(stuck).toEqual([])
    // An email whose retry is due after it has expired is removed without being sent.
    await opened.database.query(
      `insert into internal.jobs (kind, payload) values ('mail', jsonb_build_object(
         'to', 'late@x.test', 'subject', 's', 'html', '', 'text', 't', 'messageId', '<1@x.test>',
         'expiresAt', $1::text))`,
      [expired],
    )
    const left = () => opened.database.query(`select from internal.jobs where kind = 'mail'`)
    await expect.poll(async () => (await left()).count).toBe(0)
    expect(mailServer.received).toEqual([])
  })

  test('a mail of the version before, which knows no end, is forgotten after a day', async () => {
    await opened.database.query(
      `insert into internal.jobs (kind, state, tries, payload, created_at) values
         ('mail', 'failed', 17, '{"to": "old@x.test"}', now() - interval '25 hours'),
         ('mail', 'failed', 17, '{"to": "new@x.test"}', now() - interval '23 hours')`,
    )
    await opened.database.query(
      `update internal.jobs set run_at = now() where kind = 'mail-retention'`,
    )
    const addresses = async () => (await stuck()).map(({ to }: { to: string }) => to)
    await expect.poll(addresses).toEqual(['new@x.test'])
  })
})
