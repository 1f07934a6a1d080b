// Colleagues with devices, a push service that decrypts what it is sent, and the workers between.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { pushWorkers } from '#backend/enquiries/notices/push-worker.ts'
import { jobs } from '#backend/jobs/jobs.ts'
import { secretKeyBytes, secrets } from '#backend/mail/sealed-secrets.ts'
import { pushKeys } from '#backend/push/push-keys.ts'
import { pushSender } from '#backend/push/send-push.ts'
import type { EngineName } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { makeBrowser, type PushReceiver, startPushReceiver } from '#tests/support/push-receiver.ts'

const quick = { initialDelayMs: 50, maxDelayMs: 100, maxTries: 200 }

export function pushDesk(engine: EngineName) {
  let office: EnquiryService
  let service: PushReceiver
  let queue: ReturnType<typeof jobs>
  const warnings: string[] = []
  const log = { info() {}, warn: (_: object, text: string) => warnings.push(text), error() {} }
  const settingsKey = randomBytes(secretKeyBytes)
  const people: Record<string, string> = {}

  const keysWith = (key: Buffer) =>
    pushKeys(
      office.database,
      secrets(async () => key),
    )
  const workersWith = (fetch: PushReceiver['fetch']) =>
    pushWorkers({
      database: office.database,
      sendPush: pushSender({ fetch, keys: keysWith(settingsKey), contact: () => 'office@x.test' }),
      log,
    })

  beforeAll(async () => {
    ;[office, service] = await Promise.all([openEnquiryService(engine), startPushReceiver()])
    await keysWith(settingsKey).readOrMake()
    for (const [name, role] of [
      ['wren', 'staff'],
      ['kit', 'admin'],
      ['guest', undefined],
    ] as const) {
      people[name] = await addPerson(name, role)
    }
    queue = jobs(office.database, {
      ...{ workers: workersWith(service.fetch), log, retries: quick, pollMs: 50 },
    })
    await queue.start()
    await office.queue.start()
  })
  afterAll(async () => {
    await queue.stop()
    await office.close()
    await service.close()
  })
  beforeEach(async () => {
    for (const table of ['push_subscriptions', 'notice_choices']) await run(`delete from ${table}`)
    await run(`delete from internal.jobs where kind in ('push', 'enquiry-push')`)
    service.behaviours.clear()
    service.received.length = 0
    warnings.length = 0
  })

  const run = (sql: string, values: unknown[] = []) => office.database.query(sql, values)

  async function addPerson(name: string, role?: string): Promise<string> {
    const id = randomUUID()
    const email = `${name}-${id.slice(0, 4)}@x.test`
    await run('insert into auth.users (id, email) values ($1, $2)', [id, email])
    if (role) await run('insert into user_roles (user_id, role) values ($1, $2)', [id, role])
    return id
  }

  async function addDevice(person: string, name: string, endpoint = service.endpoint(name)) {
    const browser = makeBrowser()
    const { p256dh, auth } = browser.keys
    await run(
      'insert into push_subscriptions (user_id, endpoint, p256dh, auth) values ($1, $2, $3, $4)',
      [people[person], endpoint, p256dh, auth],
    )
    const told = () =>
      service.received
        .filter(({ path }) => path.endsWith(`/${name}`))
        .map(({ body }) => browser.open(body))
    return told
  }

  async function arrives(changed: Record<string, unknown> = {}): Promise<string> {
    const words = { ...anEnquiry, message: `Please quote for a patio, ${randomUUID()}`, ...changed }
    const outcome = await office.send(words)
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
    return outcome.id
  }

  /** As rows: nobody is told of their arrival. */
  async function addOverdue(count: number): Promise<string[]> {
    const { rows } = await run(
      `insert into enquiries (name, email, phone, address, service, message, created_at, reply_due)
       select 'Late', 'late@x.test', '01632 960001', 'WR1 2AB', 'Other', 'Hello there',
         now() - interval '2 days', now() - interval '1 day'
       from generate_series(1, $1) returning id`,
      [count],
    )
    return rows.map(({ id }) => String(id))
  }

  const waiting = async () =>
    (await run(`select from internal.jobs where kind in ('push', 'enquiry-push')`)).count
  const settled = () => expect.poll(waiting, { timeout: 10_000 }).toBe(0)
  const devices = async () => (await run('select from push_subscriptions')).count

  return {
    get office() {
      return office
    },
    get service() {
      return service
    },
    ...{ warnings, settingsKey, people, keysWith, workersWith },
    ...{ run, addPerson, addDevice, addOverdue, arrives, waiting, settled, devices },
  }
}
