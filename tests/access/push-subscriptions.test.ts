// Whose devices get notifications, and what the database takes for one. On both engines.
import { beforeEach, describe, expect, test } from 'vitest'
import { restoreBackup } from '#backend/backups/restore.ts'
import { writeBackup } from '#backend/backups/write-backup.ts'
import { asCaller, type Caller } from '#backend/database/as-caller.ts'
import { sqlState } from '#backend/database/database.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { admin, callers, peopleAndRows, staff } from '#tests/support/people-and-rows.ts'
import { makeBrowser } from '#tests/support/push-receiver.ts'

describe.each(engines)('%s', (engine) => {
  const people = peopleAndRows(engine)
  beforeEach(async () => void (await people.database.query('delete from push_subscriptions')))

  const good = () => ({
    endpoint: 'https://push.example.com/one',
    ...makeBrowser().keys,
    label: '',
  })
  const as = (caller: Caller, sql: string, values: unknown[] = []) =>
    asCaller(people.database, caller, (tx) => tx.query(sql, values))
  const add = (caller: Caller, changed: Partial<ReturnType<typeof good>> = {}) => {
    const { endpoint, p256dh, auth, label } = { ...good(), ...changed }
    return as(
      caller,
      'insert into push_subscriptions (endpoint, p256dh, auth, label) values ($1, $2, $3, $4)',
      [endpoint, p256dh, auth, label],
    )
  }
  const owners = async () =>
    (await people.database.query('select user_id from push_subscriptions')).rows.map(
      (row) => row.user_id,
    )

  test.each([
    'https://fcm.googleapis.com/fcm/send/c-x_9:APA91bH-_',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABl',
    'https://web.push.apple.com/QGiD',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%2b%3d',
    `https://push.example.com/${'x'.repeat(1000 - 25)}`,
  ])('the address %s is taken', async (endpoint) => {
    await add(callers.staff, { endpoint })
    expect(await owners()).toEqual([staff])
  })

  test.each([
    ['http', 'http://push.example.com/x'],
    ['this machine', 'https://localhost/x'],
    ['a number', 'https://127.0.0.1/x'],
    ['a number in another form', 'https://2130706433/x'],
    ['metadata', 'https://169.254.169.254/latest/meta-data'],
    ['IPv6', 'https://[::1]/x'],
    ['a user name', 'https://me:x@push.example.com/x'],
    ['another host after a backslash', 'https://push.example.com\\@localhost/x'],
    ['a host in Unicode', 'https://püsh.example.com/x'],
    ['a line break', 'https://push.example.com/x\r\nHost: localhost'],
    ['no path', 'https://push.example.com'],
    ['a script', 'javascript:alert(1)'],
    ['1,001 characters', `https://push.example.com/${'x'.repeat(1001 - 25)}`],
    ['nothing', ''],
  ])('an address with %s is refused', async (_, endpoint) => {
    await expect(add(callers.staff, { endpoint })).rejects.toSatisfy(isRefused)
  })

  test.each([
    ['a huge key', { p256dh: `B${'A'.repeat(1_000_000)}` }],
    ['a short key', { p256dh: 'BAAA' }],
    ['a compressed key', { p256dh: `A${'A'.repeat(86)}` }],
    ['a key with markup', { p256dh: `B${'<'.repeat(86)}` }],
    ['a huge secret', { auth: 'A'.repeat(100_000) }],
    ['an empty secret', { auth: '' }],
    ['a label of 81 characters', { label: 'x'.repeat(81) }],
    ['a label of two lines', { label: 'One\nTwo' }],
  ])('%s is refused', async (_, changed) => {
    await expect(add(callers.staff, changed)).rejects.toSatisfy(isRefused)
  })

  test("another person's address cannot be registered again, nor seen or removed", async () => {
    const { endpoint } = good()
    await add(callers.admin)
    await expect(add(callers.staff)).rejects.toSatisfy((error) => sqlState(error) === '23505')
    const upsert = `insert into push_subscriptions (endpoint, p256dh, auth) values ($1, $2, $3)
       on conflict (endpoint) do update set endpoint = excluded.endpoint`
    const { p256dh, auth } = makeBrowser().keys
    await expect(as(callers.staff, upsert, [endpoint, p256dh, auth])).rejects.toThrow(/denied/)
    expect((await as(callers.staff, 'select id from push_subscriptions')).count).toBe(0)
    expect((await as(callers.staff, 'delete from push_subscriptions')).count).toBe(0)
    expect(await owners()).toEqual([admin])
  })

  test('ten devices per person, also when two are added at once', async () => {
    for (let n = 0; n < 9; n += 1) {
      await add(callers.staff, { endpoint: `https://push.example.com/${n}` })
    }
    const added = await Promise.allSettled(
      ['a', 'b', 'c'].map((name) =>
        add(callers.staff, { endpoint: `https://push.example.com/${name}` }),
      ),
    )
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(add(callers.staff)).rejects.toThrow('You have 10 devices: remove one first')
    await add(callers.admin)
    expect(await owners()).toHaveLength(11)
  })

  test('who needs the second factor adds none with the password alone', async () => {
    await people.database.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [staff],
    )
    await expect(add(callers.staff)).rejects.toThrow(/policy/)
    await people.database.query('delete from auth.mfa_factors')
  })

  test('the token of a connected app adds none', async () => {
    const app = { ...callers.staff, claims: { sub: staff, client_id: 'x' } }
    await expect(add(app)).rejects.toThrow(/policy/)
  })

  test('a restored backup calls no devices', async () => {
    await add(callers.staff)
    await people.database.query(
      `insert into internal.push_keys (public_key, sealed_private_key) values ('x', '\\x00')`,
    )
    const lines: string[] = []
    await writeBackup(people.database, (line) => void lines.push(line))
    const target = await openTestDatabase(engine)
    try {
      await restoreBackup(
        target.database,
        (async function* () {
          yield* lines
        })(),
      )
      for (const table of ['public.push_subscriptions', 'internal.push_keys']) {
        expect((await target.database.query(`select from ${table}`)).count).toBe(0)
      }
    } finally {
      await target.remove()
      await people.database.query('delete from internal.push_keys')
    }
  })
})

/** By a constraint. */
const isRefused = (error: unknown) => sqlState(error) === '23514'
