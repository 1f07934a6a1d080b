// Forms with more, or odder, parts than a browser sends: each gets an answer. The parser itself waits
// for ever at a part that it leaves out and that is larger than its buffer.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type ReceivedPhoto,
  readMultipart,
  removeFiles,
} from '#backend/enquiries/read-multipart.ts'
import { openSpool, type Spool } from '#backend/files/spool.ts'
import { readUpload } from '#backend/storage/read-upload.ts'
import { maxPhotos } from '#schemas/enquiry-photos.ts'

let folder: string
let spool: Spool
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forms-'))
  spool = openSpool(folder)
})
afterEach(async () => {
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true, force: true })
})

const large = 'z'.repeat(500_000)
const part = (head: string, body = large) => `--x\r\n${head}\r\n\r\n${body}\r\n`
const field = (name: string, body = 'v') =>
  part(`Content-Disposition: form-data; name="${name}"`, body)
const photo = part('Content-Disposition: form-data; name="photos"; filename="a.jpg"')

function requestOf(body: string): Request {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
  return new Request('https://x.test/', { method: 'POST', headers, body: `${body}--x--\r\n` })
}

describe('an enquiry', () => {
  async function read(body: string, withinMs?: number) {
    const save = (bytes: AsyncIterable<Uint8Array>) => spool.write(bytes, 1_000_000)
    const form = await readMultipart(requestOf(body), 65_536, save, withinMs)
    if (form.kind !== 'form') return form.kind
    await removeFiles(form.photos)
    const isKept = (one: ReceivedPhoto) => typeof one !== 'string'
    return { fields: form.fields, kept: form.photos.filter(isKept).length }
  }

  test('with sixty photographs keeps its text and the first eight', async () => {
    const outcome = await read(field('name', 'Ann') + photo.repeat(60))
    expect(outcome).toEqual({ fields: { name: 'Ann' }, kept: maxPhotos })
  })

  test('with ten thousand fields is broken off', async () => {
    expect(await read(field('q').repeat(10_000))).toBe('broken')
  })

  test('with ten thousand parts that are no fields is broken off', async () => {
    expect(await read(`${field('name', 'Ann')}${'--x\r\n\r\n\r\n'.repeat(10_000)}`)).toBe('broken')
  })

  test.each([
    ['a part without a name for what it is', part('X-Part: y')],
    ['a part that is no field', part('Content-Disposition: attachment; name="a"')],
    ['a part without a header', `--x\r\n\r\n${large}\r\n`],
  ])('with %s ends', async (_, odd) => {
    expect(await read(field('name', 'Ann') + odd, 300)).toBe('broken')
    expect(await read(field('name', 'Ann') + photo + odd, 300)).toMatchObject({
      fields: { name: 'Ann' },
    })
  })
})

describe('an upload', () => {
  const read = async (body: string, withinMs?: number) => {
    const { file } = await readUpload(requestOf(body), spool, 1_000_000, withinMs)
    await file.remove()
    return file.size
  }

  test('with a second file keeps the first', async () => {
    expect(await read(photo + photo)).toBe(large.length)
  })

  test.each([
    ['twenty files', photo.repeat(20)],
    ['many fields before its file', field('q').repeat(20) + photo],
  ])('with %s is refused', async (_, body) => {
    await expect(read(body)).rejects.toThrow('The form could not be read')
  })

  test.each([part('X-Part: y'), `--x\r\n\r\n${large}\r\n`])(
    'with an odd part ends',
    async (odd) => {
      await expect(read(photo + odd, 300)).rejects.toThrow('The form could not be read')
    },
  )
})

// Thrown where the parser calls its listeners, an error would end the server; here it fails the run.
describe('both', () => {
  const dispositions = [
    ...['form-data', 'form-data; name', 'form-data; name=', "form-data; name*=utf-8''%ff"],
    ...['form-data; name="__proto__"', 'form-data; name="constructor"', 'form-data;;; name="a";;'],
    ...['form-data; filename="x"', "form-data; filename*=utf-8''%zz", 'form-data; name="a\\"'],
    ...['form-data; name="photos"; filename', 'form-data; name="photos"; filename=""', ''],
  ]
  const types = [
    '',
    'Content-Type: application/octet-stream',
    'Content-Type: text/plain; charset=odd',
  ]
  const heads = dispositions.flatMap((disposition) =>
    types.map((type) => [`Content-Disposition: ${disposition}`, type].filter(Boolean).join('\r\n')),
  )
  test.each(heads)('end where a part says %j', async (head) => {
    const save = (bytes: AsyncIterable<Uint8Array>) => spool.write(bytes, 1_000_000)
    for (const ending of ['', '\r\n', '\r\n--x--\r\n', `\r\n${field('b')}${photo}`]) {
      const body = `--x\r\n${head}\r\n\r\nvalue${ending}`
      const form = await readMultipart(requestOf(body), 65_536, save, 300)
      if (form.kind === 'form') await removeFiles(form.photos)
      const upload = await readUpload(requestOf(body), spool, 1_000_000, 300).catch(() => undefined)
      await upload?.file.remove()
    }
  })

  test('break off at a part without a name', async () => {
    const nameless = field('name', 'Ann') + part('Content-Disposition: form-data', 'x')
    const save = (bytes: AsyncIterable<Uint8Array>) => spool.write(bytes, 1_000_000)
    expect(await readMultipart(requestOf(nameless), 65_536, save)).toEqual({ kind: 'broken' })
    const read = readUpload(requestOf(photo + nameless), spool, 1_000_000)
    await expect(read).rejects.toThrow('The form could not be read')
  })
})
