// Which colleagues are notified of an enquiry, of what, and when their devices are forgotten. On both
// engines.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addPushes } from '#backend/enquiries/notices/push-worker.ts'
import { engines } from '#tests/support/databases.ts'
import { pushDesk } from '#tests/support/push-desk.ts'

describe.each(engines)('%s', (engine) => {
  const desk = pushDesk(engine)
  const { people, run, addPerson, addDevice, addOverdue, arrives, waiting, settled, devices } = desk

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
    const { headers = {}, body } = desk.service.received[0] ?? {}
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
    desk.service.behaviours.set('a', 'failing')
    const told = await addDevice('wren', 'a')
    await arrives({ address: 'EH1 1AA' })
    await expect.poll(() => waiting()).toBeGreaterThan(0)
    const { rows } = await run(
      `select payload::text as text from internal.jobs where kind in ('push', 'enquiry-push')`,
    )
    expect(JSON.stringify(rows)).not.toMatch(/Ann|960001|Landscaping|patio/)
    desk.service.behaviours.clear()
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
    await desk.office.settled()
    await run(`update enquiries set status = 'spam' where id = $1`, [spam])
    await run(`update enquiries set status = 'new' where id = $1`, [spam])
    await settled()
    expect(told().filter(({ tag }) => tag === spam)).toHaveLength(1)
  })

  test('what is erased or becomes spam before it is sent is not told', async () => {
    const told = await addDevice('wren', 'a')
    desk.service.behaviours.set('a', 'failing')
    const before = desk.service.attempts
    // Other words than the other tests': what is almost the same as this would be held as spam.
    const id = await arrives({
      message: 'The hedge by the lane is over the path and a branch is down.',
    })
    const other = await arrives({ email: 'gone@example.com' })
    await expect.poll(() => desk.service.attempts).toBeGreaterThan(before)
    await run(`update enquiries set status = 'spam' where id = $1`, [id])
    await desk.office.service.erasePerson(desk.office.database, { email: 'gone@example.com' })
    desk.service.behaviours.clear()
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

  test.each([
    [1, '1 answer is overdue'],
    [2, '2 answers are overdue'],
  ])('%i overdue is told as "%s", and nothing when all are answered', async (overdue, title) => {
    const told = await addDevice('wren', 'a')
    const { rows } = await run('select id from push_subscriptions')
    await run(`update enquiries set status = 'contacted'`)
    const late = await addOverdue(overdue)
    await addPushes(desk.office.database, [String(rows[0]?.id)], { overdue: true })
    await settled()
    expect(told()).toEqual([{ title, path: '/admin/today', tag: 'overdue' }])
    await run(`update enquiries set status = 'contacted' where id = any($1)`, [late])
    await addPushes(desk.office.database, [String(rows[0]?.id)], { overdue: true })
    await settled()
    expect(told()).toHaveLength(1)
  })
})
