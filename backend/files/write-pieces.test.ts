import { expect, test } from 'vitest'
import { UploadTooLarge, writePieces } from './write-pieces.ts'

async function* chunks(count: number, size: number, failure?: Error) {
  for (let at = 0; at < count; at += 1) yield new Uint8Array(size)
  if (failure) throw failure
}
const write = async (source: AsyncIterable<Uint8Array>, maxBytes = 1e9) => {
  const pieces: number[] = []
  const end = writePieces(source, maxBytes, async ({ length }) => void pieces.push(length))
  return { pieces, size: await end.catch((error) => error) }
}

test('small chunks become pieces that are worth a write', async () => {
  const { pieces, size } = await write(chunks(500, 1_400))
  expect(size).toBe(700_000)
  expect(pieces.length).toBeLessThan(4)
})

test('what came before the source broke off is written', async () => {
  const { pieces, size } = await write(chunks(10, 1_000, new Error('left')))
  expect(size).toBeInstanceOf(Error)
  expect(pieces).toEqual([10_000])
})

test('too much, and a body in tiny chunks, are broken off', async () => {
  expect((await write(chunks(3, 1_000), 2_500)).size).toBeInstanceOf(UploadTooLarge)
  expect((await write(chunks(9_000, 1))).size).toMatchObject({ message: /tiny chunks/ })
})
