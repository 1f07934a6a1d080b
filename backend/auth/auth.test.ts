import { describe, expect, test } from 'vitest'
import { defaultAuthConfig } from '#tests/support/auth-config.ts'
import type { Keys } from '../caller/keys.ts'
import type { Database } from '../database/database.ts'
import { noQuotas } from '../limits/caller-quotas.ts'
import { auth } from './auth.ts'

/** A service whose rate limits are always exceeded; records the keys of the buckets. */
function exhausted(clientAddress: (request: Request) => string) {
  const taken: unknown[] = []
  const app = auth({
    database: {
      query: async (_sql: string, values: unknown[]) => {
        taken.push(...JSON.parse(String(values[1])))
        return { rows: [{ allowed: false, full_in: 60 }], count: 1 }
      },
    } as unknown as Database,
    keys: {} as Keys,
    config: defaultAuthConfig,
    siteUrl: 'http://localhost:3000',
    siteName: 'Gardens and Grounds',
    rateLimitScale: 1,
    quotas: noQuotas,
    clientAddress,
    enqueueSms: async () => {},
    enqueueMail: async () => {},
    forgetTraces: async () => {},
    now: () => new Date(),
    logError: () => {},
  })
  return { app, taken }
}

describe('addresses', () => {
  test('a body of unknown length does not hide the address', async () => {
    const request = new Request('http://localhost:3000/token', {
      method: 'POST',
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{}'))
          controller.close()
        },
      }),
      duplex: 'half',
    } as RequestInit)
    const { app, taken } = exhausted((asked) => (asked === request ? '192.0.2.7' : 'unknown'))
    const response = await app.request(request)
    expect(response.status).toBe(429)
    expect(taken).toEqual(['192.0.2.7'])
  })

  test('what opens accounts or guesses is limited', async () => {
    const { app } = exhausted(() => '192.0.2.7')
    const limited = ['signup', 'token', 'otp', 'magiclink', 'recover', 'resend', 'verify', 'setup']
    for (const path of limited) {
      const response = await app.request(`/${path}`, { method: 'POST', body: '{}' })
      expect([path, response.status]).toEqual([path, 429])
    }
  })
})
