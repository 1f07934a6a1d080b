// Push services that fail, hang or misbehave, and the pair of keys by which they know the firm. On both
// engines.
import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { secretKeyBytes } from '#backend/mail/sealed-secrets.ts'
import { fetchUserSupplied } from '#backend/outgoing/limited-fetch.ts'
import { engines } from '#tests/support/databases.ts'
import { pushDesk } from '#tests/support/push-desk.ts'

describe.each(engines)('%s', (engine) => {
  const desk = pushDesk(engine)
  const { people, warnings, settingsKey, keysWith, workersWith } = desk
  const { run, addDevice, addOverdue, arrives, settled, devices } = desk

  test('a service that fails is tried again; one that knows the browser no longer ends it', async () => {
    const failing = await addDevice('wren', 'failing')
    await addDevice('wren', 'gone')
    desk.service.behaviours.set('failing', 'failing').set('gone', 'gone')
    await arrives()
    await expect.poll(devices).toBe(1)
    expect(failing()).toEqual([])
    desk.service.behaviours.clear()
    await settled()
    expect(failing()).toHaveLength(1)
  })

  test('a service that refuses gets no second try', async () => {
    await addDevice('wren', 'a')
    desk.service.behaviours.set('a', 'refusing')
    const before = desk.service.attempts
    await arrives()
    await expect.poll(() => warnings).toContain('a notification was given up')
    await settled()
    expect(desk.service.attempts).toBe(before + 1)
    expect(await devices()).toBe(1)
  })

  test('services that hang, never end or redirect hold up neither enquiries nor other devices', async () => {
    for (let n = 0; n < 9; n += 1) {
      await addDevice('kit', `bad-${n}`)
      desk.service.behaviours.set(
        `bad-${n}`,
        (['hanging', 'endless', 'moved'] as const)[n % 3] ?? 'moved',
      )
    }
    const told = await addDevice('wren', 'good')
    const id = await arrives()
    await expect.poll(() => told().map(({ tag }) => tag)).toContain(id)
    const { count: waiting } = await run(`select from internal.jobs where kind = 'push'`)
    expect(waiting).toBeGreaterThan(0)
    const mails = () => desk.office.mailServer.received.filter(({ text }) => text?.includes(id))
    await expect.poll(() => mails().length).toBe(1)
    await run(`delete from push_subscriptions`)
  })

  test.each(['000', '101', '600', '999'] as const)(
    'a service that answers %s is a failed one, and ends neither the process nor the wait',
    async (status) => {
      desk.service.behaviours.set('odd', status)
      const limits = { only: 'public', timeoutMs: 60_000, maxBytes: 4_096 } as const
      const outcome = await desk.service
        .fetch(desk.service.endpoint('odd'), { ...limits, method: 'POST' })
        .then((answer) => answer.status, String)
      expect(String(outcome)).toMatch(/^502$|Error/)
      expect(String(outcome)).not.toMatch(/timeout/i)
    },
  )

  test('after a day it is given up', async () => {
    const told = await addDevice('wren', 'a')
    desk.service.behaviours.set('a', 'failing')
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

  test('an address that is not public is not called', async () => {
    await addDevice('wren', 'a')
    const [enquiry] = await addOverdue(1)
    const [, worker] = workersWith(fetchUserSupplied({ resolve: loopback }))
    const { rows } = await run('select id from push_subscriptions')
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const payload = { subscription: rows[0]?.id, about: { enquiry }, expiresAt }
    const before = desk.service.attempts
    const job = { id: randomUUID(), kind: 'push', payload, tries: 0 }
    expect(await worker?.run(job, new AbortController().signal)).toBe('skipped')
    expect(desk.service.attempts).toBe(before)
    expect(warnings).toEqual(['a notification was given up'])
  })

  test('keys that are no point of the curve end in nothing', async () => {
    await run(
      `insert into push_subscriptions (user_id, endpoint, p256dh, auth) values ($1, $2, $3, $4)`,
      [people.wren, desk.service.endpoint('a'), `B${'A'.repeat(86)}`, 'A'.repeat(22)],
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
