// Everything that happened to an enquiry in one list, and calls that are logged in it.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { asCaller } from '#backend/database/as-caller.ts'
import { addMessage } from '#backend/enquiries/messages.ts'
import type { TimelineEvent } from '#schemas/timeline.ts'
import { engines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'

describe.each(engines)('%s', (engine) => {
  let opened: EnquiryService
  const jo = randomUUID()
  const caller = { role: 'authenticated', claims: { sub: jo } } as const
  beforeAll(async () => {
    opened = await openEnquiryService(engine, { withWebhook: false })
    const { database } = opened
    await database.query(
      `insert into auth.users (id, email, raw_user_meta_data)
       values ($1, 'jo@x.test', '{"full_name":"Jo Marsh"}')`,
      [jo],
    )
    await database.query(`insert into user_roles (user_id, role) values ($1, 'staff')`, [jo])
    await opened.queue.start()
  })
  afterAll(() => opened.close())
  afterEach(async () => {
    await opened.settled()
    await removeEnquiries(opened.database)
  })

  const asJo = (sql: string, values: unknown[]) =>
    asCaller(opened.database, caller, (tx) => tx.query(sql, values))
  async function enquiry(): Promise<string> {
    await opened.send(anEnquiry)
    await opened.settled()
    const { rows } = await opened.database.query<{ id: string }>('select id from enquiries')
    return rows[0]?.id ?? ''
  }
  const read = async () =>
    (
      await opened.database.query<{ status: string; first_reply_at: Date | null }>(
        'select status, first_reply_at from enquiries',
      )
    ).rows[0]
  async function timeline(id: string): Promise<TimelineEvent[]> {
    const { rows } = await asJo('select enquiry_timeline($1) as events', [id])
    return (rows[0]?.events ?? []) as TimelineEvent[]
  }
  const call = (id: string, outcome: string) =>
    asJo('insert into enquiry_contacts (enquiry_id, outcome) values ($1, $2)', [id, outcome])

  test('events stand in the order in which they happened, with who', async () => {
    const id = await enquiry()
    await call(id, 'no_answer')
    await opened.database.transaction((tx) =>
      addMessage(tx, {
        ...{ id: randomUUID(), enquiryId: id, kind: 'answer', colleagueId: null, authorId: jo },
        ...{ subject: 'Your patio', body: 'We can visit.' },
      }),
    )
    await opened.settled()
    await asJo(`update enquiries set status = 'quoted' where id = $1`, [id])
    await asJo(`insert into enquiry_notes (enquiry_id, body) values ($1, 'Mind the dog')`, [id])
    await opened.database.query(`update enquiries set status = 'won'`)

    const events = await timeline(id)
    expect(events.map(({ kind, who }) => [kind, who])).toEqual([
      ['arrival', null],
      ['delivery', null],
      ['delivery', null],
      ['call', 'Jo Marsh'],
      ['message', 'Jo Marsh'],
      // Delivered, it counts as the answer.
      ['status', null],
      ['status', 'Jo Marsh'],
      ['note', 'Jo Marsh'],
      ['status', null],
      ['review_request', null],
    ])
    expect(events.map(({ at }) => Date.parse(at))).toEqual(
      events.map(({ at }) => Date.parse(at)).sort((a, b) => a - b),
    )
    expect(events[3]).toMatchObject({ outcome: 'no_answer', is_own: true })
    expect(events[4]).toMatchObject({
      about: 'answer',
      subject: 'Your patio',
      body: 'We can visit.',
      colleague: null,
      delivery: { channel: 'message', state: 'delivered', tries: 1 },
    })
    expect(events[5]).toMatchObject({ before: 'new', after: 'contacted' })
    expect(events[6]).toMatchObject({ before: 'contacted', after: 'quoted' })
    expect(events[7]).toMatchObject({ body: 'Mind the dog' })
  })

  test('it tells no address of a colleague', async () => {
    const id = await enquiry()
    const nameless = randomUUID()
    await opened.database.query(`insert into auth.users (id, email) values ($1, 'sam@x.test')`, [
      nameless,
    ])
    await opened.database.query(`insert into user_roles (user_id, role) values ($1, 'staff')`, [
      nameless,
    ])
    const sam = { role: 'authenticated', claims: { sub: nameless } } as const
    await asCaller(opened.database, sam, (tx) =>
      tx.query(`update enquiries set status = 'contacted' where id = $1`, [id]),
    )
    const events = await timeline(id)
    expect(events.at(-1)).toMatchObject({ kind: 'status', who: 'A colleague' })
    expect(JSON.stringify(events)).not.toContain('sam@x.test')
  })

  test('what the spam filter said stands there', async () => {
    const id = await enquiry()
    await opened.database.query(
      `update enquiries set verdict = 'doubtful', spam_reasons = '{"Sells something"}'`,
    )
    expect((await timeline(id))[1]).toMatchObject({
      kind: 'verdict',
      verdict: 'doubtful',
      reasons: ['Sells something'],
    })
  })

  test('photographs of one upload are one event', async () => {
    const id = await enquiry()
    await opened.database.query(
      `insert into storage.objects (bucket_id, name, created_at)
       values ('enquiry-photos', $1 || '/1.jpg', '2026-01-01 10:00:05Z'),
         ('enquiry-photos', $1 || '/2.jpg', '2026-01-01 10:00:09Z')`,
      [id],
    )
    const photos = (await timeline(id)).filter(({ kind }) => kind === 'photos')
    expect(photos).toMatchObject([{ count: 2 }])
    await opened.database.query(`delete from storage.objects where bucket_id = 'enquiry-photos'`)
  })

  test('an enquiry that does not exist has no events', async () => {
    expect(await timeline(randomUUID())).toEqual([])
  })

  test('having spoken counts as the first answer, an attempt does not', async () => {
    const id = await enquiry()
    await call(id, 'no_answer')
    await call(id, 'left_message')
    expect(await read()).toEqual({ status: 'new', first_reply_at: null })
    await call(id, 'spoke')
    const first = await read()
    expect(first?.status).toBe('contacted')
    expect(first?.first_reply_at).toBeInstanceOf(Date)
    await opened.database.query(`update enquiries set status = 'quoted'`)
    await call(id, 'spoke')
    expect(await read()).toEqual({ status: 'quoted', first_reply_at: first?.first_reply_at })
    expect((await timeline(id)).find(({ kind }) => kind === 'status')).toMatchObject({
      who: 'Jo Marsh',
      after: 'contacted',
    })
  })

  test('a call that is taken back does not count, unless something was done since', async () => {
    const id = await enquiry()
    const takeBack = () => asJo('delete from enquiry_contacts where enquiry_id = $1', [id])
    await call(id, 'spoke')
    await takeBack()
    expect(await read()).toEqual({ status: 'new', first_reply_at: null })
    await call(id, 'spoke')
    await opened.database.query(`update enquiries set status = 'visit_booked'`)
    await takeBack()
    expect(await read()).toMatchObject({ status: 'visit_booked', first_reply_at: expect.any(Date) })
    const { rows } = await opened.database.query(
      `select actor, after from audit_trail
       where subject_id = $1 and not after ? 'status' order by id`,
      [id],
    )
    expect(rows).toEqual([
      { actor: 'Jo Marsh', after: { called: 'spoke' } },
      { actor: 'Jo Marsh', after: { call_taken_back: 'spoke' } },
      { actor: 'Jo Marsh', after: { called: 'spoke' } },
      { actor: 'Jo Marsh', after: { call_taken_back: 'spoke' } },
    ])
  })

  test('erasing leaves when a person was spoken to, and how it ended', async () => {
    const id = await enquiry()
    await call(id, 'spoke')
    const before = await read()
    await opened.database.transaction((tx) =>
      opened.service.erasePerson(tx, { email: anEnquiry.email }),
    )
    expect(await read()).toEqual(before)
    expect((await timeline(id)).map(({ kind }) => kind)).not.toContain('call')
  })

  test('a call to spam changes nothing about it', async () => {
    const id = await enquiry()
    await opened.database.query(`update enquiries set status = 'spam'`)
    await call(id, 'spoke')
    expect(await read()).toEqual({ status: 'spam', first_reply_at: null })
  })

  test('a call is taken back by who logged it, refused for the erased, and erased', async () => {
    const id = await enquiry()
    await call(id, 'no_answer')
    await asJo('delete from enquiry_contacts where enquiry_id = $1', [id])
    expect((await timeline(id)).filter(({ kind }) => kind === 'call')).toEqual([])
    await call(id, 'no_answer')
    expect(await opened.service.exportPerson({ email: anEnquiry.email })).toMatchObject([
      { calls: [{ outcome: 'no_answer', author_name: 'Jo Marsh' }] },
    ])
    await opened.database.transaction((tx) =>
      opened.service.erasePerson(tx, { email: anEnquiry.email }),
    )
    expect((await opened.database.query('select from enquiry_contacts')).count).toBe(0)
    await expect(call(id, 'spoke')).rejects.toThrow('This enquiry was erased')
    await expect(call(randomUUID(), 'spoke')).rejects.toThrow(/foreign key/)
  })

  test('an erased enquiry takes neither notes nor reasons', async () => {
    const id = await enquiry()
    await opened.database.transaction((tx) =>
      opened.service.erasePerson(tx, { email: anEnquiry.email }),
    )
    const note = asJo(`insert into enquiry_notes (enquiry_id, body) values ($1, 'Ann rang')`, [id])
    await expect(note).rejects.toThrow('This enquiry was erased')
    await asJo(`update enquiries set status = 'lost', lost_reason = 'Ann moved' where id = $1`, [
      id,
    ])
    const { rows } = await opened.database.query('select status, lost_reason from enquiries')
    expect(rows).toEqual([{ status: 'lost', lost_reason: null }])
  })

  test('assignments, follow-ups, values and visits are told', async () => {
    const id = await enquiry()
    await asJo(
      `update enquiries set assigned_to = $2, follow_up_on = '2026-12-01', status = 'quoted',
         quote_pence = 100 where id = $1`,
      [id, jo],
    )
    await opened.service.visits.change(jo, {
      ...{ action: 'book', visit_id: randomUUID(), enquiry_id: id, colleague_id: jo },
      ...{
        starts_at: new Date(Date.now() + 86_400_000),
        minutes: 30,
        address: '1 The Lane',
        note: '',
      },
    })
    await opened.settled()
    const events = (await timeline(id)).filter(({ kind }) =>
      ['step', 'visit', 'status'].includes(kind),
    )
    expect(events).toMatchObject([
      { kind: 'status', who: 'Jo Marsh', before: 'new', after: 'quoted' },
      {
        ...{ kind: 'step', who: 'Jo Marsh' },
        after: { assigned_name: 'Jo Marsh', follow_up_on: '2026-12-01', quote_pence: 100 },
      },
      {
        kind: 'visit',
        who: 'Jo Marsh',
        before: null,
        after: { visit: 'booked', visit_by: 'Jo Marsh' },
      },
    ])
    expect(JSON.stringify(events)).not.toContain('Lane')
  })
})
