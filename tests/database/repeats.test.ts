// A form sent twice is one enquiry, and one address cannot send without limit.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SubmissionResult } from '#backend/enquiries/submission-result.ts'
import { engines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'

describe.each(engines)('%s', (engine) => {
  let opened: EnquiryService
  beforeAll(async () => {
    opened = await openEnquiryService(engine, { rateLimitScale: 1 })
  })
  afterAll(() => opened.close())

  const countFrom = async (email: string) =>
    (await opened.database.query('select from enquiries where email = $1', [email])).count

  /** The link for photos says until when it holds, so answers of two seconds differ in it. */
  const enquiryOf = (outcome: SubmissionResult) =>
    outcome.kind === 'accepted' ? `${outcome.id} ${outcome.reference}` : outcome.kind

  test('fifty of one key at once are one enquiry and one answer', async () => {
    const fields = { ...anEnquiry, email: 'fifty@example.com', idempotency_key: 'fifty' }
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => opened.send(fields, '192.0.2.50')),
    )
    expect(new Set(outcomes.map(enquiryOf)).size).toBe(1)
    expect(outcomes[0]?.kind).toBe('accepted')
    expect(await countFrom('fifty@example.com')).toBe(1)
    const { count } = await opened.database.query('select from enquiry_deliveries')
    expect(count).toBe(3)
  })

  test('the same key with other content is another enquiry', async () => {
    const fields = { ...anEnquiry, email: 'other@example.com', idempotency_key: 'other' }
    await opened.send(fields, '192.0.2.51')
    await opened.send({ ...fields, message: 'And the hedge as well, please.' }, '192.0.2.51')
    expect(await countFrom('other@example.com')).toBe(2)
  })

  test('without a key identical content from one address is one enquiry for ten minutes', async () => {
    const fields = { ...anEnquiry, email: 'keyless@example.com' }
    const first = await opened.send(fields, '192.0.2.52')
    expect(enquiryOf(await opened.send(fields, '192.0.2.52'))).toBe(enquiryOf(first))
    expect(await countFrom('keyless@example.com')).toBe(1)
    await opened.send(fields, '192.0.2.53')
    expect(await countFrom('keyless@example.com')).toBe(2)
    await opened.database.query(
      `update internal.enquiry_keys set expires_at = expires_at - interval '10 minutes'
       where expires_at < 'infinity'`,
    )
    await opened.send(fields, '192.0.2.52')
    expect(await countFrom('keyless@example.com')).toBe(3)
  })

  test('one address sends five at once and then waits', async () => {
    const send = (at: number) =>
      opened.send({ ...anEnquiry, email: `burst${at}@example.com` }, '192.0.2.54')
    const outcomes = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(send))
    const kinds = outcomes.map(({ kind }) => kind).sort()
    expect(kinds.filter((kind) => kind === 'accepted')).toHaveLength(5)
    const refused = outcomes.find((outcome) => outcome.kind === 'tooMany')
    expect(refused).toMatchObject({ retryAfterSeconds: expect.any(Number) })
    expect((await send(8)).kind).toBe('tooMany')
    expect((await opened.send(anEnquiry, '192.0.2.55')).kind).toBe('accepted')
  })

  test('a repeat is answered even when the limit is used up', async () => {
    const again = await opened.send({ ...anEnquiry, email: 'burst1@example.com' }, '192.0.2.54')
    expect(['accepted', 'tooMany']).toContain(again.kind)
    const { rows } = await opened.database.query<{ email: string }>(
      "select email from enquiries where email like 'burst%' limit 1",
    )
    const known = await opened.send({ ...anEnquiry, email: rows[0]?.email }, '192.0.2.54')
    expect(known.kind).toBe('accepted')
  })

  test('wrong input costs nothing from the limit', async () => {
    for (let at = 0; at < 10; at += 1) await opened.send({}, '192.0.2.56')
    expect((await opened.send(anEnquiry, '192.0.2.56')).kind).toBe('accepted')
  })
})
