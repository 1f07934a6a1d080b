import { expect, test } from 'vitest'
import { demoDocuments } from '#tools/demo-content.ts'
import { openLiveContent, type PublishedEdits } from './live-content.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} } as never

test('of two publications at once the later stays, also when the earlier is read slowly', async () => {
  let version = 0
  const waiting: (() => void)[] = []
  let isSlow = false
  const readPublished = async (): Promise<PublishedEdits> => {
    const read = { version, documents: [] }
    if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
    return read
  }
  const content = await openLiveContent({ files: demoDocuments, company: {}, readPublished, log })
  version = 1
  isSlow = true
  const first = content.reload()
  await expect.poll(() => waiting.length).toBe(1)
  version = 2
  isSlow = false
  const second = content.reload()
  // Room for the second to overtake.
  await new Promise((resolve) => setTimeout(resolve, 20))
  waiting[0]?.()
  await Promise.all([first, second])
  expect(content.version).toBe(2)
})

test('a failed reading keeps the content, and the next is read', async () => {
  let fails = false
  const readPublished = async () => {
    if (fails) throw new Error('away')
    return { version: 7, documents: [] }
  }
  const content = await openLiveContent({ files: demoDocuments, company: {}, readPublished, log })
  fails = true
  await expect(content.reload()).rejects.toThrow('away')
  expect(content.version).toBe(7)
  fails = false
  await content.reload()
})

test('of thousands of problems a list can show those that matter are told', async () => {
  const readPublished = async () => ({ version: 0, documents: [] })
  const content = await openLiveContent({ files: demoDocuments, company: {}, readPublished, log })
  const town = demoDocuments.get('towns/malvern')
  const bodies = new Map<string, unknown>(
    Array.from({ length: 500 }, (_, at) => [`towns/copy-${at}`, town]),
  )
  bodies.set('towns/zz', { name: 'x'.repeat(100_000) }).set('nothing', 'y')
  const problems = await content.check(bodies)
  expect(problems).toHaveLength(201)
  expect(problems.at(-1)).toMatchObject({
    message: expect.stringMatching(/^\d+ more problems are/),
  })
  expect(problems).toContainEqual(expect.objectContaining({ key: 'nothing', isHint: false }))
  expect(problems).toContainEqual(expect.objectContaining({ key: 'towns/zz', isHint: false }))
  expect(JSON.stringify(problems).length).toBeLessThan(100_000)
})
