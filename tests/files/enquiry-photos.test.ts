// Photographs on their way from the visitor to the enquiry, by script and by a plain form.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { storePhotos } from '#backend/enquiries/photos/receive.ts'
import type { SubmissionResult } from '#backend/enquiries/submission-result.ts'
import { StoreUnavailable } from '#backend/files/file-store.ts'
import { storage } from '#backend/storage/storage.ts'
import { maxPhotos } from '#schemas/enquiry-photos.ts'
import { engines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { loopingExif, photo, pngOfSize } from '#tests/support/pictures.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'

const address = '192.0.2.1'

describe.each(engines)('%s', (engine) => {
  let opened: EnquiryService
  let jpeg: Buffer
  beforeAll(async () => {
    opened = await openEnquiryService(engine)
    jpeg = await photo({ width: 900, height: 600 })
  })
  afterAll(() => opened.close())
  afterEach(async () => {
    await opened.database.query('delete from storage.objects')
    await removeEnquiries(opened.database)
    await opened.database.query('delete from internal.rate_limits')
    opened.storageDeps.space.minFreeBytes = 0
    expect(await readdir(join(opened.dataDir, 'incoming')).catch(() => [])).toEqual([])
  })

  async function names(): Promise<string[]> {
    const { rows } = await opened.database.query<{ name: string }>(
      'select name from storage.objects order by name',
    )
    return rows.map(({ name }) => name)
  }

  /** As the form's script does it. */
  async function upload(bytes: Uint8Array = jpeg): Promise<string> {
    const issued = await opened.service.photos.issue(address)
    if (issued.kind !== 'issued') throw new Error(issued.kind)
    const response = await storage(opened.storageDeps).request(
      issued.url.replace('/storage/v1', ''),
      { method: 'PUT', headers: { 'Content-Type': 'image/jpeg' }, body: Buffer.from(bytes) },
    )
    expect(response.status).toBe(200)
    return issued.id
  }

  function accepted(outcome: SubmissionResult) {
    if (outcome.kind !== 'accepted') throw new Error(`It was ${outcome.kind}`)
    return outcome
  }
  const send = async (fields: object = {}) =>
    accepted(await opened.send({ ...anEnquiry, ...fields }))

  function formOf(files: [string, Uint8Array, string?][], fields: object = anEnquiry): FormData {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
    for (const [name, bytes, type = 'image/jpeg'] of files) {
      form.append('photos', new File([Buffer.from(bytes)], name, { type }))
    }
    return form
  }
  async function requestOf(form: FormData): Promise<Request> {
    const { headers, bytes } = await encode(form)
    return new Request('https://x.test/', { method: 'POST', headers, body: bytes })
  }
  async function encode(form: FormData) {
    const response = new Response(form)
    const type = response.headers.get('content-type') ?? ''
    return { headers: { 'Content-Type': type }, bytes: await response.arrayBuffer() }
  }
  const post = async (form: FormData) => opened.service.accept(await requestOf(form), address)

  describe('uploaded while the visitor types', () => {
    test('they belong to the enquiry that names them', async () => {
      const uploads = [await upload(), await upload(await photo({ width: 20, height: 20 }))]
      expect(await names()).toEqual(uploads.map((id) => `pending/${id}.jpg`).sort())
      const { id } = await send({ photos: uploads })
      expect(await names()).toEqual([`${id}/1.jpg`, `${id}/2.jpg`])
    })

    test('one that arrives later is added by the private token, and a repeat changes nothing', async () => {
      const first = await upload()
      const { id, photoToken } = await send({ photos: [first] })
      const late = await upload()
      const link = await opened.service.photos.find(photoToken)
      if (!link) throw new Error('The token is not known')
      expect(link).toMatchObject({ enquiryId: id, count: 1 })
      expect(await opened.service.photos.attach(link, [late])).toEqual([late])
      expect(await opened.service.photos.attach(link, [late])).toEqual([late])
      expect(await names()).toEqual([`${id}/1.jpg`, `${id}/2.jpg`])
    })

    test('an enquiry sent again gets what arrived in between', async () => {
      const key = { idempotency_key: 'one form' }
      const { id } = await send(key)
      const late = await upload()
      expect((await send({ ...key, photos: [late] })).id).toBe(id)
      expect(await names()).toEqual([`${id}/1.jpg`])
    })

    test('nobody gets the photographs of another enquiry by naming them', async () => {
      const upload1 = await upload()
      const { id } = await send({ photos: [upload1] })
      await send({ email: 'eve@example.com', photos: [upload1] })
      expect(await names()).toEqual([`${id}/1.jpg`])
    })

    test.each([
      ['no list', 'a.jpg'],
      ['no ids', ['../../etc/passwd', 7, null, '%', "'; drop table x"]],
      ['ids of nothing', ['00000000-0000-4000-8000-000000000000']],
      ['a thousand ids', Array(1000).fill('00000000-0000-4000-8000-000000000000')],
    ])('%s costs no enquiry', async (_what, photos) => {
      await send({ photos })
      expect(await names()).toEqual([])
    })

    test('a ninth is not added, and the database refuses it too', async () => {
      const uploads = []
      for (let at = 0; at < maxPhotos; at += 1) uploads.push(await upload())
      const { id, photoToken } = await send({ photos: uploads })
      const ninth = await upload()
      const link = await opened.service.photos.find(photoToken)
      if (!link) throw new Error('The token is not known')
      expect(await opened.service.photos.attach(link, [ninth])).toEqual([])
      expect(await names()).toContain(`pending/${ninth}.jpg`)
      for (const name of [`${id}/9.jpg`, `${id}/10.jpg`, `${id}/x/1.jpg`]) {
        const move = opened.database.query('update storage.objects set name = $1 where name = $2', [
          name,
          `pending/${ninth}.jpg`,
        ])
        await expect(move).rejects.toThrow('enquiry_photo_names')
      }
    })

    test('a token that is forged, expired or of an erased enquiry opens nothing', async () => {
      const { id, photoToken } = await send()
      const { photos } = opened.service
      const other = photoToken.startsWith('A') ? 'B' : 'A'
      for (const token of [
        '',
        'x',
        other + photoToken.slice(1),
        `${photoToken}A`,
        'é'.repeat(48),
      ]) {
        expect(await photos.find(token)).toBeUndefined()
      }
      const day = 86_400_000
      expect(await photos.find(photos.sign(id, new Date(Date.now() - 13.9 * day)))).toBeDefined()
      expect(await photos.find(photos.sign(id, new Date(Date.now() - 14 * day)))).toBeUndefined()
      const late = await upload()
      const link = await photos.find(photoToken)
      await opened.database.transaction((tx) =>
        opened.service.erasePerson(tx, { email: anEnquiry.email }),
      )
      expect(await photos.find(photoToken)).toBeUndefined()
      expect(link && (await photos.attach(link, [late]))).toEqual([])
    })
  })

  describe('in a plain form', () => {
    test('they are in the same post as the enquiry', async () => {
      const form = formOf([
        ['a.jpg', jpeg],
        ['../../b.png', await sharp(jpeg).png().toBuffer(), 'image/png'],
      ])
      const { id, photos } = accepted(await post(form))
      expect(photos).toEqual({ added: 2, problems: [] })
      expect(await names()).toEqual([`${id}/1.jpg`, `${id}/2.jpg`])
    })

    test('no file chosen is no problem', async () => {
      const form = formOf([['', new Uint8Array(), 'application/octet-stream']])
      expect(accepted(await post(form)).photos).toEqual({ added: 0, problems: [] })
    })

    test('what is no clean picture is refused by name, and the enquiry is stored', async () => {
      const form = formOf([
        ['zip.png', Buffer.from('PK\x03\x04 a zip'), 'image/png'],
        ['strip.png', pngOfSize(1, 60_000), 'image/png'],
        ['bomb.png', pngOfSize(50_000, 50_000), 'image/png'],
        ['loop.jpg', loopingExif(jpeg)],
        ['half.jpg', jpeg.subarray(0, 900)],
        ['i.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'), 'image/heic'],
      ])
      const { id, photos } = accepted(await post(form))
      expect(photos).toEqual({
        added: 1,
        problems: ['not_a_picture', 'too_large', 'too_large', 'damaged', 'heic'],
      })
      expect(await names()).toEqual([`${id}/1.jpg`])
    })

    test('a file of 200 MB is not kept, what came after it is', async () => {
      const megabyte = new Uint8Array(1024 * 1024)
      const boundary = 'of-the-form'
      const part = (name: string, more = '') =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
      const text = (words: string) => new TextEncoder().encode(words)
      async function* body() {
        for (const [name, value] of Object.entries(anEnquiry)) {
          yield text(`${part(name)}${value}\r\n`)
        }
        yield text(part('photos', '; filename="huge.jpg"'))
        for (let at = 0; at < 200; at += 1) yield megabyte
        yield text(`\r\n${part('photos', '; filename="small.jpg"')}`)
        yield new Uint8Array(jpeg)
        yield text(`\r\n--${boundary}--\r\n`)
      }
      const request = new Request('https://x.test/', {
        method: 'POST',
        headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
        body: Readable.toWeb(Readable.from(body())),
        duplex: 'half',
      } as RequestInit)
      const { photos } = accepted(await opened.service.accept(request, address))
      expect(photos).toEqual({ added: 1, problems: ['too_big'] })
    })

    test('a connection that breaks in the middle of a photograph keeps the enquiry', async () => {
      const { headers, bytes } = await encode(formOf([['a.jpg', jpeg]]))
      async function* body() {
        yield new Uint8Array(bytes.slice(0, bytes.byteLength - 2_000))
        // Until the parser has seen it.
        await new Promise((resolve) => setTimeout(resolve, 50))
        throw new Error('gone')
      }
      const request = new Request('https://x.test/', {
        method: 'POST',
        headers,
        body: Readable.toWeb(Readable.from(body())),
        duplex: 'half',
      } as RequestInit)
      const { photos } = accepted(await opened.service.accept(request, address))
      expect(photos).toEqual({ added: 0, problems: ['unavailable'] })
      expect((await opened.database.query('select from enquiries')).count).toBe(1)
    })

    test('of ten the first eight are added', async () => {
      const files = Array.from({ length: 10 }, (_, at): [string, Uint8Array] => [`${at}.jpg`, jpeg])
      const { photos } = accepted(await post(formOf(files)))
      expect(photos).toEqual({ added: 8, problems: ['too_many', 'too_many'] })
    })

    test('a disk that is nearly full takes the enquiry and no photograph', async () => {
      opened.storageDeps.space.minFreeBytes = 1e15
      const { photos } = accepted(await post(formOf([['a.jpg', jpeg]])))
      expect(photos).toEqual({ added: 0, problems: ['full'] })
      expect((await opened.service.photos.issue(address)).kind).toBe('full')
    })

    test('a store that is away takes the enquiry, and the truth is told', async () => {
      const { put } = opened.storageDeps.store
      opened.storageDeps.store.put = async () => {
        throw new StoreUnavailable(new Error('away'))
      }
      const { photos } = accepted(await post(formOf([['a.jpg', jpeg]])))
      expect(photos).toEqual({ added: 0, problems: ['unavailable'] })
      opened.storageDeps.store.put = put
    })

    test.each([
      ['is away', () => Promise.reject(new StoreUnavailable(new Error('away')))],
      ['hangs', () => new Promise<never>(() => {})],
    ])('a store that %s is waited for once, not for every photograph', async (_, put) => {
      let asked = 0
      const photoStorage = {
        ...opened.deps.photoStorage,
        put: () => {
          asked += 1
          return put()
        },
      }
      const { id: enquiryId } = await send()
      const file = { path: '', size: 1, head: new Uint8Array(), remove: async () => {} }
      const sent = { enquiryId, network: address }
      const received = [file, 'too_big', file, file] as const
      const outcome = await storePhotos({ ...opened.deps, photoStorage }, sent, [...received], 50)
      const away = 'unavailable'
      expect(outcome).toEqual({ added: 0, problems: [away, 'too_big', away, away] })
      expect(asked).toBe(1)
    })

    test('a form that is invalid says that photographs came, and keeps none', async () => {
      const outcome = await post(formOf([['a.jpg', jpeg]], { ...anEnquiry, email: 'no' }))
      expect(outcome).toMatchObject({ kind: 'invalid', hadPhotos: true })
      expect(await names()).toEqual([])
    })

    test('too much text is refused, however it is divided', async () => {
      const many = Object.fromEntries(
        Array.from({ length: 100 }, (_, at) => [`f${at}`, 'x'.repeat(1_000)]),
      )
      for (const fields of [many, { message: 'x'.repeat(70_000) }]) {
        expect(await post(formOf([], fields))).toEqual({ kind: 'tooLarge' })
      }
    })

    test('the private page adds to what is there', async () => {
      const { id, photoToken } = await send({ photos: [await upload()] })
      const { photos } = opened.service
      const link = await photos.find(photoToken)
      if (!link) throw new Error('The token is not known')
      const request = await requestOf(formOf([['a.jpg', jpeg]], {}))
      expect(await photos.receive(link, request, address)).toEqual({ added: 1, problems: [] })
      expect(await names()).toEqual([`${id}/1.jpg`, `${id}/2.jpg`])
    })
  })
})
