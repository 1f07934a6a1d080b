// Enumerating accounts and guessing passwords and codes: by the response, by its timing, and by many
// attempts, also alternating between two instances.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AttackedProduct,
  admin,
  asAnon,
  asService,
  startAttackedProduct,
} from '#tests/support/attacked-product.ts'
import { createPostgresDatabase } from '#tests/support/databases.ts'

const known = admin.email
let unknowns = 0
const unknown = () => {
  unknowns += 1
  return `nobody-${unknowns}@attacked.test`
}

describe('an account is not found out', () => {
  let product: AttackedProduct
  beforeAll(async () => {
    product = await startAttackedProduct({
      AUTH_AUTOCONFIRM: 'false',
      AUTH_MAIL_INTERVAL: '0',
      RATE_LIMIT_SCALE: '0',
    })
  })
  afterAll(() => product.remove())

  const password = 'not-the-password-3'
  /** A larger difference could be measured by an attacker; a busy machine needs some tolerance. */
  const mostTimes = 2.5
  const rounds = 15

  test.each([
    ['signing in', '/auth/v1/token?grant_type=password', (email: string) => ({ email, password })],
    ['asking for a new password', '/auth/v1/recover', (email: string) => ({ email })],
    ['asking again', '/auth/v1/resend', (email: string) => ({ type: 'signup', email })],
    ['signing up', '/auth/v1/signup', (email: string) => ({ email, password })],
  ])('by %s', async (_, path, body) => {
    const took = { known: [] as number[], unknown: [] as number[] }
    const answers = { known: '', unknown: '' }
    const ask = async (who: 'known' | 'unknown', email: string) => {
      const started = performance.now()
      const answer = await product.postJson(path, body(email), asAnon)
      const text = await answer.text()
      took[who].push(performance.now() - started)
      answers[who] = `${answer.status} ${withoutValues(text)}`
    }
    for (let round = 0; round < rounds; round += 1) {
      await ask('known', known)
      await ask('unknown', unknown())
    }
    expect(answers.known).toBe(answers.unknown)
    const times = median(took.known) / median(took.unknown)
    expect(times).toBeLessThan(mostTimes)
    expect(times).toBeGreaterThan(1 / mostTimes)
  })
})

describe('guessing ends soon', () => {
  let instances: AttackedProduct[]
  let removeDatabase: () => Promise<void>
  beforeAll(async () => {
    const { url, remove } = await createPostgresDatabase('template_migrated')
    removeDatabase = remove
    instances = [
      await startAttackedProduct({ DATABASE_URL: url, SITE_URL: 'http://localhost:3000' }),
      await startAttackedProduct({ DATABASE_URL: url, SITE_URL: 'http://localhost:3000' }),
    ]
  })
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.remove()))
    await removeDatabase()
  })

  /** How many of these guesses were checked, alternating between two instances. */
  async function countLookedAt(
    guesses: number,
    guess: (instance: AttackedProduct, n: number) => Promise<Response>,
  ): Promise<number> {
    let lookedAt = 0
    for (let n = 0; n < guesses; n += 1) {
      const { status } = await guess(instances[n % 2] as AttackedProduct, n)
      expect([400, 401, 403, 422, 429]).toContain(status)
      if (status !== 429) lookedAt += 1
    }
    return lookedAt
  }

  test('at one password from ever other addresses', async () => {
    const lookedAt = await countLookedAt(45, (instance, n) =>
      instance.postJson(
        '/auth/v1/token?grant_type=password',
        { email: known, password: `guess-${n}` },
        asAnon,
      ),
    )
    expect(lookedAt).toBeLessThanOrEqual(32)
  })

  test('at many passwords from one address, or one network', async () => {
    const lookedAt = await countLookedAt(45, (instance, n) =>
      instance.postJson(
        '/auth/v1/token?grant_type=password',
        { email: unknown(), password: 'Spring2026!' },
        { ...asAnon, 'X-Forwarded-For': `2001:db8:0:1::${n.toString(16)}` },
      ),
    )
    expect(lookedAt).toBeLessThanOrEqual(36)
  })

  test.each(['signup', 'email', 'recovery', 'magiclink', 'invite'])(
    'at the code of a %s mail',
    async (type) => {
      const email = unknown()
      const lookedAt = await countLookedAt(45, (instance, n) =>
        instance.postJson(
          '/auth/v1/verify',
          { type, email, token: String(100_000 + n) },
          { ...asAnon },
        ),
      )
      expect(lookedAt).toBeLessThanOrEqual(32)
    },
  )

  test('at the code of an authenticator app', async () => {
    const [first] = instances as [AttackedProduct]
    const person = { email: unknown(), password: 'rake-the-leaves-9', email_confirm: true }
    await first.postJson('/auth/v1/admin/users', person, asService)
    const headers = await first.signIn(person)
    const enrolled = await first.postJson('/auth/v1/factors', { factor_type: 'totp' }, headers)
    const { id } = await enrolled.json()
    const challenge = await first.postJson(`/auth/v1/factors/${id}/challenge`, {}, headers)
    const { id: challenge_id } = await challenge.json()
    const lookedAt = await countLookedAt(30, (instance, n) =>
      instance.postJson(
        `/auth/v1/factors/${id}/verify`,
        { challenge_id, code: String(100_000 + n) },
        headers,
      ),
    )
    expect(lookedAt).toBeLessThanOrEqual(16)
  })
})

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

/** The shape of a response, without ids, times and addresses, which always differ. */
function withoutValues(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'TIME')
    .replace(/[\w-]+@attacked\.test/g, 'EMAIL')
}
