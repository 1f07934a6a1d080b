// The product with the files of another firm: every page, text and mail is that firm's alone. The build is
// the demo firm's, so there is no picture of it either.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatDateTime, replyDue } from '#content/reply-promise.ts'
import { paths } from '#schemas/paths.ts'
import { anEnquiry } from '#tests/support/enquiry-service.ts'
import { secondFirm, secondFirmFolder, wordsOfTheDemoFirm } from '#tests/support/second-firm.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'

const { allPages, beforeTheVisit, company, hours, nextSteps, serviceClosing } = secondFirm
const pagePaths = allPages.map(({ path }) => path)
let folder: string
let server: ServerProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'second-firm-'))
  server = await startServerProcess({ DATA_DIR: folder, FIRM_DIR: secondFirmFolder })
})
afterAll(async () => {
  await server?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string) => fetch(`${server.url}${path}`)
const read = async (path: string) => (await get(path)).text()
/** Without the stylesheet, whose media queries know a landscape. */
const withoutStyles = (html: string) => html.replaceAll(/<style>.*?<\/style>/gs, '')

interface Thing {
  '@type': string
  name?: string
  telephone?: string
  openingHoursSpecification?: object[]
}

function graphOf(html: string): Thing[] {
  const [, text = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(text)['@graph']
}

describe.each(pagePaths)('%s', (path) => {
  test('is the page of that firm, in its colours', async () => {
    const answer = await get(path)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(html).toContain('<meta name="theme-color" content="#12304a"/>')
    expect(html).toContain('--color-deep:#12304a')
    expect(html).toContain(`| ${company.name.replace('&', '&amp;')}</title>`)
    expect(withoutStyles(html)).not.toMatch(wordsOfTheDemoFirm)
    expect(html).not.toMatch(/undefined|NaN|geo\.region|Grid square|assets\/pictures|og:image/)
  })

  test('tells search engines its name and both halves of its day', async () => {
    const business = graphOf(await read(path)).find((thing) => thing['@type'] === 'LocalBusiness')
    const name = path === '/shrewsbury' ? `${company.name} Shrewsbury` : company.name
    expect(business).toMatchObject({ name, telephone: company.phone })
    expect(business?.openingHoursSpecification).toMatchObject([
      { opens: '07:30', closes: '12:00' },
      { opens: '13:00', closes: '16:30' },
      { dayOfWeek: ['Sunday'], opens: '10:00', closes: '12:00' },
    ])
  })
})

test('the form offers its services and knows its postcodes', async () => {
  const html = await read('/contact-us')
  const options = [...html.matchAll(/<option[^>]*value="([^"]+)"/g)].map(([, value]) => value)
  expect([...new Set(options)]).toEqual(['Window Cleaning', 'Gutter Clearing', 'Other'])
  expect(html).toContain('&quot;Shrewsbury&quot;:[&quot;SY1&quot;,&quot;SY2&quot;,&quot;SY3&quot;]')
})

test('the page after a form was posted without script tells its own next steps', async () => {
  const html = await read(paths.enquirySent)
  expect(html).toContain(nextSteps.heading)
  expect(html).toContain(beforeTheVisit.heading)
  expect(withoutStyles(html)).not.toMatch(wordsOfTheDemoFirm)
})

test('the page of a service ends in its own words', async () => {
  expect(await read('/window-cleaning')).toContain(serviceClosing?.heading)
})

test('a page without reviews, maps and pictures leaves those parts out', async () => {
  const home = await read('/')
  expect(home).not.toContain('class="area-map"')
  expect(home).not.toContain('class="reviews')
  const town = await read('/shrewsbury')
  expect(town).not.toContain('town-map-frame')
  expect(town).not.toContain('town-inset"')
  expect(await read('/window-cleaning')).toContain('and to the villages around it.')
})

test('sitemap, manifest, robots, staff pages and a missing page are its own', async () => {
  const sitemap = await read('/sitemap.xml')
  const listed = [...sitemap.matchAll(/<loc>([^<]+)</g)].map(
    ([, url = '']) => new URL(url).pathname,
  )
  expect(listed.sort()).toEqual([...pagePaths].sort())
  const manifest = JSON.parse(await read('/site.webmanifest'))
  expect(manifest).toMatchObject({ name: company.name, theme_color: '#12304a' })
  const missing = await get('/landscaping/patios')
  expect(missing.status).toBe(404)
  expect(await missing.clone().text()).toContain('We cannot see this page')
  for (const text of [
    sitemap,
    JSON.stringify(manifest),
    await read('/robots.txt'),
    withoutStyles(await missing.text()),
    withoutStyles(await read('/admin')),
  ]) {
    expect(text).not.toMatch(wordsOfTheDemoFirm)
  }
})

const enquiry = {
  ...anEnquiry,
  address: 'SY3 7AB',
  service: 'Gutter Clearing',
  message: 'The gutter at the back of the house runs over when it rains. Two floors.',
}

async function send(fields: object) {
  return fetch(`${server.url}/functions/v1/contact-webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  })
}

async function mails(): Promise<Email[]> {
  const files = await readdir(join(folder, 'outbox')).catch(() => [])
  const names = files.filter((name) => name.endsWith('.eml'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, 'outbox', name))))
  return Promise.all(texts.map((text) => PostalMime.parse(text)))
}

test('an enquiry for a service of another firm is refused', async () => {
  expect((await send({ ...enquiry, service: 'Landscaping' })).status).toBe(422)
})

test('an enquiry is accepted, and its mails carry name, colour and steps of the firm', async () => {
  const answer = await send(enquiry)
  expect(answer.status).toBeLessThan(300)
  expect((await answer.json()).next_steps[0]).toContain(nextSteps.steps[1]?.text)
  await expect.poll(async () => (await mails()).length).toBe(2)
  const all = await mails()
  for (const { html = '', text = '', from, subject = '' } of all) {
    expect(from?.name).toBe(company.name)
    expect(html).toContain('background:#12304a')
    expect(html).not.toContain('#0e3b26')
    expect(`${subject} ${html} ${text}`).not.toMatch(wordsOfTheDemoFirm)
  }
  const office = all.find(({ to }) => to?.[0]?.address === company.email)
  expect(office?.subject).toBe('Gutter Clearing, Shrewsbury: Ann Lee')
  const thanks = all.find(({ to }) => to?.[0]?.address === enquiry.email)
  const minuteAgo = new Date(Date.now() - 60_000)
  const promises = [new Date(), minuteAgo].map((sent) => formatDateTime(replyDue(sent, hours)))
  expect(promises.some((promised) => thanks?.text?.includes(`in touch by ${promised}.`))).toBe(true)
  expect(thanks?.text).toContain(nextSteps.heading)
  expect(thanks?.text).toContain(nextSteps.steps[1]?.text)
})
