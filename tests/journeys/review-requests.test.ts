// After the job: the owner switches requests for reviews on, winners are asked once and nobody else, the
// link in the email ends it without script, and a review that arrives is tied to its enquiry.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { notice, openTab, signIn } from './support/dashboard.ts'
import { type OwnProduct, startOwnProduct } from './support/own-product.ts'
import { admin, desktop, expect, phone, secretKey, test } from './support/product.ts'
import { expectUsable } from './support/usable.ts'
import { expectSaved, publicText, publishAll } from './support/website.ts'

const link = 'https://g.page/r/hopyard-example/review'
const allDay = { days: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'], opens: '00:00', closes: '23:59' }

async function change({ url }: OwnProduct, path: string, body: object): Promise<void> {
  const answer = await fetch(`${url}/rest/v1/${path}`, {
    method: 'PATCH',
    headers: { apikey: secretKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
}

/** The hours are published, so that the journey can be taken at night, too. */
async function openAllDay({ url }: OwnProduct): Promise<void> {
  const signedIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  const page = await (await fetch(`${url}/admin`)).text()
  const apikey = /data-key="([^"]+)"/.exec(page)?.[1] ?? ''
  const call = async (name: string, body: object) => {
    const answer = await fetch(`${url}/functions/v1/${name}`, {
      method: 'POST',
      headers: {
        ...{ apikey, Authorization: `Bearer ${access_token}` },
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
  }
  const body = { office: [allDay], telephone: [allDay] }
  await call('site-save-draft', { key: 'hours', state: 'edited', body, expected_revision: 0 })
  await call('site-publish', { keys: ['hours'], summary: ['Open all day'] })
}

/** Without a mail server emails are in the outbox. */
async function requestsSent({ dataDir }: OwnProduct): Promise<{ to: string; text: string }[]> {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(folder, name), 'utf8'))),
  )
  return mails
    .filter(({ text }) => text?.includes('/review-requests/'))
    .map(({ to, text }) => ({ to: to?.[0]?.address ?? '', text: text ?? '' }))
}

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test.describe(`on a ${size}`, () => {
    test.describe.configure({ mode: 'serial', timeout: 180_000 })
    let product: OwnProduct
    let page: Page
    const ids: Record<string, string> = {}

    const send = async (name: string, changed: object = {}) =>
      product.sendEnquiry(name, { address: 'WR14 2AA', service: 'Landscaping', ...changed })
    async function open(id: string) {
      await page.goto(`/admin/enquiries/${id}`)
      return page.getByRole('complementary')
    }
    const win = async (id: string) => {
      const detail = await open(id)
      await detail.getByRole('button', { name: 'Won', exact: true }).click()
      await expect(notice(page, 'Enquiry moved to Won')).toBeVisible()
      return detail.getByRole('region', { name: 'Review request' })
    }

    test.beforeAll(async ({ browser }) => {
      test.setTimeout(120_000)
      product = await startOwnProduct()
      await openAllDay(product)
      page = await browser.newPage({ baseURL: product.url, viewport })
      await signIn(page, admin, '/admin/reviews')
    })
    test.afterAll(async () => {
      await page?.close()
      await product?.remove()
    })

    test('the owner is told why nobody is asked, and switches it on', async () => {
      const panel = page.getByRole('region', { name: 'Requests for reviews' })
      await expect(panel).toContainText('switched off')
      await expectUsable(page)
      await panel.getByRole('link').click()
      await expect(page.getByRole('region', { name: 'Requests for a review' })).toBeVisible()
      await page.getByLabel('Ask every customer for a review').check()
      await expectSaved(page)
      await publishAll(page)
      await openTab(page, 'Reviews')
      await expect(panel).toContainText('the address of your page for reviews is missing')
      await panel.getByRole('link').click()
      const button = page.getByRole('button', { name: /Add.*address of your page for reviews/i })
      if (await button.isVisible()) await button.click()
      await page.getByLabel('Address of your page for reviews').fill(link)
      await expectSaved(page)
      await publishAll(page)
      await openTab(page, 'Reviews')
      await expect(panel).toContainText('Every customer gets one email, 5 days after')
    })

    test('a won enquiry says when its request goes out; it can only be stopped', async () => {
      ids.won = await send('Wyn Pugh')
      const request = await win(ids.won)
      await expect(request).toContainText(/Goes out on \w{3} \d+ \w{3}, \d\d:\d\d/)
      await request.getByRole('button', { name: 'Stop the review request' }).click()
      await expect(request.getByRole('button', { name: 'Asked not to be emailed' })).toBeFocused()
      await expectUsable(page)
      await request.getByRole('button', { name: 'Let it go out' }).click()
      await expect(request.getByRole('button', { name: 'Stop the review request' })).toBeFocused()

      ids.stopped = await send('Ola Stop')
      const other = await win(ids.stopped)
      await other.getByRole('button', { name: 'Stop the review request' }).click()
      await other.getByRole('button', { name: 'The job was not done' }).click()
      await expect(notice(page, 'Review request stopped')).toBeVisible()
      await expect(other).toContainText(/Stopped on .*: The job was not done\./)
      await expect(other.getByRole('button')).toHaveCount(0)
      await expect(page.getByText('Review requests stopped: The job was not done')).toBeVisible()

      ids.lost = await send('Ida Lost')
      await change(product, `enquiries?id=eq.${ids.lost}`, { status: 'lost' })
      expect(await requestsSent(product)).toEqual([])
    })

    test('on the day one email goes out, to the winner and nobody else', async () => {
      const tenDaysAgo = new Date(Date.now() - 10 * 86_400_000)
      await change(product, `review_requests?enquiry_id=eq.${ids.won}`, { won_at: tenDaysAgo })
      // Winning any enquiry wakes the server to it.
      await change(product, `enquiries?id=eq.${await send('Una Later')}`, { status: 'won' })
      await expect.poll(() => requestsSent(product), { timeout: 30_000 }).toHaveLength(1)
      const [mail] = await requestsSent(product)
      expect(mail?.to).toBe('wyn.pugh@visitors.test')
      expect(mail?.text).toContain(link)
      const detail = await open(String(ids.won))
      const request = detail.getByRole('region', { name: 'Review request' })
      await expect(request).toContainText('Sent on')
      await expect(
        detail.getByText(/Request for a review, “Would you write a review, Wyn\?”/),
      ).toBeVisible()
    })

    test('its link ends them without script, and a second win asks nobody', async ({ browser }) => {
      const [mail] = await requestsSent(product)
      const address = /http\S+\/review-requests\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
      const { pathname } = new URL(address)
      await page.goto(pathname)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'No more requests for reviews?',
      )
      await expectUsable(page)
      const context = await browser.newContext({
        ...{ baseURL: product.url, viewport, javaScriptEnabled: false },
      })
      const plain = await context.newPage()
      await plain.goto(pathname)
      await plain.getByRole('button', { name: 'Do not ask me for reviews' }).click()
      await expect(plain.getByRole('heading', { level: 1 })).toHaveText('We will not ask you again')
      const unknown = await plain.goto('/review-requests/unknown')
      expect(unknown?.status()).toBe(404)
      await expect(plain.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
      await context.close()

      const again = await send('Wyn Pugh', { message: 'Now the hedge along the drive, please.' })
      const request = await win(again)
      await expect(request).toContainText('None goes out: Asked not to be emailed.', {
        timeout: 20_000,
      })
      const detail = await open(String(ids.won))
      await expect(detail).toContainText('The customer asked us not to ask again')
      expect(await requestsSent(product)).toHaveLength(1)
    })

    test('the review is tied to its enquiry, and its pages show it first', async () => {
      await openTab(page, 'Reviews')
      const panel = page.getByRole('region', { name: 'Requests for reviews' })
      await expect(panel).toContainText(/Asked in the last 90 days\s*1/)
      await expect(panel).toContainText(/Waiting\s*1/)
      await expect(panel).toContainText(/Stopped in the last 90 days\s*2/)
      await page.getByRole('button', { name: 'Add review' }).click()
      await page.getByLabel('Author name').fill('Wyn P.')
      await page.getByLabel('Review text').fill('Straight lines, swept up after.')
      await page.getByLabel('Won enquiry').fill('wyn')
      await page
        .getByRole('button', { name: /^Wyn Pugh, Landscaping, Malvern/ })
        .first()
        .click()
      await expect(page.getByLabel('Town', { exact: true })).toHaveValue('Malvern')
      await expect(page.getByLabel('Service', { exact: true })).toHaveValue('Landscaping')
      await page.getByLabel('Feature on homepage').check()
      await expectUsable(page)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(notice(page, 'Review added successfully')).toBeVisible()
      for (const number of [1, 2, 3, 4, 5]) {
        await product.post('rest/v1/google_reviews', {
          ...{ author_name: `Newer ${number}`, review_text: 'Good.', is_featured: true },
        })
      }
      const firstOn = async (path: string) =>
        /class="letter-text">([^<]*)/.exec(await publicText(product, path))?.[1]
      await expect.poll(() => firstOn('/malvern')).toBe('Straight lines, swept up after.')
      await expect
        .poll(() => firstOn('/landscaping/patios'))
        .toBe('Straight lines, swept up after.')
      expect(await publicText(product, '/ledbury')).not.toContain('Straight lines')

      // Deleted and brought back, it is still tied.
      const row = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'Wyn P.' })
      await row.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Undo' }).click()
      await row.getByRole('button', { name: 'Edit' }).click()
      await expect(page.getByText(/^Enquiry: Wyn Pugh, Landscaping, Malvern/)).toBeVisible()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await openTab(page, 'Activity')
      await expect(
        page.getByText(/stopped the review request of .*\(The job was not done\)/),
      ).toBeVisible()
    })
  })
}
