// An enquiry, two colleagues, and what is mailed when a visit is booked.
import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type { Email } from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type AuthService, startAuth } from '#tests/support/auth-service.ts'
import type { EngineName } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'

const dayMs = 86_400_000
/** Ten in the morning, UTC, some days from now. */
export function inDays(days: number, minutes = 0): string {
  const day = new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
  return new Date(Date.parse(`${day}T10:00:00Z`) + minutes * 60_000).toISOString()
}
export const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

export function visitsDesk(engine: EngineName) {
  let opened: EnquiryService
  let service: AuthService
  let app: Hono
  let wren: { id: string; email: string; token: string }
  let kit: typeof wren
  let enquiryId: string

  beforeAll(async () => {
    opened = await openEnquiryService(engine, { withWebhook: false })
    service = await startAuth(opened.database)
    app = staffApp(opened.database, service, { enquiries: { visits: opened.service.visits } })
    wren = await openAccount(opened.database, service, { email: 'wren@x.test', role: 'staff' })
    kit = await openAccount(opened.database, service, { email: 'kit@x.test', role: 'admin' })
    await opened.database.query(
      `update auth.users set raw_user_meta_data = '{"full_name":"Kit Carter"}' where id = $1`,
      [kit.id],
    )
    await opened.queue.start()
  })
  afterAll(() => opened.close())

  beforeEach(async () => {
    await opened.send(anEnquiry)
    await opened.settled()
    opened.mailServer.received.length = 0
    const { rows } = await opened.database.query<{ id: string }>('select id from enquiries')
    enquiryId = rows[0]?.id ?? ''
  })
  afterEach(async () => {
    await opened.settled()
    await removeEnquiries(opened.database)
    opened.mailServer.received.length = 0
  })

  const visit = (body: object, token = wren.token) =>
    callStaff(app, service, ['/functions/v1/enquiry-visit', token, body])
  const plan = (changed: object = {}) => ({
    action: 'book',
    visit_id: randomUUID(),
    enquiry_id: enquiryId,
    colleague_id: kit.id,
    starts_at: inDays(3),
    minutes: 60,
    address: '1 The Lane, Worcester',
    note: 'Gate code 4711',
    ...changed,
  })
  const rows = async (sql: string) => (await opened.database.query(sql)).rows
  const mailTo = (address: string | undefined): Email | undefined =>
    opened.mailServer.received.findLast(({ to }) => to?.[0]?.address === address)
  /** The file as a calendar program gets it. */
  function calendarOf(mail: Email | undefined): string[] {
    const file = mail?.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
    const content = file?.content ?? ''
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
    return unfolded(text.replace(/\r?\n/g, '\r\n'))
  }
  const call = (request: Parameters<typeof callStaff>[2]) => callStaff(app, service, request)

  return {
    get opened() {
      return opened
    },
    get wren() {
      return wren
    },
    get kit() {
      return kit
    },
    get enquiryId() {
      return enquiryId
    },
    ...{ visit, plan, rows, mailTo, calendarOf, call },
  }
}
