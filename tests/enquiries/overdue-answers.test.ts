// Emails about answers that became overdue, through a real mail server; what erasing leaves of them; and
// who may choose. On both engines.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asCaller } from '#backend/database/as-caller.ts'
import { engines } from '#tests/support/databases.ts'
import { recipients, type ToldColleagues, tellColleagues } from '#tests/support/told-colleagues.ts'

/** After the digest, so that it tells of nothing. */
const noon = '2026-11-17T12:00:00Z'
const minutesLater = (minutes: number) =>
  new Date(Date.parse(noon) + minutes * 60_000).toISOString()
const late = { reply_due: '2026-11-17T11:00:00Z' }

describe.each(engines)('%s', (engine) => {
  let office: ToldColleagues
  let wren: string
  let kit: string

  beforeAll(async () => {
    office = await tellColleagues(engine)
    wren = await office.addPerson('Wren', 'staff')
    kit = await office.addPerson('Kit', 'admin')
    await office.addPerson('Guest')
  })
  afterAll(() => office.close())
  beforeEach(() => office.forget())

  test('tells the one who works on it, else everybody, and each once', async () => {
    const own = await office.addEnquiry('Ann Lee', { ...late, assigned_to: wren })
    const free = await office.addEnquiry('Bo Day', { reply_due: '2026-11-17T10:00:00Z' })
    await office.addEnquiry('Cy Soon', { reply_due: '2026-11-17T12:00:01Z' })
    await office.addEnquiry('Di Done', { ...late, status: 'contacted' })
    await office.addEnquiry('Ed Spam', { ...late, status: 'spam' })
    await office.addEnquiry('Flo Gone', { ...late, email: 'flo@example.com' })
    await office.erase('flo@example.com')
    const mails = await office.tell(noon)
    expect(recipients(mails)).toEqual(['kit@x.test', 'wren@x.test'])
    const [toKit, toWren] = mails
    expect(toKit?.subject).toBe('1 answer is overdue')
    expect(toKit?.text).toContain(free)
    expect(toKit?.text).not.toContain(own)
    expect(toWren?.subject).toBe('2 answers are overdue')
    expect(toWren?.text).toContain(
      [
        'Longest waiting first',
        '- Landscaping, Malvern: Bo Day (promised by Tuesday 17 November, 10:00 am)',
        `  ${free}`,
        '- Landscaping, Malvern: Ann Lee (promised by Tuesday 17 November, 11:00 am)',
        `  ${own}`,
        '',
      ].join('\n'),
    )
    expect(recipients(await office.tell(minutesLater(61)))).toEqual(['kit@x.test', 'wren@x.test'])
    expect(await office.tell(minutesLater(130))).toEqual([])
  })

  test('devices are told with the email, or instead of it, or not', async () => {
    const lone = await office.addPerson('Lone', 'staff')
    await office.database.query(
      `insert into push_subscriptions (user_id, endpoint, p256dh, auth)
       select id, 'https://push.example.com/' || id, 'B' || repeat('A', 86), repeat('A', 22)
       from unnest($1::uuid[]) id`,
      [[wren, kit, lone]],
    )
    await office.database.query(
      `insert into notice_choices (user_id, digest, overdue, push_overdue)
       values ($1, false, true, true), ($2, false, true, false), ($3, false, false, true)`,
      [wren, kit, lone],
    )
    await office.addEnquiry('Ann Lee', late)
    await office.addEnquiry('Bo Day', late)
    expect(recipients(await office.tell(noon))).toEqual(['kit@x.test', 'wren@x.test'])
    await office.tell(minutesLater(61))
    const { rows } = await office.database.query(
      `select s.user_id, job.payload -> 'about' as about from internal.jobs job
       join push_subscriptions s on s.id::text = job.payload ->> 'subscription'
       where job.kind = 'push' order by s.user_id <> $1`,
      [wren],
    )
    expect(rows).toEqual([wren, lone].map((user_id) => ({ user_id, about: { overdue: true } })))
    await office.database.query('delete from auth.users where id = $1', [lone])
    await office.database.query('delete from push_subscriptions')
    await office.database.query(`delete from internal.jobs where kind = 'push'`)
  })

  test('gathers two hundred, and waits an hour before the next email', async () => {
    for (let n = 0; n < 200; n += 1) {
      await office.addEnquiry(`Ann ${n}`, { ...late, assigned_to: wren })
    }
    const [mail, ...others] = await office.tell(noon, { instances: 3 })
    expect(others).toEqual([])
    expect(mail?.subject).toBe('200 answers are overdue')
    expect(mail?.text?.match(/^- /gm)).toHaveLength(20)
    expect(mail?.text).toContain('\nand 180 more\n')
    await office.addEnquiry('Next One', { ...late, assigned_to: wren })
    expect(await office.tell(minutesLater(55))).toEqual([])
    const [next] = await office.tell(minutesLater(60))
    expect(next?.subject).toBe('1 answer is overdue')
    expect(next?.text).toContain('Next One')
  })

  test('who is assigned later is told too', async () => {
    await office.addEnquiry('Ann Lee', { ...late, assigned_to: wren })
    expect(recipients(await office.tell(noon))).toEqual(['wren@x.test'])
    await office.database.query('update enquiries set assigned_to = $1', [kit])
    expect(recipients(await office.tell(minutesLater(5)))).toEqual(['kit@x.test'])
  })

  test.each([
    ['before opening', '2026-11-17T07:55:00Z'],
    ['after closing', '2026-11-17T18:00:00Z'],
    ['on Sunday', '2026-11-22T12:00:00Z'],
    ['on a day that is closed', '2026-12-25T12:00:00Z'],
  ])('none %s', async (_, at) => {
    await office.addEnquiry('Ann Lee', { reply_due: '2026-11-16T10:00:00Z' })
    expect(await office.tell(at)).toEqual([])
  })

  test('what the digest told of is not told again', async () => {
    await office.addEnquiry('Ann Lee', { reply_due: '2026-11-16T10:00:00Z', assigned_to: wren })
    const mails = await office.tell('2026-11-17T08:00:00Z')
    expect(mails.map(({ subject }) => subject)).toEqual(['Tuesday 17 November: 1 overdue'])
    expect(await office.tell(noon)).toEqual([])
  })

  test('who wants no digest is told at opening time, and who wants neither is not', async () => {
    await office.addEnquiry('Ann Lee', { reply_due: '2026-11-16T10:00:00Z' })
    await office.database.query(
      `insert into notice_choices (user_id, digest, overdue) values ($1, false, true), ($2, false, false)`,
      [wren, kit],
    )
    const mails = await office.tell('2026-11-17T08:00:00Z')
    expect(recipients(mails)).toEqual(['wren@x.test'])
    expect(mails[0]?.subject).toBe('1 answer is overdue')
  })

  test('erasing a person takes queued emails that name them', async () => {
    await office.addEnquiry('Ann Lee', { ...late, assigned_to: wren })
    await office.addEnquiry('Bo Day', { ...late, assigned_to: kit, email: 'bo@example.com' })
    await office.mailServer.goDown()
    const telling = office.tell(noon).catch(() => [])
    const queued = async () =>
      (
        await office.database.query(
          `select payload ->> 'to' as to from internal.jobs where kind = 'mail'`,
        )
      ).rows
    await expect.poll(queued).toHaveLength(2)
    await office.erase('ann@example.com')
    expect(await queued()).toEqual([{ to: 'kit@x.test' }])
    await office.database.query(`delete from internal.jobs where kind = 'mail'`)
    await telling
    await office.mailServer.comeBack()
  })

  describe('choices', () => {
    const as = (sub: string, sql: string, values: unknown[] = []) =>
      asCaller(office.database, { role: 'authenticated', claims: { sub } }, (tx) =>
        tx.query(sql, values),
      )
    const upsert = `insert into notice_choices (digest) values ($1)
      on conflict (user_id) do update set digest = excluded.digest`

    test('are one’s own', async () => {
      await as(wren, upsert, [false])
      await as(wren, upsert, [true])
      await as(wren, upsert, [false])
      const { rows } = await as(wren, 'select user_id, digest, overdue from notice_choices')
      expect(rows).toEqual([{ user_id: wren, digest: false, overdue: true }])
      expect((await as(kit, 'select from notice_choices')).count).toBe(0)
      expect((await as(kit, 'update notice_choices set digest = true')).count).toBe(0)
      await expect(
        as(kit, 'insert into notice_choices (user_id) values ($1)', [wren]),
      ).rejects.toThrow('permission denied')
    })

    test('are for colleagues', async () => {
      const guest = await office.addPerson(`Guest${engine}`)
      await expect(as(guest, upsert, [false])).rejects.toThrow('row-level security')
      await office.database.query(`insert into user_roles (user_id, role) values ($1, 'staff')`, [
        guest,
      ])
      await as(guest, upsert, [false])
      await office.database.query('delete from user_roles where user_id = $1', [guest])
      expect((await as(guest, 'select from notice_choices')).count).toBe(0)
      await office.database.query('delete from auth.users where id = $1', [guest])
      expect(
        (await office.database.query('select from notice_choices where user_id = $1', [guest]))
          .count,
      ).toBe(0)
    })
  })
})
