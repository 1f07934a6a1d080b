// Sends enquiries as visitors do: by the page, and over HTTP as its form posts them.
import type { Browser } from '@playwright/test'
import type { MovedProduct } from '../moved-product.ts'
import { expect, phone, secretKey } from '../product.ts'
import { forty, type Sent } from './enquiries.ts'
import { timeOn, tuesday } from './outcomes.ts'

/** Reads with the secret key. */
export async function readRows(
  { url }: Pick<MovedProduct, 'url'>,
  pathAndQuery: string,
): Promise<Record<string, unknown>[]> {
  const answer = await fetch(`${url}/rest/v1/${pathAndQuery}`, { headers: { apikey: secretKey } })
  if (!answer.ok) throw new Error(`${pathAndQuery} answered ${answer.status}`)
  return answer.json()
}

/** Before the clock is moved on: what is being delivered just then would be taken for lost and tried again. */
export async function untilSettled(product: MovedProduct): Promise<void> {
  const waiting = 'enquiry_deliveries?select=id&state=eq.waiting'
  await expect
    .poll(() => readRows(product, waiting), { timeout: 30_000, intervals: [50] })
    .toEqual([])
}

/** A few fill in the page on their phone, one of them without script; the others post what it posts. */
const byPage: Record<string, { hasScript: boolean }> = {
  cole: { hasScript: true },
  shah: { hasScript: false },
  fox: { hasScript: true },
}
/** Pressed twice. */
const twice = ['styles']

/** All that arrive within these times, each at its minute. */
export async function arrive(
  product: MovedProduct,
  browser: Browser,
  ids: Map<string, string>,
  from: string,
  until: string,
): Promise<void> {
  for (const [tag, sent] of Object.entries(forty)) {
    if (sent.at < from || sent.at >= until) continue
    await untilSettled(product)
    await product.clock.moveTo(timeOn(tuesday, sent.at))
    if (byPage[tag]) await sendByPage(product, browser, sent, byPage[tag].hasScript)
    else await post(product, tag, sent)
    if (twice.includes(tag)) await post(product, tag, sent)
    const query = `enquiries?select=id&message=eq.${encodeURIComponent(sent.message)}`
    const rows = await readRows(product, query)
    expect(rows, tag).toHaveLength(1)
    ids.set(tag, String(rows[0]?.id))
  }
}

async function post({ url }: MovedProduct, tag: string, sent: Sent): Promise<void> {
  const { at: _, ...fields } = sent
  const answer = await fetch(`${url}/api/webhooks/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({
      ...{ ...fields, gdpr_consent: true, page_url: `${url}/contact-us` },
      ...{ filled_in_ms: 48_000, idempotency_key: `tuesday-${tag}` },
    }),
  })
  // Whoever fills the hidden field is not thanked.
  expect(answer.status, tag).toBe(sent.website ? 400 : 200)
}

async function sendByPage(
  product: MovedProduct,
  browser: Browser,
  sent: Sent,
  hasScript: boolean,
): Promise<void> {
  const page = await product.open(browser, {
    ...{ viewport: phone, hasTouch: true, isMobile: true, javaScriptEnabled: hasScript },
  })
  const query = sent.utm_source ? `?utm_source=${sent.utm_source}` : ''
  await page.goto(`/contact-us${query}`, sent.referrer ? { referer: sent.referrer } : {})
  const form = page.locator('main form:visible').first()
  await form.getByLabel('Your name').fill(sent.name)
  await form.getByLabel('Phone').fill(sent.phone)
  await form.getByLabel('Email').fill(sent.email)
  await form.getByLabel('Postcode').fill(sent.address)
  await form.getByLabel('Service').selectOption(sent.service)
  await form.getByLabel('What would you like done?').fill(sent.message)
  await form.getByLabel(/privacy policy/).check()
  // Filling it in took a while.
  await product.clock.moveTo(timeOn(tuesday, sent.at))
  await form.getByRole('button', { name: 'Send my enquiry' }).tap()
  if (hasScript) await expect(page.getByRole('heading', { name: 'We have it.' })).toBeVisible()
  else await expect(page).toHaveURL(/\/contact-us\/thank-you/)
  await page.context().close()
}
