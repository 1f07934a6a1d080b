// Subject access and erasure, as the privacy policy promises: only administrators find, export and erase
// a person's data, and nothing of it remains.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeBackup } from '#backend/backups/write-backup.ts'
import { noticeWorker } from '#backend/enquiries/notices/notice-worker.ts'
import type { Mail } from '#backend/mail/mailer.ts'
import { openMailer } from '#backend/mail/open-mailer.ts'
import { type AuthService, startAuth } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'
import { demoCompany } from '#tools/demo-content.ts'

const ann = { ...anEnquiry, message: 'A pond of four metres behind Orchard Cottage, please.' }
const bob = { ...anEnquiry, name: 'Bob Ray', email: 'joann@example.com', phone: '07700 900123' }
const traces = /(?<!jo)ann@example|Ann Lee|1632960001|1632 960001|Orchard Cottage|dog bites/i

describe.each(contractEngines)('%s', (engine) => {
  let opened: EnquiryService
  let service: AuthService
  let app: Hono
  let admin: { id: string; token: string }

  beforeAll(async () => {
    opened = await openEnquiryService(engine, { withMailServer: false, withWebhook: false })
    const { database, dataDir, deps } = opened
    service = await startAuth(database)
    const mail = { smtpUrl: undefined, from: demoCompany.email, enquiriesTo: demoCompany.email }
    const { outbox } = openMailer({
      ...{ mail, dataDir, siteUrl: deps.siteUrl },
      company: () => demoCompany,
      store: { read: async () => undefined },
    })
    app = staffApp(database, service, { enquiries: opened.service, outbox, backupsKept: 14 })
    admin = await openAccount(database, service, { email: 'admin@x.test', isAdmin: true })
    await opened.queue.start()
    await opened.send(ann)
    await opened.send({ ...ann, message: `${ann.message} And a fence.`, email: 'Ann@Example.com' })
    await opened.send(bob)
    await opened.settled()
    await database.query(
      `insert into enquiry_notes (enquiry_id, body)
       select id, 'Mind, the dog bites' from enquiries where message like '%fence%'`,
    )
  })
  afterAll(() => opened.close())

  const call = (verb: string, body = {}) => callStaff(app, service, [verb, admin.token, body])
  const counts = (...numbers: number[]) => {
    const [enquiries, notes, deliveries, outbox_copies, activity_lines] = numbers
    const none = { messages: 0, calls: 0, visits: 0, photos: 0, attachments: 0 }
    return { ...none, enquiries, notes, deliveries, outbox_copies, activity_lines }
  }
  const trail = async () => {
    const { rows } = await opened.database.query(
      `select actor, label, subject, action, after from audit_trail
       where subject = 'person' order by id desc limit 1`,
    )
    return rows[0]
  }

  /** Everything stored: all rows of all tables, and the outbox. */
  async function everything(): Promise<string[]> {
    const lines: string[] = []
    await writeBackup(opened.database, (line) => void lines.push(line))
    for (const name of await readdir(opened.outboxFolder)) {
      lines.push(await readFile(join(opened.outboxFolder, name), 'utf8'))
    }
    return lines
  }

  test.each([
    [{}, 400],
    [{ email: '' }, 400],
    [{ email: '%' }, 400],
    [{ phone: '12' }, 400],
    [{ email: 'ann@example.com', phone: '01632 960001' }, 400],
  ])('%j is refused with %d', async (body, status) => {
    for (const verb of ['find-person', 'export-person', 'erase-person']) {
      expect((await call(verb, body)).status, verb).toBe(status)
    }
  })

  test('a person is found by address or number, with what would be erased', async () => {
    const byEmail = await call('find-person', { email: ' ANN@example.com' })
    expect(byEmail).toMatchObject({
      status: 200,
      body: { counts: counts(2, 1, 4, 4, 0), account: null, backups: { days: 14 } },
    })
    const until = new Date(byEmail.body.backups.until).getTime()
    expect(Math.round((until - Date.now()) / 86_400_000)).toBe(14)
    const byPhone = await call('find-person', { phone: '+44 1632 960 001' })
    expect(byPhone.body.counts).toEqual(counts(2, 1, 4, 4, 0))
    const nobody = await call('find-person', { email: 'nobody@example.com' })
    expect(nobody.body).toMatchObject({ counts: counts(0, 0, 0, 0, 0), account: null })
  })

  test('an account with the address is told of, and its trail is not counted', async () => {
    const person = { email: 'admin@x.test' }
    expect((await call('find-person', person)).body).toMatchObject({
      counts: counts(0, 0, 0, 0, 0),
      account: { id: admin.id, email: 'admin@x.test', roles: ['admin'] },
    })
    const before = await opened.database.query('select * from auth.audit_log_entries order by id')
    expect((await call('erase-person', person)).body.account).toMatchObject({ id: admin.id })
    const after = await opened.database.query('select * from auth.audit_log_entries order by id')
    expect(after.rows).toEqual(before.rows)
    expect((await call('accounts')).status).toBe(200)
  })

  test('everything is handed over in one file, and the activity tells of it', async () => {
    const { body } = await call('export-person', { email: 'ann@example.com' })
    expect(body.enquiries).toMatchObject([
      { name: 'Ann Lee', message: ann.message, deliveries: [{}, {}], notes: [] },
      { email: 'Ann@Example.com', deliveries: [{}, {}], notes: [{ body: 'Mind, the dog bites' }] },
    ])
    expect(body.outbox).toHaveLength(4)
    expect(body.account).toBeNull()
    expect(JSON.stringify(body)).not.toContain('Bob Ray')
    expect(await trail()).toEqual({
      actor: 'admin@x.test',
      label: null,
      subject: 'person',
      action: 'export',
      after: counts(2, 1, 4, 4, 0),
    })
  })

  test('once erased, nothing of the person is on the disk, and others are as they were', async () => {
    const { database } = opened
    // Her account was deleted, but the audit trail of it still names her.
    const old = await openAccount(database, service, { email: 'ann@example.com' })
    await database.query(`insert into user_roles (user_id, role) values ($1, 'editor')`, [old.id])
    await service.admin.deleteUser(old.id)
    expect((await everything()).filter((line) => traces.test(line)).length).toBeGreaterThan(8)
    const found = await call('find-person', { email: 'ann@example.com' })
    const lines = found.body.counts.activity_lines
    expect(lines).toBeGreaterThan(1)

    const { status, body } = await call('erase-person', { email: 'ANN@example.com' })
    expect(status).toBe(200)
    expect(body.counts).toEqual(counts(2, 1, 4, 4, lines))
    expect((await everything()).filter((line) => traces.test(line))).toEqual([])
    expect(await trail()).toMatchObject({ action: 'delete', after: body.counts })

    // The entries stay, without her data.
    const { rows } = await database.query(
      `select label, after from audit_trail where subject_id = $1 and action = 'insert'`,
      [old.id],
    )
    expect(rows).toEqual([{ label: '(erased)', after: { role: 'editor' } }])
    const { rows: left } = await database.query(
      'select name, email from enquiries where erased_at is null',
    )
    expect(left).toEqual([{ name: bob.name, email: bob.email }])
    const copies = (await readdir(opened.outboxFolder)).filter((name) => name.endsWith('.eml'))
    expect(copies).toHaveLength(2)
    const again = await call('erase-person', { email: 'ann@example.com' })
    expect(again.body.counts).toEqual(counts(0, 0, 0, 0, 0))
    expect(service.errors).toEqual([])
  })

  test('what told colleagues of a person goes with them, queued or in the outbox', async () => {
    const { database, deps } = opened
    await opened.send({ ...anEnquiry, name: 'Cy Other', email: 'cy@example.com' })
    await opened.settled()
    // A morning on which both wait for an answer.
    const now = () => new Date('2027-06-01T07:30:00Z')
    const job = { id: admin.id, kind: 'colleague-notices', payload: null, tries: 0 }
    await noticeWorker({ ...deps, now }).run(job, new AbortController().signal)
    const queued = async () =>
      (
        await database.query<{ mail: Mail }>(`select payload as mail from internal.jobs
         where kind = 'mail' and payload ->> 'about' = 'digest'`)
      ).rows
    const [digest] = await queued()
    expect(digest?.mail.text).toContain('Bob Ray')
    expect(digest?.mail.text).toContain('Cy Other')
    if (digest) await deps.mailer.send(digest.mail)

    expect((await call('find-person', { email: bob.email })).body.counts.outbox_copies).toBe(3)
    const exported = await call('export-person', { email: bob.email })
    expect(exported.body.outbox).toHaveLength(2)
    expect(JSON.stringify(exported.body)).not.toContain('Cy Other')
    await call('erase-person', { email: bob.email })
    expect(await queued()).toEqual([])
    expect((await everything()).filter((line) => /Bob Ray/.test(line))).toEqual([])
  })

  test('the audit trail still cannot be rewritten', async () => {
    const { database } = opened
    const rewrite = (set: string) =>
      database.transaction(async (tx) => {
        await tx.query(`select set_config('internal.redacting', 'on', true)`)
        await tx.query(`update audit_trail set ${set}`)
      })
    await expect(database.query(`update audit_trail set label = 'X'`)).rejects.toThrow('added to')
    await expect(database.query('delete from audit_trail')).rejects.toThrow('added to')
    for (const set of ['actor_id = null', 'happened_at = now()', `action = 'update'`]) {
      await expect(rewrite(set)).rejects.toThrow('added to')
    }
  })
})
