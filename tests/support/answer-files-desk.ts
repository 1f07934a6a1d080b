// Accounts, enquiries and answers with files, over the staff functions and a real mail server.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { AttachedFile } from '#schemas/answer-files.ts'
import { type AuthService, startAuth } from '#tests/support/auth-service.ts'
import type { EngineName } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'

interface Sent {
  name?: string
  id?: string
  enquiryId?: string | null
  who?: string
  by?: Hono
}

export function answerFilesDesk(engine: EngineName) {
  let opened: EnquiryService
  let service: AuthService
  let app: Hono
  const people: Record<string, { id: string; token: string }> = {}
  beforeAll(async () => {
    opened = await openEnquiryService(engine, { withWebhook: false })
    service = await startAuth(opened.database)
    app = staffApp(opened.database, service, { answerStorage: opened.deps.answerStorage })
    for (const name of ['jo', 'sam', 'visitor'] as const) {
      const email = `${name}@x.test`
      const role = name === 'visitor' ? {} : { role: 'staff' as const }
      people[name] = await openAccount(opened.database, service, { email, ...role })
    }
    await opened.queue.start()
  })
  afterAll(() => opened.close())
  afterEach(async () => {
    await opened.settled()
    await removeEnquiries(opened.database)
    await opened.database.query('delete from answer_files')
    opened.mailServer.received.length = 0
    opened.mailServer.raw.length = 0
    opened.storageDeps.space.maxTotalBytes = 1e12
  })

  async function enquiry(fields: object = {}): Promise<string> {
    const before = await ids('enquiries')
    await opened.send({ ...anEnquiry, ...fields })
    await opened.settled()
    opened.mailServer.received.length = 0
    return (await ids('enquiries')).find((id) => !before.includes(id)) ?? ''
  }
  const ids = async (table: string) =>
    (await opened.database.query<{ id: string }>(`select id from ${table}`)).rows.map(
      ({ id }) => id,
    )
  const count = async (table: string) => (await opened.database.query(`select from ${table}`)).count
  async function upload(bytes: Uint8Array, sent: Sent = {}) {
    const { name = 'Quote.pdf', id = randomUUID(), enquiryId, who = 'jo', by = app } = sent
    const query = new URLSearchParams({ id, name, ...(enquiryId && { enquiry_id: enquiryId }) })
    const answer = await by.request(`/functions/v1/enquiry-answer-file?${query}`, {
      method: 'POST',
      headers: {
        apikey: service.keys.publishableKey,
        ...(people[who] && { Authorization: `Bearer ${people[who].token}` }),
      },
      body: Buffer.from(bytes),
    })
    const body = (await answer.json()) as AttachedFile & { error: string; message: string }
    return { status: answer.status, body }
  }
  const answer = (enquiryId: string, attachments: string[], fields: object = {}, who = 'jo') =>
    callStaff(app, service, [
      '/functions/v1/enquiry-answer',
      people[who]?.token,
      {
        ...{ enquiry_id: enquiryId, attachments, subject: 'Your patio', body: 'The quote.' },
        ...{ key: randomUUID(), ...fields },
      },
    ])
  const received = async () => {
    await opened.settled()
    return opened.mailServer.received.map(({ attachments }) =>
      attachments.map(({ filename, mimeType, disposition, content }) => ({
        ...{ filename, mimeType, disposition },
        bytes: Buffer.from(content as ArrayBuffer),
      })),
    )
  }
  const filesFolder = () => join(opened.dataDir, 'files')
  const call = (request: Parameters<typeof callStaff>[2]) => callStaff(app, service, request)

  return {
    get opened() {
      return opened
    },
    get service() {
      return service
    },
    ...{ people, enquiry, ids, count, upload, answer, received, filesFolder, call },
  }
}
