import { describe, expect, test } from 'vitest'
import type { SubmissionResult } from '#backend/enquiries/submission-result.ts'
import type { EnquiryAgain } from '#site/pages/enquiry/enquiry-again-page.tsx'
import { demoContent } from '#tools/demo-content.ts'
import { enquiryRoutes } from './enquiry-routes.ts'
import { rememberFacts } from './request-facts.ts'

const functionAddress = '/functions/v1/contact-webhook'
const apiAddress = '/api/webhooks/contact'

function answering(outcome: SubmissionResult | Error) {
  const seen: { addresses: string[]; again: EnquiryAgain[] } = { addresses: [], again: [] }
  const app = enquiryRoutes({
    enquiries: {
      async accept(_request, address) {
        seen.addresses.push(address)
        if (outcome instanceof Error) throw outcome
        return outcome
      },
    },
    site: {
      renderEnquiryAgain(again, status) {
        seen.again.push(again)
        const headers = { 'Content-Type': 'text/html; charset=utf-8' }
        return { status, body: '<h1>again</h1>', headers, shows: [], isComplete: true }
      },
    },
    content: { current: demoContent },
    log: { info() {}, warn() {}, error() {} } as never,
  })
  return { app, seen }
}

const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }
const form = {
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html,*/*;q=0.8' },
  body: 'name=Ann',
}
const accepted: SubmissionResult = {
  kind: 'accepted',
  id: 'an-id',
  reference: 'B2C-D3F',
  photoToken: 'a-token',
  photos: { added: 0, problems: [] },
}
const invalid: SubmissionResult = {
  kind: 'invalid',
  fields: { name: 'Name must be at least 2 characters' },
  values: { name: 'A' },
  hadPhotos: false,
}

const table: [SubmissionResult, number, object][] = [
  [accepted, 200, { ok: true, id: 'an-id', reference: 'B2C-D3F', photo_token: 'a-token' }],
  [invalid, 422, { error: 'validation', fields: { name: 'Name must be at least 2 characters' } }],
  [{ kind: 'notAnEnquiry' }, 400, { error: 'not_an_enquiry' }],
  [{ kind: 'tooLarge' }, 413, { error: 'too_large' }],
  [
    { kind: 'tooMany', retryAfterSeconds: 120, values: {}, hadPhotos: false },
    429,
    { error: 'too_many_requests' },
  ],
  [{ kind: 'trapped', values: {} }, 400, { message: 'Something went wrong. Please try again.' }],
  [
    { kind: 'unavailable', values: {}, hadPhotos: false },
    503,
    { message: 'Something went wrong. Please try again or call us directly.' },
  ],
]

describe.each([functionAddress, apiAddress])('%s', (address) => {
  test.each(table)('answers %j with %i', async (outcome, status, body) => {
    const response = await answering(outcome).app.request(address, json)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject(body)
  })

  test("the next steps are the firm's", async () => {
    const response = await answering(accepted).app.request(address, json)
    const [visit, price, ...others] = (await response.json()).next_steps
    const [, second, third] = demoContent.nextSteps.steps
    expect(visit).toBe(`${second?.title}. ${second?.text}`)
    expect(price).toContain(third?.text)
    expect(others).toEqual([])
  })

  test('a plain form that succeeds is sent to the thank-you page', async () => {
    const response = await answering(accepted).app.request(address, form)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(
      /^\/contact-us\/thank-you\?ref=B2C-D3F&by=\d{13}&t=a-token&added=0$/,
    )
  })

  test('a plain form that fails comes back with its words and errors', async () => {
    const { app, seen } = answering(invalid)
    const response = await app.request(address, form)
    expect(response.status).toBe(422)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(seen.again).toEqual([
      {
        action: address,
        values: { name: 'A' },
        errors: { name: expect.any(String) },
        hadPhotos: false,
      },
    ])
  })

  test('a form whose sender asks for JSON gets JSON', async () => {
    const headers = { ...form.headers, Accept: 'application/json' }
    const response = await answering(invalid).app.request(address, { ...form, headers })
    expect(await response.json()).toMatchObject({ error: 'validation' })
  })

  test('other methods are not allowed', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'HEAD']) {
      const response = await answering(accepted).app.request(address, { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toContain('POST')
    }
  })
})

test('too many says when to come back', async () => {
  const outcome: SubmissionResult = {
    kind: 'tooMany',
    retryAfterSeconds: 120,
    values: { name: 'Ann' },
    hadPhotos: true,
  }
  const response = await answering(outcome).app.request(apiAddress, json)
  expect(response.headers.get('retry-after')).toBe('120')
  const { app, seen } = answering(outcome)
  const page = await app.request(apiAddress, form)
  expect([page.status, page.headers.get('retry-after')]).toEqual([429, '120'])
  expect(seen.again[0]).toMatchObject({
    values: { name: 'Ann' },
    message: expect.any(String),
    hadPhotos: true,
  })
})

test('the function may be called from other sites, as hosted ones may', async () => {
  const { app } = answering(accepted)
  const preflight = await app.request(functionAddress, { method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toBe(
    'authorization,x-client-info,apikey,content-type',
  )
  expect(preflight.headers.get('access-control-allow-methods')).toBe('POST,OPTIONS')
  const answers = [
    preflight,
    await app.request(functionAddress, json),
    await app.request(functionAddress),
    await answering(new Error('secret')).app.request(functionAddress, json),
  ]
  for (const answer of answers) {
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  }
  expect((await app.request(apiAddress, json)).headers.get('access-control-allow-origin')).toBe(
    null,
  )
})

test('the address is the one that the server knows, not one that a header claims', async () => {
  const { app, seen } = answering(accepted)
  const headers = { ...json.headers, 'X-Forwarded-For': '9.9.9.9' }
  const request = new Request(`http://localhost${apiAddress}`, { ...json, headers })
  rememberFacts(request, { address: '192.0.2.7' })
  await app.request(request)
  expect(seen.addresses).toEqual(['192.0.2.7'])
})

test('a bug is answered without its details', async () => {
  const response = await answering(new Error('secret')).app.request(apiAddress, json)
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('secret')
})
