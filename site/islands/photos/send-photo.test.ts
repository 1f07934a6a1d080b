// What the form does with each answer while it sends a photograph; the server's side is in tests/files.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendPhoto, type UploadAddress } from './send-photo.ts'

interface Sent {
  method: string
  offset: string | undefined
  bytes: number
}
type Reply = { status: number; offset?: number } | 'no signal'

let sent: Sent[]
let replies: Reply[]
beforeEach(() => {
  sent = []
  vi.stubGlobal('location', { href: 'https://firm.test/contact-us' })
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => vi.unstubAllGlobals())

/** Answers with the next of the replies. */
class FakeRequest {
  upload = {}
  response = null
  status = 0
  onloadend = () => {}
  #method = ''
  #headers = new Map<string, string>()
  #offset: number | undefined
  open(method: string) {
    this.#method = method
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }
  getResponseHeader(name: string) {
    return name === 'Upload-Offset' && this.#offset !== undefined ? String(this.#offset) : null
  }
  abort() {}
  send(body: Blob | null) {
    const offset = this.#headers.get('Upload-Offset')
    sent.push({ method: this.#method, offset, bytes: body?.size ?? 0 })
    const reply = replies.shift() ?? 'no signal'
    if (reply !== 'no signal') {
      this.status = reply.status
      this.#offset = reply.offset
    }
    queueMicrotask(() => this.onloadend())
  }
}

const blob = new Blob([new Uint8Array(300_000)])
const newAddress = (): UploadAddress => ({
  id: 'x',
  url: '/storage/v1/object/upload/sign/b/x.jpg?token=t',
  resumeUrl: '/storage/v1/upload/resumable/sign/x',
})
function send(address: UploadAddress, ...answers: Reply[]) {
  replies = answers
  sent = []
  const signal = new AbortController().signal
  return sendPhoto(address, { blob, onProgress() {}, signal })
}

test('on a good line it is one request', async () => {
  expect(await send(newAddress(), { status: 204, offset: 300_000 })).toBe('sent')
  expect(sent).toEqual([{ method: 'PATCH', offset: '0', bytes: 300_000 }])
})

test('after a break it asks what arrived, and sends the rest in parts', async () => {
  const address = newAddress()
  expect(await send(address, 'no signal')).toEqual({})
  const rest = await send(
    address,
    { status: 200, offset: 100_000 },
    { status: 204, offset: 231_072 },
    { status: 204, offset: 300_000 },
  )
  expect(rest).toBe('sent')
  expect(sent).toEqual([
    { method: 'HEAD', offset: undefined, bytes: 0 },
    { method: 'PATCH', offset: '100000', bytes: 131_072 },
    { method: 'PATCH', offset: '231072', bytes: 68_928 },
  ])
})

test('the last answer was lost: nothing is sent again', async () => {
  const address = newAddress()
  await send(address, 'no signal')
  expect(await send(address, { status: 200, offset: 300_000 })).toBe('sent')
  expect(sent).toHaveLength(1)
})

test('another machine answers, which has nothing of it: whole, then', async () => {
  const address = { ...newAddress(), arrived: 200_000, isBroken: true }
  expect(await send(address, { status: 404 }, { status: 200 })).toBe('sent')
  expect(sent[1]).toEqual({ method: 'PUT', offset: undefined, bytes: 300_000 })
  expect(address).toMatchObject({ arrived: 0 })
})

test('of two machines in turn, the one that has it is not waited for', async () => {
  const address = { ...newAddress(), isBroken: true }
  const answers = [{ status: 200, offset: 100_000 }, { status: 404 }, { status: 200 }]
  expect(await send(address, ...answers)).toBe('sent')
  expect(sent.map(({ method }) => method)).toEqual(['HEAD', 'PATCH', 'PUT'])
})

test.each([429, 502, 503, 200])(
  '%i to the question is no answer: it is asked again',
  async (status) => {
    const address = { ...newAddress(), arrived: 200_000, isBroken: true }
    expect(await send(address, { status })).toEqual({})
    expect(address).toMatchObject({ arrived: 200_000, resumeUrl: expect.any(String) })
  },
)

test('an address that has ended is renewed', async () => {
  expect(await send({ ...newAddress(), isBroken: true }, { status: 400 })).toBe('renew')
})

test('without room for parts it goes whole', async () => {
  const { resumeUrl: _, ...address } = newAddress()
  expect(await send(address, { status: 200 })).toBe('sent')
  expect(sent).toEqual([{ method: 'PUT', offset: undefined, bytes: 300_000 }])
})

test('a photograph that was removed is not sent', async () => {
  replies = []
  const signal = AbortSignal.abort()
  expect(await sendPhoto(newAddress(), { blob, onProgress() {}, signal })).toEqual({})
  expect(sent).toEqual([])
})
