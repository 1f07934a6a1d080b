// A day of the office: forty enquiries arrive, some twice from one person, some spam; they are answered,
// visited, won and lost. The next morning's digest is right to the line, the figures add up, and some days
// later the winners are asked for a review, and nobody else. On a phone and on a desktop, on both engines;
// with PROVE=1 on each size with each engine.
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { notice, openTab, signIn } from './support/dashboard.ts'
import { forty } from './support/forty/enquiries.ts'
import { expectedDigest } from './support/forty/expected-digest.ts'
import {
  answeredLate,
  expectedReplies,
  expectedRows,
  expectedTotal,
  groupNames,
} from './support/forty/expected-figures.ts'
import { addColleague, type Member, officeOf } from './support/forty/office.ts'
import {
  genuine,
  outcomes,
  standings,
  timeOn,
  tuesday,
  wednesday,
} from './support/forty/outcomes.ts'
import { arrive, readRows, untilSettled } from './support/forty/send.ts'
import { type MovedProduct, startMovedProduct } from './support/moved-product.ts'
import { admin, desktop, expect, phone, test } from './support/product.ts'
import { expectUsable } from './support/usable.ts'
import { expectSaved, publishAll } from './support/website.ts'

const reviewPage = 'https://g.page/r/hopyard-example/review'
const sizes = {
  phone: { viewport: phone, hasTouch: true, isMobile: true },
  desktop: { viewport: desktop },
}
// What is not there is not waited for until the end of the test.
test.use({ actionTimeout: 20_000 })

const monday = '2027-06-14'
const saturday = '2027-06-19'

const usualSize = { embedded: 'phone', postgres: 'desktop' }

for (const engine of ['embedded', 'postgres'] as const) {
  for (const [size, options] of Object.entries(sizes)) {
    if (!process.env.PROVE && size !== usualSize[engine]) continue
    test.describe(`on a ${size}, ${engine}`, () => {
      test.describe.configure({ mode: 'serial', timeout: 300_000 })
      let product: MovedProduct
      let sam: Member
      let robin: Member
      let ids: Map<string, string>
      let page: Page

      test.beforeAll(async () => {
        test.setTimeout(300_000)
        product = await startMovedProduct(engine, timeOn(tuesday, '06:30'))
        sam = await addColleague(product, 'Sam Field')
        robin = await addColleague(product, 'Robin Hale')
        ids = new Map()
      })
      test.afterAll(async () => {
        await product?.remove()
      })

      const idOf = (tag: string) => ids.get(tag) ?? ''
      const nameOf = (tag: string) => forty[tag]?.name ?? ''
      const origin = () => `http://localhost:${new URL(product.url).port}`
      const record = () => page.getByRole('complementary')
      /** A new sign-in at a new hour: sessions end, and the browser's clock follows the server's. */
      async function sitDown(
        browser: Browser,
        person = sam as Member | typeof admin,
        path = '/admin',
      ) {
        await page?.context().close()
        page = await product.open(browser, options)
        await signIn(page, person, path)
      }
      /** From the list, as it stands there. */
      async function openRecord(tag: string) {
        await openTab(page, 'Enquiries')
        await page.getByLabel('Search enquiries').fill(forty[tag]?.message.slice(0, 40) ?? '')
        await expect(page.getByText('1 to 1 of 1')).toBeVisible()
        await page.getByRole('button', { name: nameOf(tag), exact: true }).click()
        await expect(record().getByRole('heading', { level: 3 })).toHaveText(nameOf(tag))
        return record()
      }
      async function assign(who: Member) {
        await record().getByLabel('Assigned to').selectOption(who.id)
        await expect(notice(page, 'Assignment saved').first()).toBeVisible()
        await expect(record().getByLabel('Assigned to')).toHaveValue(who.id)
      }
      /** Notices of the record before may still be there. */
      const expectStatus = (name: string) =>
        expect(record().getByRole('button', { name, exact: true })).toHaveAttribute(
          'aria-pressed',
          'true',
        )
      const mailsTo = (address: string) =>
        product.mailServer.received.filter(({ to }) => to?.[0]?.address === address)
      const requests = () =>
        product.mailServer.received
          .filter(({ text }) => text?.includes('/review-requests/'))
          .map(({ to }) => to?.[0]?.address ?? '')
          .sort()

      test('the owner publishes that customers are asked for a review', async ({ browser }) => {
        await sitDown(browser, admin, '/admin/reviews')
        const panel = page.getByRole('region', { name: 'Requests for reviews' })
        await expect(panel).toContainText('switched off')
        await panel.getByRole('link').click()
        await page.getByLabel('Ask every customer for a review').check()
        await expectSaved(page)
        const add = page.getByRole('button', { name: /Add.*address of your page for reviews/i })
        if (await add.isVisible()) await add.click()
        await page.getByLabel('Address of your page for reviews').fill(reviewPage)
        await expectSaved(page)
        await publishAll(page)
        await openTab(page, 'Reviews')
        await expect(panel).toContainText('Every customer gets one email, 5 days after')
      })

      test('in the morning the office answers, rings back and books', async ({ browser }) => {
        await arrive(product, browser, ids, '00:00', '10:30')
        await untilSettled(product)
        await product.clock.moveTo(timeOn(tuesday, '10:30'))
        await sitDown(browser)
        await openTab(page, 'Enquiries')
        await expect(page.getByText('1 to 15 of 15')).toBeVisible()
        await expectUsableByHand(page)

        const cole = await openRecord('cole')
        await assign(sam)
        await cole.getByRole('button', { name: 'Answer', exact: true }).click()
        await cole.getByLabel('Template').selectOption('We can visit')
        await expect(cole.getByLabel('Your answer')).toHaveValue(/^Hello Hannah,\n\nThank you/)
        await cole.getByRole('button', { name: 'Send', exact: true }).click()
        await expectStatus('Contacted')

        const tranter = await openRecord('tranter')
        await expect(tranter.getByText('The enquiry arrived')).toBeVisible()
        await tranter.getByRole('button', { name: 'Spoke' }).click()
        await expect(tranter.getByText('Call: spoke')).toBeVisible()
        await expectUsableByHand(page)
        await assign(sam)
        await tranter.getByRole('button', { name: 'Tomorrow' }).click()
        await expect(notice(page, 'Follow-up saved')).toBeVisible()

        for (const [tag, who] of [
          ['shah', sam],
          ['lloyd', robin],
        ] as const) {
          const { visit } = outcomes[tag] ?? {}
          const detail = await openRecord(tag)
          await assign(who)
          await detail.getByRole('button', { name: 'Book a visit' }).click()
          // Tomorrow, by whoever it is assigned to, at the customer's address.
          await expect(detail.getByLabel('Who visits')).toHaveValue(who.id)
          await expect(detail.getByLabel('Day')).toHaveValue(wednesday)
          await detail.getByLabel('Time', { exact: true }).fill(visit?.clock ?? '')
          if (tag === 'shah') await detail.getByLabel('Address').fill(visit?.address ?? '')
          await detail.getByRole('button', { name: 'Book visit' }).click()
          await expect(
            notice(page, 'Visit booked. The customer gets an email.').first(),
          ).toBeVisible()
          await expect(detail.locator('strong', { hasText: visit?.clock ?? '' })).toBeVisible()
        }

        // The other three and who works on what, without the clicks that would repeat the above.
        const office = await officeOf(product, sam)
        for (const [tag, who] of [
          ['munn', robin],
          ['baker', sam],
          ['powell', sam],
        ] as const) {
          const { visit } = outcomes[tag] ?? {}
          if (visit) await office.book(idOf(tag), visit, who.id)
          await office.change(idOf(tag), { assigned_to: who.id })
        }
        await office.change(idOf('jeavons'), { assigned_to: robin.id })
        for (const tag of ['weaver', 'nowak']) {
          await office.change(idOf(tag), { assigned_to: sam.id })
        }
      })

      test('six are answered with one text', async () => {
        await openTab(page, 'Enquiries')
        await page.getByLabel('Search enquiries').fill('')
        await expect(page.getByText('1 to 15 of 15')).toBeVisible()
        for (const tag of ['weaver', 'nowak', 'price', 'ford', 'khan', 'styles']) {
          await page.getByLabel(`Select ${nameOf(tag)}`).check()
        }
        await page.getByRole('button', { name: 'Answer…' }).click()
        const panel = page.getByRole('region', { name: 'Answer 6 enquiries' })
        await panel.getByLabel('Template').selectOption('Which photos help')
        await panel.getByRole('button', { name: 'Preview 6 answers' }).click()
        await panel.getByRole('button', { name: 'Send 6 answers' }).click()
        await expect(page.getByText('6 answers on their way.')).toBeVisible()
        await expectUsableByHand(page)
        await page.getByRole('button', { name: 'Done' }).click()
        await untilSettled(product)
        expect(mailsTo('aisha.khan@visitors.test').map(({ subject }) => subject)).toEqual([
          expect.stringContaining('We have your enquiry'),
          expect.stringMatching(/^A few photos for your enquiry about Landscaping \(.{7}\)$/),
        ])
      })

      test('in the afternoon it wins three, loses two and merges', async ({ browser }) => {
        await arrive(product, browser, ids, '10:30', '15:30')
        await untilSettled(product)
        await product.clock.moveTo(timeOn(tuesday, '15:30'))
        await sitDown(browser)
        for (const tag of ['munn', 'weaver', 'nowak']) {
          const { quotePence, wonPence } = outcomes[tag] ?? {}
          const detail = await openRecord(tag)
          if (tag === 'munn') {
            await detail.getByRole('button', { name: /^Done ?: the visit on/ }).click()
            await expect(notice(page, 'Visit marked as done')).toBeVisible()
          }
          await detail.getByRole('button', { name: 'Won', exact: true }).click()
          await expectStatus('Won')
          if (quotePence) await detail.getByLabel('Quote (£)').fill(String(quotePence / 100))
          await detail.getByLabel('Won (£)').fill(String((wonPence ?? 0) / 100))
          await detail.getByRole('button', { name: 'Save values' }).click()
          await expect(detail.getByRole('button', { name: 'Save values' })).toHaveCount(0)
          await expect(detail.getByRole('region', { name: 'Review request' })).toContainText(
            'Goes out on Mon 14 Jun, 08:00',
            { timeout: 20_000 },
          )
        }
        await expectUsableByHand(page)

        const hadley = await openRecord('hadley')
        await assign(sam)
        await hadley.getByRole('button', { name: 'Answer', exact: true }).click()
        await hadley.getByLabel('Template').selectOption('Outside our area')
        await hadley.getByRole('button', { name: 'Send', exact: true }).click()
        await expectStatus('Contacted')
        for (const tag of ['hadley', 'khan']) {
          const detail = await openRecord(tag)
          await detail.getByRole('button', { name: 'Lost', exact: true }).click()
          await detail.getByLabel('Why was it lost?').fill(outcomes[tag]?.lostReason ?? '')
          await detail.getByRole('button', { name: 'Save as lost' }).click()
          await expectStatus('Lost')
        }

        // What the filter was not sure about.
        const laundry = await openRecord('laundry')
        await expect(laundry.getByText(/Its words are like advertising/).first()).toBeVisible()
        await laundry.getByRole('button', { name: 'Spam', exact: true }).first().click()
        await expect(laundry.getByText('Marked as spam.')).toBeVisible()

        const office = await officeOf(product, sam)
        const price = outcomes.price
        await office.change(idOf('price'), {
          ...{ status: 'quoted', assigned_to: robin.id, quote_pence: price?.quotePence },
        })
        await office.change(idOf('ford'), { follow_up_on: wednesday })
        for (const tag of ['pugh', 'ives']) {
          await office.change(idOf(tag), { assigned_to: robin.id })
        }
      })

      test('people are recognised, and merged where the office is asked', async () => {
        await openTab(page, 'Enquiries')
        for (const [tag, standing] of [
          ['tranterAgain', '2nd enquiry'],
          ['weaverAgain', '2nd enquiry, won once'],
          ['webbBoth', '2nd enquiry'],
        ] as const) {
          await page.getByLabel('Search enquiries').fill(forty[tag]?.message.slice(0, 40) ?? '')
          await expect(page.getByText('1 to 1 of 1')).toBeVisible()
          await expect(page.locator('tbody tr')).toContainText(standing)
        }
        await page.getByRole('button', { name: nameOf('webbBoth') }).click()
        await record().getByRole('link', { name: 'Customer: 2nd enquiry' }).click()
        await expect(page.getByText('May be the same as')).toContainText('Martin Webb')
        await expectUsableByHand(page)
        await page.getByRole('button', { name: 'Merge with Martin Webb' }).click()
        await expect(page.getByText('3 enquiries')).toBeVisible()
        await expect(page.getByText('May be the same as')).toHaveCount(0)
      })

      test('by midnight all forty are there, and the spam is apart', async ({ browser }) => {
        await arrive(product, browser, ids, '15:30', '24:00')
        await untilSettled(product)
        const rows = await readRows(product, 'enquiries?select=id,status,town,source')
        expect(rows).toHaveLength(40)
        const statusOf = new Map(rows.map(({ id, status }) => [id, status]))
        for (const { tag, status } of standings) {
          expect([tag, statusOf.get(idOf(tag))]).toEqual([tag, status])
        }
        // Held back: neither they nor the office heard of it. What was doubtful was delivered.
        const held = standings.filter(({ status, tag }) => status === 'spam' && tag !== 'laundry')
        for (const { email } of held) expect(mailsTo(email)).toEqual([])
        for (const { email, tag } of genuine) {
          const thanks = mailsTo(email).filter(({ subject }) => subject?.includes('We have your'))
          expect([tag, thanks.length > 0]).toEqual([tag, true])
        }
        const office = mailsTo('office@hopyard.example')
        expect(office).toHaveLength(genuine.length + 1)
      })

      test('the digest of the next morning is right to the line', async () => {
        const before = product.mailServer.received.length
        await product.clock.moveTo(timeOn(wednesday, '07:58'))
        await new Promise((resolve) => setTimeout(resolve, 2_500))
        expect(product.mailServer.received).toHaveLength(before)
        await product.clock.moveTo(timeOn(wednesday, '08:05'))
        const morning = () => product.mailServer.received.slice(before)
        await expect.poll(() => morning().length, { timeout: 30_000 }).toBe(3)
        for (const [address, whom] of [
          [sam.email, 'Sam Field'],
          [robin.email, 'Robin Hale'],
          [admin.email, undefined],
        ] as const) {
          const mail = morning().find(({ to }) => to?.[0]?.address === address)
          const expected = expectedDigest(whom, ids, origin())
          const [words = ''] = (mail?.text ?? '').split('\n-- \n')
          expect(words.trim().split('\n')).toEqual(expected.lines)
          expect(mail?.subject).toBe(expected.subject)
          for (const line of expected.lines.filter((one) => one.includes('/enquiries/'))) {
            expect(mail?.html).toContain(`href="${line.trim()}"`)
          }
        }
      })

      test('Today says the same, and what is late is answered', async ({ browser }) => {
        await product.clock.moveTo(timeOn(wednesday, '08:10'))
        await sitDown(browser, sam, '/admin/today')
        const day = expectedDigest('Sam Field', ids, origin()).lines
        expect(day).toContain('Overdue answers')
        const group = (name: RegExp) => page.getByRole('region', { name })
        await expect(group(/^Answers overdue/).getByRole('link')).toHaveText([
          nameOf('moss'),
          nameOf('jeavons'),
        ])
        const due = genuine
          .filter(({ status, at }) => status === 'new' && at >= '08:00')
          .sort((a, b) => a.due.getTime() - b.due.getTime() || (a.at < b.at ? -1 : 1))
        await expect(group(/^Answers due today/).getByRole('link')).toHaveText(
          due.map(({ name }) => name),
        )
        await expect(group(/^Visits today and tomorrow/).getByRole('link')).toHaveText(
          ['shah', 'lloyd', 'baker', 'powell'].map(nameOf),
        )
        await expect(group(/^Follow-ups/).getByRole('link')).toHaveText(
          ['tranter', 'ford'].map(nameOf),
        )
        await expectUsableByHand(page)

        // By the link of the email.
        await page.goto(`/admin/enquiries/${idOf(answeredLate)}`)
        await expect(record().getByText('The enquiry arrived')).toBeVisible()
        await record().getByRole('button', { name: 'Spoke' }).click()
        await expect(record().getByText('Call: spoke')).toBeVisible()
      })

      test('the figures add up', async ({ browser }) => {
        await product.clock.moveTo(timeOn(wednesday, '08:15'))
        await sitDown(browser, sam, '/admin/figures')
        await page.getByLabel('Period').selectOption('Last 7 days')
        await expect(page.getByText(/not counting spam/)).toContainText(
          `${genuine.length} enquiries`,
        )
        const results = page.getByRole('region', { name: 'What became of them' })
        const textsOf = async (rows: string) => {
          const found = await results.locator(rows).all()
          return Promise.all(found.map((row) => row.locator('th, td').allInnerTexts()))
        }
        for (const group of groupNames) {
          await page.getByLabel('By', { exact: true }).selectOption(group)
          expect(await textsOf('tbody tr')).toEqual(expectedRows(group))
        }
        expect((await textsOf('tfoot tr'))[0]).toEqual(expectedTotal())
        const lost = page.locator('section', { has: page.getByText('Why they were lost') })
        expect(await lost.last().locator('tbody tr').allInnerTexts()).toEqual([
          expect.stringMatching(/^Chose another firm\s+1$/),
          expect.stringMatching(/^Outside our area\s+1$/),
        ])
        for (const [name, count] of Object.entries(expectedReplies())) {
          await expect(page.getByText(`${name}: ${count}`, { exact: true })).toBeVisible()
        }
        await expectUsableByHand(page)
      })

      test('the export holds all of it', async () => {
        const exported = async (path: string) => {
          await page.goto(path)
          await expect(page.getByText(/^1 to \d+ of \d+$/)).toBeVisible()
          const download = page.waitForEvent('download')
          await page.getByRole('button', { name: 'Export CSV' }).click()
          return readFile(await (await download).path(), 'utf8')
        }
        const file = await exported('/admin/enquiries')
        expect(file.match(/\r\n/g)).toHaveLength(genuine.length + 1)
        for (const { name, phone: number, message, wonPence, lostReason, assigned } of genuine) {
          for (const words of [name, number, message, lostReason, assigned]) {
            if (words) expect(file).toContain(words)
          }
          if (wonPence) expect(file).toContain(`,${(wonPence / 100).toFixed(2)},`)
        }
        expect(file).toContain('Sam Field: Hello Hannah,')
        const held = await exported('/admin/enquiries?status=spam')
        expect(held.match(/\r\n/g)).toHaveLength(standings.length - genuine.length + 1)
      })

      test('days later the winners are asked for a review, and nobody else', async ({
        browser,
      }) => {
        const winners = genuine.filter(({ status }) => status === 'won').map(({ email }) => email)
        await untilSettled(product)
        // Five days later it is Sunday.
        await product.clock.moveTo(timeOn('2027-06-13', '20:00'))
        await new Promise((resolve) => setTimeout(resolve, 2_500))
        expect(requests()).toEqual([])
        await product.clock.moveTo(timeOn(monday, '08:02'))
        await expect.poll(requests, { timeout: 30_000 }).toEqual(winners.sort())
        const [mail] = mailsTo('kath.weaver@visitors.test').slice(-1)
        expect(mail?.text).toContain(reviewPage)

        const address = /http\S+(\/review-requests\/\S+)/.exec(
          mailsTo('dave.munn@visitors.test').at(-1)?.text ?? '',
        )?.[1]
        const customer = await product.open(browser, options)
        await customer.goto(String(address))
        await customer.getByRole('button', { name: 'Do not ask me for reviews' }).click()
        await expect(customer.getByRole('heading', { level: 1 })).toHaveText(
          'We will not ask you again',
        )
        await expectUsableByHand(customer)
        await customer.context().close()

        // Her second job is won too: asked once is asked.
        await sitDown(browser, sam, `/admin/enquiries/${idOf('weaverAgain')}`)
        await record().getByRole('button', { name: 'Won', exact: true }).click()
        await expectStatus('Won')
        await expect(record().getByRole('region', { name: 'Review request' })).toContainText(
          'None goes out',
          { timeout: 20_000 },
        )
        await untilSettled(product)
        await product.clock.moveTo(timeOn(saturday, '10:00'))
        await new Promise((resolve) => setTimeout(resolve, 2_500))
        expect(requests()).toEqual(winners.sort())
        await page.context().close()
      })
    })
  }
}

async function expectUsableByHand(page: Page) {
  await expectUsable(page)
  // Tall enough for a finger; a mouse needs less.
  const tooSmall = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button.link, .detail .button')]
      .filter(({ offsetHeight }) => offsetHeight > 0 && offsetHeight < 44)
      .map(({ textContent }) => (matchMedia('(pointer: coarse)').matches ? textContent : null))
      .filter(Boolean),
  )
  expect(tooSmall).toEqual([])
}
