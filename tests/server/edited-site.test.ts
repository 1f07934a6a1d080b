// What the owner edits, to its end: the real server, its public pages, a restart, and what must not
// happen.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { photo } from '#tests/support/pictures.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'

const admin = { email: 'owner@x.test', password: 'a-long-enough-password' }
let folder: string
let server: ServerProcess
let token: string
let apiKey: string

async function start(): Promise<void> {
  server = await startServerProcess({
    DATA_DIR: folder,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  })
}

async function signIn(): Promise<void> {
  const [, key = ''] = /data-key="([^"]+)"/.exec(await read('/admin')) ?? []
  apiKey = key
  const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(admin),
  })
  token = (await answer.json()).access_token
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'edited-site-'))
  await start()
  await signIn()
})
afterAll(async () => {
  await server?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const read = async (path: string) => (await fetch(`${server.url}${path}`)).text()
const statusOf = async (path: string) =>
  (await fetch(`${server.url}${path}`, { redirect: 'manual' })).status

async function call(address: string, body: object = {}) {
  const answer = await fetch(`${server.url}${address}`, {
    method: 'POST',
    headers: {
      apikey: apiKey,
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, body: text ? JSON.parse(text) : undefined }
}

const withoutHints = (problems: { isHint: boolean }[]) => problems.filter(({ isHint }) => !isHint)

interface Listed {
  key: string
  shipped: Record<string, unknown> | null
  draft: { revision: number } | null
}

async function documentOf(key: string): Promise<Listed> {
  const { body } = await call('/functions/v1/site-documents')
  const found = body.documents.find((one: Listed) => one.key === key)
  return found ?? { key, shipped: null, draft: null }
}

async function draft(key: string, changed: object, state = 'edited') {
  const { shipped, draft: before } = await documentOf(key)
  return call('/functions/v1/site-save-draft', {
    ...{ key, state, expected_revision: before?.revision ?? 0 },
    body: { ...shipped, ...changed },
  })
}

async function publish(...keys: string[]) {
  return call('/functions/v1/site-publish', { keys, summary: [`Changed ${keys.join(', ')}`] })
}

const linkPreviewOf = (html: string) => {
  const [, address = ''] = /og:image" content="([^"]+)"/.exec(html) ?? []
  return new URL(address).pathname
}

test('a published telephone number is on the pages, and stays after a restart', async () => {
  expect(await read('/contact-us')).not.toContain('01632 960999')
  expect((await draft('company', { phone: '01632 960999' })).body.problems).toEqual([])
  expect(await read('/contact-us')).not.toContain('01632 960999')
  expect((await publish('company')).status).toBe(200)
  await expect.poll(() => read('/contact-us')).toContain('01632 960999')
  expect(await read('/')).toContain('tel:01632960999')
  await server.kill('SIGTERM')
  await start()
  await signIn()
  expect(await read('/contact-us')).toContain('01632 960999')
})

test('no text of a page is taken for the place of its styles', async () => {
  const { shipped } = await documentOf('pages/home')
  await draft('pages/home', { description: `/*styles*/ ${shipped?.description}` })
  expect(await publish('pages/home')).toMatchObject({ status: 200 })
  await expect.poll(() => read('/')).toContain('content="/*styles*/ ')
  expect(await read('/')).toMatch(/<style>[^<]*--color-ink/)
})

test('Sunday hours are on the contact page', async () => {
  const hours = { days: ['Su'], opens: '10:00', closes: '12:00' }
  const { shipped } = await documentOf('hours')
  await draft('hours', { telephone: [...((shipped?.telephone as object[]) ?? []), hours] })
  await publish('hours')
  await expect.poll(() => read('/contact-us')).toMatch(/Sunday<\/dt><dd>10:00 AM to 12:00 PM/)
})

test('a new town has its page, menu entry and place in the sitemap at once', async () => {
  const { shipped: malvern } = await documentOf('towns/malvern')
  const { shipped: order } = await documentOf('towns')
  expect(await statusOf('/bromyard')).toBe(404)
  await draft('towns/bromyard', { ...malvern, path: '/bromyard', name: 'Bromyard' })
  expect(await statusOf('/bromyard')).toBe(404)
  await draft('towns', { towns: [...((order?.towns as string[]) ?? []), 'bromyard'] })
  await publish('towns', 'towns/bromyard')
  await expect.poll(() => statusOf('/bromyard')).toBe(200)
  expect(await read('/sitemap.xml')).toContain('/bromyard<')
  expect(await read('/')).toContain('href="/bromyard"')
})

test('a page that is removed leads to another, and comes back with the version before', async () => {
  const { body: before } = await call('/functions/v1/site-documents')
  const { shipped: order } = await documentOf('towns')
  const remaining = ((order?.towns as string[]) ?? []).filter((name) => name !== 'ledbury')
  await draft('towns', { towns: remaining })
  await draft('towns/ledbury', {}, 'removed')
  expect((await publish('towns', 'towns/ledbury')).status).toBe(200)
  await expect.poll(() => statusOf('/ledbury')).toBe(404)
  await draft('redirects', { '/ledbury': '/hereford' })
  await publish('redirects')
  await expect.poll(() => statusOf('/ledbury')).toBe(301)
  const moved = await fetch(`${server.url}/ledbury`)
  expect(new URL(moved.url).pathname).toBe('/hereford')
  const { version } = before
  await call('/functions/v1/site-restore', { version, summary: ['Ledbury is back'] })
  await expect.poll(() => statusOf('/ledbury')).toBe(200)
})

test('a photograph replaces a picture everywhere, in every size, and can be taken back', async () => {
  const { body: place } = await call('/functions/v1/site-picture')
  const sent = await fetch(`${server.url}${place.url}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'image/jpeg' },
    body: new Uint8Array(await photo({ width: 3000, height: 2000, seed: 7 })),
  })
  expect(sent.status).toBe(200)
  // Its address is kept for a year, so nobody changes what is there: not even with the same link.
  const again = await fetch(`${server.url}${place.url}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'image/jpeg' },
    body: new Uint8Array(await photo({ width: 300, height: 200, seed: 8 })),
  })
  expect(again.ok).toBe(false)
  const { shipped } = await documentOf('pictures')
  const before = await read('/landscaping/patios')
  const patios = { ...(shipped?.patios as object), upload: place.upload, focus: [30, 60] }
  expect(withoutHints((await draft('pictures', { patios })).body.problems)).toEqual([])
  const address = `/site-pictures/${place.upload}-30-60-tall-720.avif`
  // Before it is published, for the preview.
  const keptFor = async () => (await fetch(server.url + address)).headers.get('cache-control')
  await expect.poll(keptFor).toContain('immutable')
  const picture = await fetch(`${server.url}${address}`)
  const { width, height, exif } = await sharp(await picture.arrayBuffer()).metadata()
  expect({ width, height, exif }).toEqual({ width: 720, height: 800, exif: undefined })
  await publish('pictures')
  await expect.poll(() => read('/landscaping/patios')).toContain(`${address} 720w`)
  expect(await read('/landscaping')).toContain(`${place.upload}-30-60-wide-640.webp 640w`)
  const preview = `/site-pictures/${place.upload}-30-60-wide-1280.webp`
  expect(linkPreviewOf(await read('/landscaping/patios'))).toBe(preview)
  expect(await statusOf(preview)).toBe(200)
  // What no page shows is not made for a stranger.
  for (const [from, to] of [
    ['-30-60-', '-31-60-'],
    ['tall-720', 'tall-721'],
    [place.upload, 'a'.repeat(32)],
    ['.avif', '.png'],
  ] as const) {
    expect(await statusOf(address.replace(from, to)), to).toBe(404)
  }
  await draft('pictures', {}, 'shipped')
  await publish('pictures')
  await expect.poll(() => read('/landscaping/patios')).toBe(before)
})

test('a link preview never shows a title of before', async () => {
  expect(linkPreviewOf(await read('/landscaping/patios'))).toMatch(/^\/assets\/social\//)
  const { shipped } = await documentOf('services/patios')
  const hero = { ...(shipped?.hero as object), title: 'Patios that drain and last' }
  await draft('services/patios', { hero })
  await publish('services/patios')
  const preview = async () => linkPreviewOf(await read('/landscaping/patios'))
  await expect.poll(preview).toMatch(/^\/assets\/pictures\/patios-wide-1280-\w+\.webp$/)
  expect(await statusOf(await preview())).toBe(200)
})

test('what is no picture is refused as an upload', async () => {
  const { body: place } = await call('/functions/v1/site-picture')
  const sent = await fetch(`${server.url}${place.url}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'image/jpeg' },
    body: '<svg onload=alert(1)>',
  })
  expect(sent.status).toBe(400)
})

test('published colours are on every page, and pale ones are refused with their contrast', async () => {
  expect(await read('/')).not.toContain('--color-deep:#12304a')
  await draft('look', { deep: '#12304a', accent: '#0b5a8a' })
  expect((await publish('look')).status).toBe(200)
  await expect.poll(() => read('/')).toContain('--color-deep:#12304a')
  expect(await read('/site.webmanifest')).toContain('"theme_color":"#12304a"')
  await draft('look', { accent: '#6aa9d8' })
  const { status, body } = await publish('look')
  expect(status).toBe(422)
  expect(body.details.problems[0]).toMatchObject({
    ...{ key: 'look', path: ['accent'] },
    message: expect.stringMatching(
      /^the colour of links and buttons on white is hard to read: its contrast is 2\.\d+:1, /,
    ),
  })
  expect(await read('/about')).toContain('--color-green:#0b5a8a')
})

test('what would break a page cannot be published, and the page stays', async () => {
  const home = await read('/')
  await draft('pages/home', { title: 'Hi' })
  const { status, body } = await publish('pages/home')
  expect(status).toBe(422)
  expect(withoutHints(body.details.problems)).toMatchObject([
    { key: 'pages/home', path: ['title'] },
  ])
  expect(await read('/')).toBe(home)
})

test('a text that is still to be written is previewed, not published', async () => {
  await draft('pages/about', { pictureNote: 'To write: what the pictures show' })
  const { body } = await call('/functions/v1/site-preview')
  expect(await read(`${body.address}/about`)).toContain('To write: what the pictures show')
  expect((await publish('pages/about')).status).toBe(422)
})

test('an edit that cannot be read is not shown, and Status says so', async () => {
  const { draft: before } = await documentOf('pages/home')
  const forced = await call('/rest/v1/rpc/save_site_draft', {
    ...{ key: 'pages/home', state: 'edited', body: { future: true } },
    expected_revision: before?.revision ?? 0,
  })
  expect(forced.status).toBe(200)
  const args = { keys: ['pages/home'], summary: ['Around the check'] }
  expect((await call('/rest/v1/rpc/publish_site', args)).status).toBe(200)
  await expect
    .poll(async () => JSON.stringify((await call('/functions/v1/staff-checks')).body))
    .toContain('The published text of pages/home cannot be shown')
  expect(await read('/')).toContain('From the first mow to the last leaf')
})

test('a preview shows drafts to whoever has its address, for as long as its maker works here', async () => {
  await draft('trust', { claims: [{ title: 'Only a draft', text: 'Not for visitors yet.' }] })
  const { body } = await call('/functions/v1/site-preview')
  const answer = await fetch(`${server.url}${body.address}/landscaping/patios`)
  expect(await answer.text()).toContain('Only a draft')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(await read('/landscaping/patios')).not.toContain('Only a draft')
  expect(await statusOf(`${body.address}/no-such-page`)).toBe(404)
  for (const address of [
    `${body.address}x`,
    body.address.replace('/preview/', '/preview/e30'),
    '/preview/x',
  ]) {
    expect(await statusOf(`${address}/`), address).toBe(403)
  }
  await call('/auth/v1/logout?scope=global')
  expect(await statusOf(`${body.address}/`)).toBe(403)
})
