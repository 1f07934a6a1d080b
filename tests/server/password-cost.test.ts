// The cost of a password guess in the built product; tests in one process hash cheaply (vitest.config.ts).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '#backend/database/postgres.ts'
import { createPostgresDatabase } from '#tests/support/databases.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'

const owner = { email: 'owner@example.com', password: 'a long enough password' }
let folder: string
let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let server: ServerProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'password-cost-'))
  database = await createPostgresDatabase('template_migrated')
  server = await startServerProcess({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    RATE_LIMIT_SCALE: '0',
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  })
})
afterAll(async () => {
  await server?.kill('SIGKILL')
  await database?.remove()
  await rm(folder, { recursive: true, force: true })
})

test('passwords are stored as bcrypt of cost 10', async () => {
  const opened = openPostgres({ url: database.url })
  const { rows } = await opened.query<{ hash: string }>(
    'select encrypted_password as hash from auth.users where email = $1',
    [owner.email],
  )
  await opened.close()
  expect(rows[0]?.hash).toMatch(/^\$2[aby]\$10\$/)
})

test('an unknown address takes as long to refuse as a wrong password', async () => {
  await timeRefusal('nobody@example.com')
  const [known, unknown] = [await medianOf(owner.email), await medianOf('nobody@example.com')]
  expect(unknown / known).toBeGreaterThan(0.3)
  expect(unknown / known).toBeLessThan(3.3)
})

async function medianOf(email: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 7; i += 1) times.push(await timeRefusal(email))
  return times.sort((a, b) => a - b)[3] ?? 0
}

async function timeRefusal(email: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'not the password' }),
  })
  expect(answer.status).toBe(400)
  return performance.now() - started
}
