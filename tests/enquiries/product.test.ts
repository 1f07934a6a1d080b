// The built product over HTTP: the official client, a browser without JavaScript, limits, and a
// timely stop.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anEnquiry } from '#tests/support/enquiry-service.ts'
import { createProduct, type Product } from '#tests/support/product.ts'

let product: Product
beforeAll(async () => {
  product = await createProduct({ TRUST_PROXY: '1', LOG_LEVEL: 'error' })
  await product.start()
})
afterAll(() => product.remove())

let clients = 0
/** Every request has its own client address unless one is given. */
const from = (address?: string) => {
  clients += 1
  return { 'X-Forwarded-For': address ?? `192.0.2.${clients}` }
}
const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(product.url + path, { method: 'POST', body, headers, redirect: 'manual' })
const asForm = (fields: Record<string, string>) => new URLSearchParams(fields)
const formFields = { ...anEnquiry, gdpr_consent: 'on' }

test('supabase-js invokes the function', async () => {
  const client = createClient(product.url, 'any-key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: from() },
    // Node 20 has no WebSocket, and this test needs none.
    realtime: { transport: class {} as never },
  })
  const { data, error } = await client.functions.invoke('contact-webhook', { body: anEnquiry })
  expect(error).toBeNull()
  expect(data).toMatchObject({ ok: true, id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  const wrong = await client.functions.invoke('contact-webhook', { body: { name: 'x' } })
  expect(wrong.error).not.toBeNull()
})

test('an enquiry arrives from an address with a zone', async () => {
  const message = 'Please mow my lawn next week, it is long and wet.'
  const body = JSON.stringify({ ...anEnquiry, email: 'zone@example.com', message })
  const answer = await post('/functions/v1/contact-webhook', body, {
    'Content-Type': 'application/json',
    ...from('fe80::1%eth0'),
  })
  expect(answer.status).toBe(200)
})

test('a browser without script ends on a page with the reference', async () => {
  const answer = await post('/api/webhooks/contact', asForm(formFields), {
    Accept: 'text/html',
    ...from(),
  })
  expect(answer.status).toBe(303)
  const location = answer.headers.get('location') ?? ''
  const page = await (await fetch(product.url + location)).text()
  expect(page).toContain('Thank you for your enquiry. We&#x27;ll be in touch soon.')
  const reference = new URL(location, product.url).searchParams.get('ref')
  expect(page).toContain(`Your reference is <strong>${reference}</strong>`)
  expect(page).toMatch(/You hear from us by [A-Z][a-z]+day \d+ [A-Z][a-z]+, \d+:\d\d [ap]m\./)
  const plain = await (await fetch(`${product.url}/contact-us/thank-you?ref=<script>`)).text()
  expect(plain).not.toContain('Your reference')
})

test('the address with the private key goes to no other page', async () => {
  const headers = { Accept: 'text/html', ...from() }
  const answer = await post('/api/webhooks/contact', asForm(formFields), headers)
  const page = await fetch(product.url + answer.headers.get('location'))
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(page.headers.get('cache-control')).toBe('no-store')
})

test('a browser without script gets the form back as it was typed', async () => {
  const typed = { ...formFields, name: 'A', message: '"><script>alert(1)</script>' }
  const answer = await post('/functions/v1/contact-webhook', asForm(typed), {
    Accept: 'text/html',
    ...from(),
  })
  expect(answer.status).toBe(422)
  const page = await answer.text()
  expect(page).toContain('Name must be at least 2 characters')
  expect(page).toContain('value="ann@example.com"')
  expect(page).not.toContain('<script>alert(1)')
})

test('64 KiB and more are refused whether or not the length is told', async () => {
  const big = 'x'.repeat(65_537)
  const told = await post('/api/webhooks/contact', big, from())
  expect(told.status).toBe(413)
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(big))
      controller.close()
    },
  })
  const untold = await fetch(`${product.url}/api/webhooks/contact`, {
    method: 'POST',
    body: stream,
    headers: from(),
    duplex: 'half',
  } as RequestInit)
  expect(untold.status).toBe(413)
})

test('the sixth enquiry in a row from one address has to wait', async () => {
  const statuses: number[] = []
  for (let n = 1; n <= 6; n += 1) {
    const path = n % 2 ? '/api/webhooks/contact' : '/functions/v1/contact-webhook'
    const body = JSON.stringify({ ...anEnquiry, email: `row${n}@example.com` })
    statuses.push((await post(path, body, from('198.51.100.1'))).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('without a mail server the mails are in the outbox', async () => {
  const mails = () => readdir(join(product.dataDir, 'outbox'))
  await expect.poll(async () => (await mails()).length).toBeGreaterThanOrEqual(2)
})

test('the process stops in time', async () => {
  expect(await product.stop()).toBeLessThan(10_000)
})
