// Notifications to the devices of colleagues, from the form to a push service that decrypts them. On
// both engines.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addPushes, pushWorkers } from '#backend/enquiries/notices/push-worker.ts'
import { jobs } from '#backend/jobs/jobs.ts'
import { secretKeyBytes, secrets } from '#backend/mail/sealed-secrets.ts'
import { fetchUserSupplied } from '#backend/outgoing/limited-fetch.ts'
import { pushKeys } from '#backend/push/push-keys.ts'
import { pushSender } from '#backend/push/send-push.ts'
import { engines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { makeBrowser, type PushReceiver, startPushReceiver } from '#tests/support/push-receiver.ts'

const quick = { initialDelayMs: 50, maxDelayMs: 100, maxTries: 200 }

describe.each(engines)('%s', (engine) => {
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

  test('every device of every colleague is told of a new enquiry, without name or number', async () => {
    const phone = await addDevice('wren', 'wren-phone')
    const laptop = await addDevice('wren', 'wren-laptop')
    const kit = await addDevice('kit', 'kit')
    const id = await arrives()
    await settled()
    const notice = {
      ...{ title: 'New enquiry: Landscaping in Malvern', path: `/admin/enquiries/${id}`, tag: id },
    }
    for (const told of [phone, laptop, kit]) expect(told()).toEqual([notice])
    const { headers = {}, body } = service.received[0] ?? {}
    expect(headers).toMatchObject({
      ...{ 'content-encoding': 'aes128gcm', urgency: 'high', topic: id.replaceAll('-', '') },
      authorization: expect.stringMatching(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=B[\w-]{86}$/),
    })
    expect(Number(headers.ttl)).toBeGreaterThan(86_000)
    expect(Number(headers.ttl)).toBeLessThanOrEqual(86_400)
    expect(body?.toString('latin1')).not.toContain('Landscaping')
    const { rows } = await run('select last_success_at from push_subscriptions')
    expect(rows.every(({ last_success_at }) => last_success_at)).toBe(true)
  })

  test('the queue holds neither words nor person, and an enquiry of elsewhere has no town', async () => {
    service.behaviours.set('a', 'failing')
    const told = await addDevice('wren', 'a')
    await arrives({ address: 'EH1 1AA' })
    await expect.poll(() => waiting()).toBeGreaterThan(0)
    const { rows } = await run(
      `select payload::text as text from internal.jobs where kind in ('push', 'enquiry-push')`,
    )
    expect(JSON.stringify(rows)).not.toMatch(/Ann|960001|Landscaping|patio/)
    service.behaviours.clear()
    await settled()
    expect(told()).toMatchObject([{ title: 'New enquiry: Landscaping' }])
  })

  test('spam is told to nobody until it is released, and then once', async () => {
    const told = await addDevice('wren', 'a')
    const spam = randomUUID()
    await run(
      `insert into enquiries (id, name, email, phone, address, service, message, status)
       values ($1, 'Ann', 'ann@x.test', '01632 960001', 'WR1 2AB', 'Other', 'Cheap pills for you', 'spam')`,
      [spam],
    )
    await run(
      `insert into enquiry_deliveries (enquiry_id, channel, state) values ($1, 'office_mail', 'withheld')`,
      [spam],
    )
    await settled()
    expect(told()).toEqual([])
    await run(`update enquiries set status = 'new' where id = $1`, [spam])
    await expect.poll(() => told().filter(({ tag }) => tag === spam)).toHaveLength(1)
    await office.settled()
    await run(`update enquiries set status = 'spam' where id = $1`, [spam])
    await run(`update enquiries set status = 'new' where id = $1`, [spam])
    await settled()
    expect(told().filter(({ tag }) => tag === spam)).toHaveLength(1)
  })

  test('what is erased or becomes spam before it is sent is not told', async () => {
    const told = await addDevice('wren', 'a')
    service.behaviours.set('a', 'failing')
    const before = service.attempts
    // Other words than the other tests': what is almost the same as this would be held as spam.
    const id = await arrives({
      message: 'The hedge by the lane is over the path and a branch is down.',
    })
    const other = await arrives({ email: 'gone@example.com' })
    await expect.poll(() => service.attempts).toBeGreaterThan(before)
    await run(`update enquiries set status = 'spam' where id = $1`, [id])
    await office.service.erasePerson(office.database, { email: 'gone@example.com' })
    service.behaviours.clear()
    await settled()
    expect(told().map(({ tag }) => tag)).not.toContain(id)
    expect(told().map(({ tag }) => tag)).not.toContain(other)
  })

  test('who does not want it, and who is no colleague any more, is not told', async () => {
    const wren = await addDevice('wren', 'wren')
    const kit = await addDevice('kit', 'kit')
    await run('insert into notice_choices (user_id, push_new) values ($1, false)', [people.kit])
    // As if its row had been left behind.
    const guest = await addDevice('guest', 'guest')
    await arrives()
    await settled()
    expect([wren().length, kit().length, guest().length]).toEqual([1, 0, 0])
  })

  test.each([
    ['loses the role', `delete from user_roles where user_id = $1`],
    ['gets a role without rights', `update user_roles set role = 'editor' where user_id = $1`],
    ['is disabled', `update auth.users set banned_until = now() + interval '1 day' where id = $1`],
    ['is deleted softly', `update auth.users set deleted_at = now() where id = $1`],
    ['is deleted', `delete from auth.users where id = $1`],
  ])('devices go when their owner %s', async (_, sql) => {
    people.leaver = await addPerson('leaver', 'staff')
    await addDevice('leaver', 'a')
    await addDevice('wren', 'b')
    await run(sql, [people.leaver])
    const { rows } = await run('select user_id from push_subscriptions')
    expect(rows).toEqual([{ user_id: people.wren }])
  })

  test('devices end with the session in which they were added', async () => {
    const session = randomUUID()
    await run('insert into auth.sessions (id, user_id) values ($1, $2)', [session, people.wren])
    await addDevice('wren', 'a')
    await run('update push_subscriptions set session_id = $1', [session])
    await addDevice('wren', 'b')
    await run('delete from auth.sessions where id = $1', [session])
    expect(await devices()).toBe(1)
  })

  test('a service that fails is tried again; one that knows the browser no longer ends it', async () => {
    const failing = await addDevice('wren', 'failing')
    await addDevice('wren', 'gone')
    service.behaviours.set('failing', 'failing').set('gone', 'gone')
    await arrives()
    await expect.poll(devices).toBe(1)
    expect(failing()).toEqual([])
    service.behaviours.clear()
    await settled()
    expect(failing()).toHaveLength(1)
  })

  test('a service that refuses gets no second try', async () => {
    await addDevice('wren', 'a')
    service.behaviours.set('a', 'refusing')
    const before = service.attempts
    await arrives()
    await expect.poll(() => warnings).toContain('a notification was given up')
    await settled()
    expect(service.attempts).toBe(before + 1)
    expect(await devices()).toBe(1)
  })

  test('services that hang, never end or redirect hold up neither enquiries nor other devices', async () => {
    for (let n = 0; n < 9; n += 1) {
      await addDevice('kit', `bad-${n}`)
      service.behaviours.set(
        `bad-${n}`,
        (['hanging', 'endless', 'moved'] as const)[n % 3] ?? 'moved',
      )
    }
    const told = await addDevice('wren', 'good')
    const id = await arrives()
    await expect.poll(() => told().map(({ tag }) => tag)).toContain(id)
    const { count: waiting } = await run(`select from internal.jobs where kind = 'push'`)
    expect(waiting).toBeGreaterThan(0)
    const mails = () => office.mailServer.received.filter(({ text }) => text?.includes(id))
    await expect.poll(() => mails().length).toBe(1)
    await run(`delete from push_subscriptions`)
  })

  test.each(['000', '101', '600', '999'] as const)(
    'a service that answers %s is a failed one, and ends neither the process nor the wait',
    async (status) => {
      service.behaviours.set('odd', status)
      const limits = { only: 'public', timeoutMs: 60_000, maxBytes: 4_096 } as const
      const outcome = await service
        .fetch(service.endpoint('odd'), { ...limits, method: 'POST' })
        .then((answer) => answer.status, String)
      expect(String(outcome)).toMatch(/^502$|Error/)
      expect(String(outcome)).not.toMatch(/timeout/i)
    },
  )

  test('after a day it is given up', async () => {
    const told = await addDevice('wren', 'a')
    service.behaviours.set('a', 'failing')
    await arrives()
    await expect
      .poll(async () => (await run(`select from internal.jobs where kind = 'push'`)).count)
      .toBe(1)
    await run(
      `update internal.jobs set payload = payload || '{"expiresAt":"2026-01-01T00:00:00Z"}' where kind = 'push'`,
    )
    await settled()
    expect(told()).toEqual([])
    expect(await devices()).toBe(1)
  })

  test.each([
    [1, '1 answer is overdue'],
    [2, '2 answers are overdue'],
  ])('%i overdue is told as "%s", and nothing when all are answered', async (overdue, title) => {
    const told = await addDevice('wren', 'a')
    const { rows } = await run('select id from push_subscriptions')
    await run(`update enquiries set status = 'contacted'`)
    const late = await addOverdue(overdue)
    await addPushes(office.database, [String(rows[0]?.id)], { overdue: true })
    await settled()
    expect(told()).toEqual([{ title, path: '/admin/today', tag: 'overdue' }])
    await run(`update enquiries set status = 'contacted' where id = any($1)`, [late])
    await addPushes(office.database, [String(rows[0]?.id)], { overdue: true })
    await settled()
    expect(told()).toHaveLength(1)
  })

  test('an address that is not public is not called', async () => {
    await addDevice('wren', 'a')
    const [enquiry] = await addOverdue(1)
    const [, worker] = workersWith(fetchUserSupplied({ resolve: loopback }))
    const { rows } = await run('select id from push_subscriptions')
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const payload = { subscription: rows[0]?.id, about: { enquiry }, expiresAt }
    const before = service.attempts
    const job = { id: randomUUID(), kind: 'push', payload, tries: 0 }
    expect(await worker?.run(job, new AbortController().signal)).toBe('skipped')
    expect(service.attempts).toBe(before)
    expect(warnings).toEqual(['a notification was given up'])
  })

  test('keys that are no point of the curve end in nothing', async () => {
    await run(
      `insert into push_subscriptions (user_id, endpoint, p256dh, auth) values ($1, $2, $3, $4)`,
      [people.wren, service.endpoint('a'), `B${'A'.repeat(86)}`, 'A'.repeat(22)],
    )
    await arrives()
    await expect.poll(() => warnings).toContain('a notification was given up')
  })

  test('all instances have one pair of keys, sealed; a lost key makes a new one without devices', async () => {
    await run('delete from internal.push_keys')
    const made = await Promise.all(
      Array.from({ length: 5 }, () => keysWith(settingsKey).readOrMake()),
    )
    expect(new Set(made).size).toBe(1)
    const pair = await keysWith(settingsKey).read()
    expect(pair?.publicKey).toBe(made[0])
    const { rows } = await run('select push_keys::text as text from internal.push_keys')
    const hidden = Buffer.from(pair?.privateKey ?? '', 'base64url').toString('hex')
    expect(rows[0]?.text).not.toContain(hidden)
    expect(rows[0]?.text).not.toContain(Buffer.from(pair?.privateKey ?? '').toString('hex'))
    await addDevice('wren', 'a')
    const another = randomBytes(secretKeyBytes)
    expect(await keysWith(another).read()).toBeUndefined()
    expect(await devices()).toBe(1)
    expect(await keysWith(another).readOrMake()).not.toBe(made[0])
    expect(await devices()).toBe(0)
    await run('delete from internal.push_keys')
    await keysWith(settingsKey).readOrMake()
  })
})

const loopback = ((_host: string, _options: object, answer: (e: null, found: object[]) => void) =>
  answer(null, [{ address: '127.0.0.1', family: 4 }])) as never
