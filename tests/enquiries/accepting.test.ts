// Which enquiries are accepted and which refused, and what is stored.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contractEngines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  formRequest,
  jsonRequest,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'
import { demoContent } from '#tools/demo-content.ts'

const privacyNoticeVersion = demoContent.privacyPolicy.updated

const customer = 'customer@visitors.test'

const advertising =
  'We offer SEO for landscapers from £99 per month. Shall I send you a free audit? rank.example'

/** Each from another network, with other words. */
const asCustomer =
  (opened: EnquiryService) =>
  (at: number, { words = anEnquiry.message, ...more }: { words?: string; website?: string }) =>
    opened.service.accept(
      jsonRequest({ ...anEnquiry, email: customer, message: `Number ${at}: ${words}`, ...more }),
      `198.51.100.${at}`,
    )

describe.each(contractEngines)('%s', (engine) => {
  let opened: EnquiryService
  beforeAll(async () => {
    opened = await openEnquiryService(engine)
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    await removeEnquiries(opened.database)
    await opened.database.query('delete from internal.jobs')
  })

  const stored = async () => (await opened.database.query('select * from enquiries')).rows

  test('an enquiry is stored with everything that came with it', async () => {
    const outcome = await opened.send({
      ...anEnquiry,
      name: '  Ann Lee ',
      page_url: 'https://x.test/contact-us?utm_source=leaflet#form',
      referrer: 'https://search.test/',
      utm_medium: 'paper',
      filled_in_ms: 41_000,
    })
    const [row] = await stored()
    expect(outcome).toMatchObject({ kind: 'accepted', id: row?.id, reference: row?.reference })
    expect(row).toMatchObject({
      status: 'new',
      name: 'Ann Lee',
      phone: '01632 960001',
      phone_e164: '+441632960001',
      address: 'wr142aa',
      postcode: 'WR14 2AA',
      town: 'Malvern',
      page_url: 'https://x.test/contact-us?utm_source=leaflet',
      referrer: 'https://search.test/',
      utm_source: 'leaflet',
      utm_medium: 'paper',
      consent_version: privacyNoticeVersion,
      consent_at: expect.any(Date),
      consent_page: 'https://x.test/contact-us?utm_source=leaflet',
      filled_in_ms: 41_000,
      spam_reasons: [],
    })
    expect(row?.reference).toMatch(/^[0-9B-Y]{3}-[0-9B-Y]{3}$/)
  })

  test('a form post is stored with the page that the browser names', async () => {
    const request = formRequest(
      { ...anEnquiry, gdpr_consent: 'on', website: '' },
      { Referer: 'https://x.test/?utm_campaign=spring' },
    )
    expect((await opened.service.accept(request, '192.0.2.1')).kind).toBe('accepted')
    expect(await stored()).toMatchObject([
      { page_url: 'https://x.test/?utm_campaign=spring', utm_campaign: 'spring' },
    ])
  })

  test('a multipart form is an enquiry too', async () => {
    const body = new FormData()
    for (const [name, value] of Object.entries(anEnquiry)) body.append(name, String(value))
    const request = new Request('https://x.test/', { method: 'POST', body })
    expect((await opened.service.accept(request, '192.0.2.1')).kind).toBe('accepted')
  })

  test.each([
    ['nothing', {}],
    ['wrong types', { ...anEnquiry, name: 7, email: ['a@b.c'], message: { a: 1 }, phone: null }],
    ['consent as a word', { ...anEnquiry, gdpr_consent: 'yes' }],
    ['a NUL byte', { ...anEnquiry, name: 'Ann\0Lee' }],
    ['a line break in the address', { ...anEnquiry, email: 'a@b.c\r\nBcc: x@y.z' }],
    ['an unknown service', { ...anEnquiry, service: 'Roofing' }],
    ['too many words', { ...anEnquiry, message: 'word '.repeat(300) }],
  ])('%s is answered with what is wrong', async (_what, fields) => {
    const outcome = await opened.send(fields)
    expect(outcome.kind).toBe('invalid')
    expect(await stored()).toEqual([])
  })

  test('a form gets its typed words back', async () => {
    const request = formRequest({ ...anEnquiry, email: 'not an address', gdpr_consent: 'on' })
    expect(await opened.service.accept(request, '192.0.2.1')).toMatchObject({
      kind: 'invalid',
      fields: { email: 'Invalid email address' },
      values: { name: 'Ann Lee', email: 'not an address', message: anEnquiry.message },
    })
  })

  test.each([
    ['broken JSON', '{"name":'],
    ['an array', '[1,2]'],
    ['a word', '"hello"'],
    ['null', 'null'],
    ['nothing at all', ''],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00])],
    ['nesting without end', '['.repeat(60_000)],
  ])('%s is not an enquiry', async (_what, body) => {
    const request = new Request('https://x.test/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    expect(await opened.service.accept(request, '192.0.2.1')).toEqual({ kind: 'notAnEnquiry' })
  })

  test('more than 64 KiB is not read to its end', async () => {
    let given = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        given += 16_384
        controller.enqueue(new Uint8Array(16_384).fill(32))
      },
    })
    const request = new Request('https://x.test/', {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit)
    expect(await opened.service.accept(request, '192.0.2.1')).toEqual({ kind: 'tooLarge' })
    expect(given).toBeLessThan(200_000)
  })

  test('a sender who goes away in the middle sent no enquiry', async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":'))
        controller.error(new Error('gone'))
      },
    })
    const request = new Request('https://x.test/', {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit)
    expect(await opened.service.accept(request, '192.0.2.1')).toEqual({ kind: 'notAnEnquiry' })
  })

  test('strange but harmless words are stored as they are', async () => {
    const message = '𝕳𝖊𝖉𝖌𝖊 🌳🌳 "quoted" <b>bold</b> \u202Eمرحبا بكم\u202C \ud800 end'
    const name = "O'Neill; drop table enquiries\r\nBcc: everyone@example.com"
    const outcome = await opened.send({ ...anEnquiry, name, message, utm_source: { a: 1 } })
    expect(outcome.kind).toBe('accepted')
    const [row] = await stored()
    // A lone surrogate cannot be stored: it becomes the replacement character.
    expect(row).toMatchObject({ name, message: message.replace('\ud800', '\ufffd') })
    expect(row?.utm_source).toBeNull()
  })

  test('additions that are unusable are left out', async () => {
    await opened.send({
      ...anEnquiry,
      page_url: 'javascript:alert(1)',
      referrer: `https://x.test/${'a'.repeat(5_000)}`,
      utm_term: 'x\0y'.repeat(200),
      filled_in_ms: -5,
    })
    const [row] = await stored()
    expect(row).toMatchObject({ page_url: null, filled_in_ms: null })
    expect(row?.referrer).toHaveLength(2048)
    expect(row?.utm_term).toHaveLength(255)
  })

  test('a field given twice counts once and a trap counts always', async () => {
    const fields = Object.entries({ ...anEnquiry, gdpr_consent: 'on' }) as [string, string][]
    const twice = await opened.service.accept(
      formRequest([...fields, ['name', 'Somebody Else']]),
      '192.0.2.1',
    )
    expect(twice.kind).toBe('accepted')
    expect(await stored()).toMatchObject([{ name: 'Ann Lee' }])
    const trapped = await opened.service.accept(
      formRequest([...fields, ['website', ''], ['website', 'http://x.test']]),
      '192.0.2.1',
    )
    expect(trapped.kind).toBe('trapped')
  })

  test('a filled trap is kept in the spam folder and sends nothing', async () => {
    const outcome = await opened.send({ ...anEnquiry, website: 'http://x.test' })
    expect(outcome).toMatchObject({ kind: 'trapped', values: { name: 'Ann Lee' } })
    const [row] = await stored()
    expect(row).toMatchObject({ status: 'spam', spam_reasons: ['The hidden field was filled'] })
    const { rows } = await opened.database.query('select distinct state from enquiry_deliveries')
    expect(rows).toEqual([{ state: 'withheld' }])
    expect((await opened.database.query('select from internal.jobs')).count).toBe(0)
  })

  test('the database that is away is told apart from a wrong enquiry', async () => {
    const away = {
      ...opened.database,
      transaction: () => Promise.reject(Object.assign(new Error('disk full'), { code: '53100' })),
    }
    const { enquiries } = await import('#backend/enquiries/enquiries.ts')
    const outcome = await enquiries({ ...opened.deps, database: away }).accept(
      jsonRequest(anEnquiry),
      '192.0.2.1',
    )
    expect(outcome).toMatchObject({ kind: 'unavailable', values: { name: 'Ann Lee' } })
  })

  test.each([
    ['a filled trap', { website: 'https://bot.test' }],
    ['advertising', { words: advertising }],
  ])('%s in the name of a customer does not silence the customer', async (_, more) => {
    const limited = await openEnquiryService(engine, { rateLimitScale: 1 })
    try {
      const send = asCustomer(limited)
      for (let at = 1; at <= 30; at += 1) await send(at, more)
      expect(await send(31, {})).toMatchObject({ kind: 'accepted' })
      const { rows } = await limited.database.query(
        `select status, verdict from enquiries where email = $1
         order by message like 'Number 31:%', created_at`,
        [customer],
      )
      expect(rows).toHaveLength(31)
      expect(rows[0]).toEqual({ status: 'spam', verdict: 'spam' })
      expect(rows.at(-1)).toEqual({ status: 'new', verdict: 'enquiry' })
    } finally {
      await limited.close()
    }
  })

  test('many enquiries in the name of a customer reach the office, and the customer gets few emails', async () => {
    const limited = await openEnquiryService(engine, { rateLimitScale: 1 })
    try {
      await limited.queue.start()
      const send = asCustomer(limited)
      for (let at = 1; at <= 14; at += 1) await send(at, {})
      await limited.settled()
      const { rows } = await limited.database.query(
        `select status, verdict, count(*)::int from enquiries where email = $1
         group by status, verdict order by verdict`,
        [customer],
      )
      expect(rows).toEqual([
        { status: 'new', verdict: 'doubtful', count: 2 },
        { status: 'new', verdict: 'enquiry', count: 12 },
      ])
      const { rows: deliveries } = await limited.database.query(
        `select channel, state, last_error, count(*)::int from enquiry_deliveries
         join enquiries on enquiries.id = enquiry_id
         where enquiries.email = $1 and channel <> 'webhook' group by 1, 2, 3 order by 1, 2`,
        [customer],
      )
      const last_error = 'This address has had several thank-you emails today'
      expect(deliveries).toEqual([
        { channel: 'office_mail', state: 'delivered', last_error: null, count: 14 },
        { channel: 'thank_you_mail', state: 'delivered', last_error: null, count: 3 },
        { channel: 'thank_you_mail', state: 'withheld', last_error, count: 11 },
      ])
    } finally {
      await limited.close()
    }
  })
})
