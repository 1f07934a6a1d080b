// Fuzzing: random requests to every endpoint by every kind of caller. The server responds to each, never
// with an internal error. 3,000 requests; 100,000 with PROVE=1.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnyRequest, anyRequest } from '#tests/support/any-request.ts'
import { type AttackedProduct, startAttackedProduct } from '#tests/support/attacked-product.ts'

const runs = process.env.PROVE ? 100_000 : 3_000
const atOnce = 8
const seed = process.env.ATTACK_SEED ? Number(process.env.ATTACK_SEED) : undefined

let product: AttackedProduct
let staffToken: string
beforeAll(async () => {
  // Without rate limits, which would refuse most requests, and without delays between emails.
  product = await startAttackedProduct({
    RATE_LIMIT_SCALE: '0',
    AUTH_MAIL_INTERVAL: '0',
    AUTH_MFA_WEBAUTHN: 'true',
    AUTH_OAUTH_SERVER: 'true',
    AUTH_OAUTH_REGISTRATION: 'true',
  })
  staffToken = (await product.signIn()).Authorization ?? ''
})
afterAll(() => product.remove())

test(`${runs} requests are all answered`, { timeout: 120_000 + runs * 60 }, async () => {
  const statuses = new Map<number, number>()
  const send = async ({ path, method, headers, body }: AnyRequest) => {
    const answer = await product.send(path, {
      method,
      body: body ?? null,
      headers: {
        ...headers,
        ...(headers.Authorization === 'staff' && { Authorization: staffToken }),
      },
    })
    const text = await answer.text()
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    expect(answer.status, text).toBeLessThan(500)
    expect(text).not.toMatch(/\bat .*\.(js|ts):\d+|node_modules/)
  }
  const batch = fc.array(anyRequest, { minLength: atOnce, maxLength: atOnce })
  const property = fc.asyncProperty(batch, async (requests) => {
    await Promise.all(requests.map(send))
  })
  await fc.assert(property, {
    numRuns: Math.ceil(runs / atOnce),
    endOnFailure: true,
    ...(seed !== undefined && { seed }),
  })
  console.log(Object.fromEntries([...statuses].sort()))
  expect((await product.send('/healthz')).status).toBe(200)
})
