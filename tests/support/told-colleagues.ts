// Colleagues, enquiries and a mail server, for tests of the emails that tell colleagues what waits. The
// clock is the test's.
import { randomUUID } from 'node:crypto'
import type { Email } from 'postal-mime'
import { noticeWorker } from '#backend/enquiries/notices/notice-worker.ts'
import { erasePerson } from '#backend/enquiries/personal-data.ts'
import { handOver } from '#backend/jobs/hand-over.ts'
import { jobs } from '#backend/jobs/jobs.ts'
import { mailWorker } from '#backend/mail/mail-jobs.ts'
import { smtpMailer } from '#backend/mail/smtp.ts'
import type { Hours } from '#content/opening-hours.ts'
import { demoContent } from '#tools/demo-content.ts'
import { type EngineName, openTestDatabase } from './databases.ts'
import { startMailServer } from './mail-server.ts'

export const siteUrl = new URL('https://www.hopyard.example')
export const hours: Hours = {
  office: [],
  telephone: [
    { days: ['Mo', 'Tu', 'We', 'Th', 'Fr'], opens: '08:00', closes: '18:00' },
    { days: ['Sa'], opens: '09:00', closes: '16:00' },
  ],
  closures: [{ from: '2026-12-25', until: '2026-12-28' }],
}
const silent = { info() {}, warn() {}, error() {} }

export async function tellColleagues(engine: EngineName) {
  const [opened, mailServer] = await Promise.all([openTestDatabase(engine), startMailServer()])
  const { database } = opened
  const mailer = smtpMailer({
    server: { url: mailServer.url },
    from: () => ({ name: 'Hopyard', address: 'office@hopyard.example' }),
  })
  const workers = [mailWorker(mailer, handOver(database, silent))]
  const queue = jobs(database, { workers, log: silent, pollMs: 50 })
  await queue.start()

  async function settled(): Promise<void> {
    for (let turn = 0; turn < 400; turn += 1) {
      const { count } = await database.query(`select from internal.jobs where kind = 'mail'`)
      if (count === 0) return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error('Emails are still in the queue')
  }

  return {
    database,
    mailServer,
    queue,
    settled,

    /** An account with a proved address, which is `name@x.test`. */
    async addPerson(name: string, role?: 'admin' | 'staff'): Promise<string> {
      const id = randomUUID()
      await database.query(
        `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
         values ($1, $2, now(), jsonb_build_object('full_name', $3::text))`,
        [id, `${name.toLowerCase()}@x.test`, name],
      )
      if (role) {
        await database.query('insert into user_roles (user_id, role) values ($1, $2)', [id, role])
      }
      return id
    },

    /** Returns its address in the dashboard. */
    async addEnquiry(name: string, more: Record<string, unknown> = {}): Promise<string> {
      const row = {
        ...{ id: randomUUID(), name, email: 'ann@example.com', phone: '01632 960001' },
        ...{
          address: 'WR14 2AA',
          town: 'Malvern',
          service: 'Landscaping',
          message: 'A patio behind the house',
        },
        ...{ created_at: '2026-10-01T10:00:00Z', reply_due: '2026-10-02T10:00:00Z', ...more },
      }
      const names = Object.keys(row)
      await database.query(
        `insert into enquiries (${names.join(', ')})
         values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
        Object.values(row),
      )
      return `https://www.hopyard.example/admin/enquiries/${row.id}`
    },

    async erase(email: string): Promise<void> {
      await database.transaction((tx) => erasePerson(tx, { email }))
    },

    /** Runs the worker once, or several at once, at this moment; returns the emails of it. */
    async tell(at: string, { instances = 1, open = hours } = {}): Promise<Email[]> {
      const before = mailServer.received.length
      const content = { current: { ...demoContent, hours: open } }
      const worker = () =>
        noticeWorker({ database, content, siteUrl, log: silent, now: () => new Date(at) })
      const job = { id: randomUUID(), kind: 'colleague-notices', payload: null, tries: 0 }
      await Promise.all(
        Array.from({ length: instances }, () => worker().run(job, new AbortController().signal)),
      )
      await settled()
      return mailServer.received
        .slice(before)
        .sort((a, b) => addressOf(a).localeCompare(addressOf(b)))
    },

    async forget(): Promise<void> {
      for (const table of [
        ...['enquiries', 'notice_choices', 'internal.digests_sent', 'internal.overdue_told'],
        `internal.jobs where kind = 'mail'`,
      ]) {
        await database.query(`delete from ${table}`)
      }
      mailServer.received.length = 0
    },

    async close(): Promise<void> {
      await queue.stop()
      mailer.close()
      await mailServer.close()
      await opened.remove()
    },
  }
}

export type ToldColleagues = Awaited<ReturnType<typeof tellColleagues>>

export const addressOf = ({ to }: Email) => to?.[0]?.address ?? ''
export const recipients = (mails: Email[]) => mails.map(addressOf)
