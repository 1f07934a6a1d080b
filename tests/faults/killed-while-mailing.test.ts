// The process is killed around a mail server's acceptance: no email is lost, and only the one whose
// response was not recorded is sent twice.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#backend/database/database.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { createPostgresDatabase, engines, fillDataDir } from '#tests/support/databases.ts'
import { anEnquiry } from '#tests/support/enquiry-service.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'

let dataDir: string
let mailServer: MailServer
let created: Awaited<ReturnType<typeof createPostgresDatabase>>
let direct: Database
let server: ServerProcess | undefined
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'killed-'))
  mailServer = await startMailServer()
  created = await createPostgresDatabase('template_migrated')
  direct = openPostgres({ url: created.url })
})
afterEach(async () => {
  await server?.kill('SIGKILL')
  await direct.close()
  await created.remove()
  await mailServer.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(engine: (typeof engines)[number]): Promise<ServerProcess> {
  server = await startServerProcess({
    DATA_DIR: dataDir,
    SMTP_URL: mailServer.url,
    ...(engine === 'postgres' && { DATABASE_URL: created.url }),
  })
  return server
}

async function sendEnquiry({ url }: ServerProcess): Promise<void> {
  const answer = await fetch(`${url}/functions/v1/contact-webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(anEnquiry),
  })
  expect(answer.status).toBe(200)
}

/** On PostgreSQL the jobs of a dead instance come back when their lease ends: end it now. */
const endLeases = () =>
  direct.query('update internal.jobs set run_at = now() where held_by is not null')

const received = () => mailServer.received.map(({ messageId }) => messageId)

test.each(engines)('killed before the answer, %s sends the mail again', async (engine) => {
  if (engine === 'embedded') await fillDataDir(dataDir)
  const first = await start(engine)
  let killed: Promise<unknown> | undefined
  mailServer.onWhole = async () => {
    killed ??= first.kill('SIGKILL')
    await killed
  }
  await sendEnquiry(first)
  await expect.poll(() => killed).toBeDefined()
  await expect.poll(() => received().length).toBeGreaterThan(0)
  const taken = received()
  mailServer.onWhole = undefined

  await endLeases()
  const second = await start(engine)
  await expect.poll(() => new Set(received()).size).toBe(2)
  await expect.poll(() => received().filter((id) => id === taken[0]).length).toBe(2)
  expect(second.output()).toContain('sent again')
})

test('killed after the answer but before the batch is written, no mail is sent again', async () => {
  const first = await start('postgres')
  let release = () => {}
  let locking: Promise<void> | undefined
  let holding: Promise<void> | undefined
  // While these rows are locked the batch that settles the jobs cannot be written.
  const lockDeliveries = () =>
    new Promise<void>((locked) => {
      holding = direct.transaction(async (tx) => {
        await tx.query('select from enquiry_deliveries for update')
        locked()
        await new Promise<void>((resolve) => {
          release = resolve
        })
      })
    })
  mailServer.onWhole = () => {
    locking ??= lockDeliveries()
    return locking
  }
  await sendEnquiry(first)
  const accepted = async () =>
    (await direct.query('select from internal.jobs where accepted_at is not null')).count
  await expect.poll(accepted).toBe(2)
  await first.kill('SIGKILL')
  release()
  await holding

  await endLeases()
  await start('postgres')
  const waiting = async () =>
    (await direct.query(`select from enquiry_deliveries where state <> 'delivered'`)).count
  await expect.poll(waiting).toBe(0)
  expect(received()).toHaveLength(2)
  expect(new Set(received()).size).toBe(2)
})
