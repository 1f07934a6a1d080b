// The photographs of an enquiry as they leave with it: in the office's email, in the webhook, and the
// sender's private link.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { officePhotos } from '#backend/enquiries/photos/delivered-photos.ts'
import { StoreUnavailable } from '#backend/files/file-store.ts'
import { storage } from '#backend/storage/storage.ts'
import { maxPhotos } from '#schemas/enquiry-photos.ts'
import {
  anEnquiry,
  type EnquiryService,
  officeEmail,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { photo } from '#tests/support/pictures.ts'

const address = '192.0.2.1'

let opened: EnquiryService
beforeAll(async () => {
  opened = await openEnquiryService('embedded')
  await opened.queue.start()
})
afterAll(() => opened.close())

test('the office sees small photos, the webhook gets links, the sender a private link', async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries(anEnquiry)) form.append(name, String(value))
  for (let at = 0; at < maxPhotos; at += 1) {
    // Noise: no photograph of its size needs more bytes.
    const bytes = await noise(800, 600)
    form.append('photos', new File([Buffer.from(bytes)], `${at}.jpg`, { type: 'image/jpeg' }))
  }
  const request = new Request('https://x.test/', { method: 'POST', body: form })
  const outcome = await opened.service.accept(request, address)
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
  expect(outcome.photos.added).toBe(maxPhotos)
  await opened.settled()
  const { received } = opened.mailServer
  const office = received.find(({ to }) => to?.[0]?.address === officeEmail)
  const inline = office?.attachments.filter(({ contentId }) => contentId?.includes('photo-')) ?? []
  expect(inline.length).toBeGreaterThan(2)
  const sizes = inline.map(({ content }) => Buffer.from(content as ArrayBuffer).length)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(300 * 1024)
  for (const { content } of inline) {
    const about = await sharp(Buffer.from(content as ArrayBuffer)).metadata()
    expect(about).toMatchObject({ format: 'jpeg', width: 320 })
  }
  expect(office?.html).toContain('src="cid:photo-1"')
  expect(office?.text).toContain('8 photos, large in the record')
  expect(office?.html).toContain(`/admin/enquiries/${outcome.id}`)

  const thanks = received.find(({ to }) => to?.[0]?.address === anEnquiry.email)
  const [, token = ''] = /enquiry-photos\?t=([\w-]{48})/.exec(thanks?.text ?? '') ?? []
  expect(await opened.service.photos.find(token)).toMatchObject({ count: maxPhotos })

  const body = JSON.parse(opened.receiver.received[0]?.body ?? '{}')
  expect(body.photos).toHaveLength(maxPhotos)
  const { pathname, search } = new URL(body.photos[0].url)
  const app = storage(opened.storageDeps)
  const answer = await app.request(pathname.replace('/storage/v1', '') + search)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  const pixels = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect(pixels).toMatchObject({ width: body.photos[0].width, height: body.photos[0].height })
  expect((await app.request(pathname.replace('/storage/v1', ''))).status).toBe(400)
})

test('the office and the webhook wait for the photographs of a form, on every instance', async () => {
  opened.mailServer.received.length = 0
  opened.receiver.received.length = 0
  const sentTo = (to: string) =>
    opened.mailServer.received.find((mail) => mail.to?.[0]?.address === to)
  const { put } = opened.deps.photoStorage
  let goOn = () => {}
  const held = new Promise<void>((resolve) => (goOn = resolve))
  opened.deps.photoStorage.put = async (...args) => {
    await held
    return put(...args)
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(anEnquiry)) form.append(name, String(value))
  form.set('name', 'Cara Hill')
  const bytes = await photo({ width: 400, height: 300 })
  form.append('photos', new File([Buffer.from(bytes)], 'a.jpg', { type: 'image/jpeg' }))
  const request = new Request('https://x.test/', { method: 'POST', body: form })
  const accepted = opened.service.accept(request, address)
  await expect.poll(() => sentTo(anEnquiry.email), { timeout: 10_000 }).toBeDefined()
  expect(sentTo(officeEmail)).toBeUndefined()
  expect(opened.receiver.received).toHaveLength(0)
  const { rows } = await opened.database.query(
    `select kind, run_at > now() + interval '5 seconds' as waits,
       run_at < now() + interval '16 seconds' as in_time
     from internal.jobs where name like 'enquiry-delivery:%' and held_by is null order by kind`,
  )
  expect(rows).toEqual([
    { kind: 'enquiry-mail', waits: true, in_time: true },
    { kind: 'enquiry-webhook', waits: true, in_time: true },
  ])

  goOn()
  opened.deps.photoStorage.put = put
  expect(await accepted).toMatchObject({ kind: 'accepted', photos: { added: 1 } })
  await opened.settled(4_000)
  expect(sentTo(officeEmail)?.text).toContain('One photo, large in the record')
  expect(JSON.parse(opened.receiver.received[0]?.body ?? '{}').photos).toHaveLength(1)
})

test('a store that is away delays no email', async () => {
  opened.mailServer.received.length = 0
  const { open } = opened.storageDeps.store
  const issued = await opened.service.photos.issue(address)
  if (issued.kind !== 'issued') throw new Error(issued.kind)
  const put = await storage(opened.storageDeps).request(issued.url.replace('/storage/v1', ''), {
    method: 'PUT',
    headers: { 'Content-Type': 'image/jpeg' },
    body: Buffer.from(await photo({ width: 30, height: 30 })),
  })
  expect(put.status).toBe(200)
  opened.storageDeps.store.open = async () => {
    throw new StoreUnavailable(new Error('away'))
  }
  await opened.send({ ...anEnquiry, name: 'Bob Hill', photos: [issued.id] })
  await opened.settled()
  opened.storageDeps.store.open = open
  const office = opened.mailServer.received.find(({ to }) => to?.[0]?.address === officeEmail)
  expect(office?.text).toContain('One photo, large in the record')
})

test.each([
  ['is away', () => Promise.reject(new StoreUnavailable(new Error('away')))],
  ['hangs', () => new Promise<never>(() => {})],
])('a store that %s is waited for once, not for every photo', async (_, thumbnail) => {
  const { rows } = await opened.database.query<{ id: string }>(
    `select split_part(name, '/', 1) as id from storage.objects where name like '%/8.jpg'`,
  )
  let asked = 0
  const photoStorage = {
    ...opened.deps.photoStorage,
    thumbnail: () => {
      asked += 1
      return thumbnail()
    },
  }
  const photos = await officePhotos({ ...opened.deps, photoStorage }, rows[0]?.id ?? '', 50)
  expect(photos).toEqual({ count: maxPhotos, inline: [] })
  expect(asked).toBe(1)
})

function noise(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = Math.random() * 256
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer()
}
