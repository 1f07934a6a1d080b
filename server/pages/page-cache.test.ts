import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { pageCache, type RenderedPage } from './page-cache.ts'

const log = silentLog()
const reviews = { status: 200, headers: {}, shows: ['google_reviews'], isComplete: true }

/** A cache over a page whose next rendering can be chosen. */
function cacheOf(first: string) {
  const state: { render: () => Promise<RenderedPage | undefined> } = { render: page(first) }
  const pages = pageCache(() => state.render(), log, {
    timeoutMs: 400,
    firstTimeoutMs: 800,
    pauseMs: 30,
  })
  const show = async () => (await pages.get('/'))?.identity.toString()
  return { state, pages, show }
}

function page(body: string, isComplete = true) {
  return async () => ({ ...reviews, body, isComplete })
}

test('a rendering that never ends is answered with the last good page', async () => {
  const { state, pages, show } = cacheOf('first')
  expect(await show()).toBe('first')
  pages.dropAll()
  state.render = () => new Promise(() => {})
  expect(await show()).toBe('first')
  state.render = page('second')
  await expect.poll(show).toBe('second')
  expect(pages.peek('/')).toBeDefined()
})

test('a rendering that fails or lacks its reviews is answered with the last good page', async () => {
  const { state, pages, show } = cacheOf('first')
  await show()
  pages.dropShowing('google_reviews')
  state.render = page('without reviews', false)
  expect(await show()).toBe('first')
  state.render = () => Promise.reject(new Error('broken'))
  expect(await show()).toBe('first')
  state.render = page('second')
  await expect.poll(show).toBe('second')
})

test('a page without a last good one is shown without its reviews', async () => {
  const { state, show } = cacheOf('unused')
  state.render = page('without reviews', false)
  expect(await show()).toBe('without reviews')
  state.render = page('whole')
  expect(await show()).toBe('whole')
})

test('a page without a last good one is waited for, and an error only in the end', async () => {
  const { state, show } = cacheOf('unused')
  state.render = () => new Promise((resolve) => setTimeout(() => resolve(page('slow')()), 500))
  expect(await show()).toBe('slow')
  const hanging = cacheOf('unused')
  hanging.state.render = () => new Promise(() => {})
  await expect(hanging.show()).rejects.toThrow('Not rendered within 800 ms')
})

test('pages are rendered each time while changes are not heard of', async () => {
  const { state, pages, show } = cacheOf('first')
  await show()
  pages.stopCaching()
  expect(pages.peek('/')).toBeUndefined()
  state.render = page('second')
  expect(await show()).toBe('second')
  state.render = page('third')
  expect(await show()).toBe('third')
  pages.dropAll()
  expect(await show()).toBe('third')
  expect(pages.peek('/')?.identity.toString()).toBe('third')
})

test('a page that changed is served at once, and soon in fewer bytes', async () => {
  const words = Array.from({ length: 4_000 }, (_, at) => `word${(at * 7_919) % 1_009}`).join(' ')
  const { state, pages } = cacheOf(`before ${words}`)
  const first = await pages.get('/')
  pages.dropAll()
  state.render = page(`after ${words}`)
  const quick = await pages.get('/')
  expect(quick?.identity.toString()).toBe(`after ${words}`)
  expect(quick?.br.length).toBeGreaterThan(first?.br.length ?? 0)
  await expect.poll(() => pages.peek('/')?.br.length).toBeLessThan(quick?.br.length ?? 0)
  expect(pages.peek('/')?.etag).toBe(quick?.etag)
  expect(brotliDecompressSync(pages.peek('/')?.br ?? '').toString()).toBe(`after ${words}`)
})
