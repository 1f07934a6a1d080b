// Photographs that come after the office's email about their enquiry are told in an email of their own.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { attachPhotos } from '#backend/enquiries/photos/attach.ts'
import { mailList } from '#backend/mail/mail-list.ts'
import { storage } from '#backend/storage/storage.ts'
import { maxPhotos } from '#schemas/enquiry-photos.ts'
import { engines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  officeEmail,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { photo } from '#tests/support/pictures.ts'

const address = '192.0.2.1'

describe.each(engines)('%s', (engine) => {
  let opened: EnquiryService
  beforeAll(async () => {
    opened = await openEnquiryService(engine)
    await opened.queue.start()
  })
  afterAll(() => opened.close())
  beforeEach(() => {
    opened.mailServer.received.length = 0
  })

  const toOffice = () =>
    opened.mailServer.received.filter(({ to }) => to?.[0]?.address === officeEmail)
  const subjects = () => toOffice().map(({ subject }) => subject)

  async function send(name: string, fields: object = {}): Promise<string> {
    const outcome = await opened.send({ ...anEnquiry, name, ...fields })
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
    return outcome.id
  }

  async function upload(): Promise<string> {
    const issued = await opened.service.photos.issue(address)
    if (issued.kind !== 'issued') throw new Error(issued.kind)
    const path = issued.url.replace('/storage/v1', '')
    const answer = await storage(opened.storageDeps).request(path, {
      method: 'PUT',
      headers: { 'Content-Type': 'image/jpeg' },
      body: Buffer.from(await photo({ width: 40, height: 30 })),
    })
    expect(answer.status).toBe(200)
    return issued.id
  }

  /** As from the page of the private link. */
  async function addLater(enquiryId: string, id?: string): Promise<string> {
    const added = id ?? (await upload())
    const link = { enquiryId, reference: '', count: 0 }
    expect(await opened.service.photos.attach(link, [added])).toEqual([added])
    return added
  }

  async function photoMails(enquiryId: string) {
    const { rows } = await opened.database.query(
      `select state, next_try_at between now() + interval '50 seconds' and now() + interval '1 minute'
         as in_a_minute
       from enquiry_deliveries where channel = 'photos_mail' and enquiry_id = $1 order by created_at`,
      [enquiryId],
    )
    return rows
  }
  const waiting = { state: 'waiting', in_a_minute: true }

  /** Instead of waiting for the minute. */
  async function sendNow(): Promise<void> {
    await opened.database.query(
      `update internal.jobs set run_at = now()
       where name like 'enquiry-delivery:%' and held_by is null`,
    )
    await opened.database.query(`select pg_notify('jobs', 'enquiry-mail')`)
    await opened.settled()
  }

  test('those of a minute are one email, and the next ones another', async () => {
    const id = await send('Dora Late')
    await opened.settled()
    expect(toOffice()).toHaveLength(1)
    const first = await addLater(id)
    await addLater(id)
    expect(await photoMails(id)).toEqual([waiting])
    await sendNow()
    const [about, told] = toOffice()
    expect(about?.subject).toContain('Dora Late')
    expect(told?.subject).toBe(`Photos added: ${about?.subject}`)
    expect(told?.text).toContain('2 photos, large in the record')
    expect(told?.text).toContain(`/admin/enquiries/${id}`)
    expect(told?.replyTo?.[0]?.address).toBe(anEnquiry.email)
    const inline = told?.attachments.filter(({ contentId }) => contentId?.includes('photo-'))
    expect(inline).toHaveLength(2)

    // A repeated request adds nothing, and tells nothing.
    await addLater(id, first)
    expect(await photoMails(id)).toHaveLength(1)

    // A mail program would hide a second one with the same id.
    await addLater(id)
    await sendNow()
    expect(toOffice()).toHaveLength(3)
    expect(new Set(toOffice().map(({ messageId }) => messageId)).size).toBe(3)
    expect(await listed('photos dora')).toEqual([
      [told?.subject, officeEmail],
      [told?.subject, officeEmail],
    ])
  })

  async function listed(search: string) {
    const list = mailList({
      ...opened.deps,
      services: () => [],
      readOutbox: async () => undefined,
      readOutboxMails: async () => new Map(),
    })
    const { mails } = await list({ search, state: '', page: 1 })
    return mails.map(({ subject, to }) => [subject, to])
  }

  test('those that come with the enquiry, or before its email leaves, need none', async () => {
    const id = await send('Erin Early', { photos: [await upload()] })
    await opened.settled()
    expect(await photoMails(id)).toEqual([])
    await resend(id, '1 hour')
    await addLater(id)
    expect(await photoMails(id)).toEqual([])
    await sendNow()
    expect(toOffice().at(-1)?.text).toContain('2 photos, large in the record')
  })

  test('an email that falls due while they are being added waits for them', async () => {
    const id = await send('Kim Between', { photos: [await upload()] })
    await opened.settled()
    opened.mailServer.received.length = 0
    const added = await upload()
    await resend(id, '10 seconds')
    await opened.database.transaction(async (tx) => {
      expect(await attachPhotos(tx, [{ enquiryId: id, uploads: [added] }])).toEqual([[added]])
      await sleep(13_000)
    })
    await expect.poll(() => toOffice().length, { timeout: 20_000 }).toBe(1)
    expect(toOffice()[0]?.text).toContain('2 photos, large in the record')
    expect(await photoMails(id)).toEqual([])
  })

  /** The office's email of an enquiry is to leave again. */
  async function resend(id: string, delay: string): Promise<void> {
    await opened.database.transaction(async (tx) => {
      const { rows } = await tx.query<{ name: string }>(
        `update enquiry_deliveries set state = 'waiting'
         where enquiry_id = $1 and channel = 'office_mail' returning 'enquiry-delivery:' || id as name`,
        [id],
      )
      await tx.query('update internal.jobs set run_at = now() + $2::interval where name = $1', [
        rows[0]?.name,
        delay,
      ])
    })
  }

  test('those that come while the email is being sent are told', async () => {
    const { photoStorage } = opened.deps
    const { thumbnail } = photoStorage
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    let isReading = false
    photoStorage.thumbnail = async (...args) => {
      isReading = true
      await held
      return thumbnail(...args)
    }
    try {
      const id = await send('Fay Meanwhile', { photos: [await upload()] })
      await expect.poll(() => isReading, { timeout: 10_000 }).toBe(true)
      await addLater(id)
      expect(await photoMails(id)).toEqual([waiting])
    } finally {
      goOn()
      photoStorage.thumbnail = thumbnail
    }
    await sendNow()
    expect(toOffice()).toHaveLength(2)
  })

  test('of an enquiry that is taken for spam they are told when it is released', async () => {
    const id = await send('Gina Held')
    await opened.settled()
    opened.mailServer.received.length = 0
    await move(id, 'spam')
    await addLater(id)
    expect(await photoMails(id)).toEqual([{ state: 'withheld', in_a_minute: null }])
    await addLater(id)
    await move(id, 'new')
    await opened.settled()
    expect(subjects()).toEqual([expect.stringMatching(/^Photos added: .*: Gina Held$/)])
  })

  const move = (id: string, status: string) =>
    opened.database.query('update enquiries set status = $2 where id = $1', [id, status])

  test('of a person who is erased meanwhile nothing is told', async () => {
    const id = await send('Hal Gone', { email: 'hal@visitors.test' })
    await opened.settled()
    opened.mailServer.received.length = 0
    await addLater(id)
    await opened.database.transaction((tx) =>
      opened.service.erasePerson(tx, { email: 'hal@visitors.test' }),
    )
    await sendNow()
    expect(await photoMails(id)).toMatchObject([{ state: 'cancelled' }])
    expect(toOffice()).toEqual([])
  })

  test('a ninth is neither taken nor told', async () => {
    const id = await send('Jan Many')
    await opened.settled()
    for (let count = 0; count < maxPhotos; count += 1) await addLater(id)
    await sendNow()
    const link = { enquiryId: id, reference: '', count: maxPhotos }
    expect(await opened.service.photos.attach(link, [await upload()])).toEqual([])
    expect(await photoMails(id)).toHaveLength(1)
    expect(toOffice()).toHaveLength(2)
  })

  test('those of a form without script wait for each other too', async () => {
    const id = await send('Ivy Plain')
    await opened.settled()
    for (const name of ['one.jpg', 'two.jpg']) {
      const form = new FormData()
      const bytes = Buffer.from(await photo({ width: 40, height: 30 }))
      form.append('photos', new File([bytes], name, { type: 'image/jpeg' }))
      const request = new Request('https://x.test/', { method: 'POST', body: form })
      const link = { enquiryId: id, reference: '', count: 0 }
      expect(await opened.service.photos.receive(link, request, address)).toMatchObject({
        added: 1,
      })
    }
    expect(await photoMails(id)).toEqual([waiting])
    await sendNow()
    expect(toOffice()).toHaveLength(2)
  })
})
