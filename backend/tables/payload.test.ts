import { expect, test } from 'vitest'
import { maxBodyBytes, type ParseCharged, readArguments, readPayload } from './payload.ts'

const free: ParseCharged = async (_size, parse) => parse()
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

const read = (body: string, type: string) =>
  readArguments(
    new Request('https://x.test/', { method: 'POST', headers: { 'Content-Type': type }, body }),
    free,
  )

test('brackets count, those of a text do not', async () => {
  await expect(read(`{"a":${'['.repeat(63)}1${']'.repeat(63)}}`, json)).resolves.toMatchObject({
    keys: ['a'],
  })
  await expect(read(`{"a":${'['.repeat(64)}1${']'.repeat(64)}}`, json)).rejects.toMatchObject({
    message: expect.stringContaining('nested more than 64 deep'),
  })
  const text = JSON.stringify({ a: `${'['.repeat(99)}"\\`, b: '\\"[{' })
  await expect(read(text, json)).resolves.toMatchObject({ keys: ['a', 'b'] })
})

test.each([
  ['a form', 'x&'.repeat(maxBodyBytes / 2), form],
  ['a form of empty pairs', `a=1${'&'.repeat(600)}b=2`, form],
  ['a form of different keys', Array.from({ length: 99_999 }, (_, n) => n).join('&'), form],
  [
    'an object',
    JSON.stringify(
      Object.fromEntries(
        Array(501)
          .fill(0)
          .map((_, n) => [n, n]),
      ),
    ),
    json,
  ],
])('%s with more keys than any table has columns is refused', async (_what, body, type) => {
  await expect(read(body, type)).rejects.toMatchObject({ message: 'The request is too complex' })
})

test('the parsing is given to whoever charges for it', async () => {
  const charged: number[] = []
  const request = new Request('https://x.test/', { method: 'POST', body: 'a,b\n1,2' })
  request.headers.set('Content-Type', 'text/csv')
  const payload = await readPayload(request, undefined, async (size, parse) => {
    charged.push(size)
    return parse()
  })
  expect(charged).toEqual([maxBodyBytes])
  expect(payload).toMatchObject({ keys: ['a', 'b'], rowCount: 1 })
})
