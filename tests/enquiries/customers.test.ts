// Customers are recognised after their enquiries are stored, merged and split by staff, and go with their
// last enquiry.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asCaller } from '#backend/database/as-caller.ts'
import { recogniseAll } from '#backend/enquiries/customers/recognition-worker.ts'
import { type Jobs, jobs } from '#backend/jobs/jobs.ts'
import { engines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'

describe.each(engines)('%s', (engine) => {
  let opened: EnquiryService
  const member = randomUUID()
  const stranger = randomUUID()

  beforeAll(async () => {
    opened = await openEnquiryService(engine)
    await opened.database.query(
      `insert into auth.users (id, email, raw_user_meta_data)
       values ($1, 'staff@x.test', '{"full_name":"Fern Hill"}'), ($2, 'user@x.test', '{}')`,
      [member, stranger],
    )
    await opened.database.query(`insert into user_roles (user_id, role) values ($1, 'staff')`, [
      member,
    ])
  })
  afterAll(async () => {
    await queue?.stop()
    await opened.close()
  })
  beforeEach(async () => {
    await queue?.stop()
    await removeEnquiries(opened.database)
    await opened.database.query('delete from internal.jobs')
    clock = 0
  })

  const query = async <Row = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
    (await opened.database.query<Row & Record<string, unknown>>(sql, values)).rows

  let queue: Jobs | undefined
  /** A stopped queue does not start again. */
  async function startQueue(): Promise<void> {
    const silent = { info() {}, warn() {}, error() {} }
    queue = jobs(opened.database, { workers: opened.service.workers, log: silent, pollMs: 100 })
    await queue.start()
  }

  let clock = 0
  /** Each a minute after the one before; nothing of one is like another unless given. */
  async function add(fields: Record<string, unknown> = {}): Promise<string> {
    clock += 1
    const id = randomUUID()
    const row: Record<string, unknown> = {
      ...{ id, name: `Visitor ${id}`, email: `${id}@x.test`, phone: '01632 960000' },
      ...{ address: 'WR14 2AA', service: 'Other', message: 'Please call me back' },
      created_at: new Date(Date.UTC(2026, 9, 1, 9, clock)),
      ...fields,
    }
    const names = Object.keys(row)
    await query(
      `insert into enquiries (${names}) values (${names.map((_, at) => `$${at + 1}`)})`,
      Object.values(row),
    )
    return id
  }
  const recognise = () => recogniseAll(opened.database, new AbortController().signal)
  const customerOf = async (enquiry: string) =>
    (
      await query<{ customer_id: string }>(
        'select customer_id from enquiry_customers where enquiry_id = $1',
        [enquiry],
      )
    )[0]?.customer_id
  const customersOf = async (...enquiries: string[]) => {
    const found = []
    for (const enquiry of enquiries) found.push(await customerOf(enquiry))
    return found
  }
  const as = (sub: string, sql: string, values: unknown[] = []) =>
    asCaller(opened.database, { role: 'authenticated', claims: { sub } }, (tx) =>
      tx.query<{ id: string }>(sql, values),
    )
  const change = async (sql: string, values: unknown[]) =>
    (await as(member, `select ${sql} as id`, values)).rows[0]?.id
  const merge = (kept: unknown, merged: unknown) =>
    change('merge_customers($1, $2)', [kept, merged])
  const split = (enquiry: string) => change('split_customer($1)', [enquiry])
  const undo = (id: unknown) => change('undo_customer_change($1)', [id])
  const customerCount = async () => (await query('select id from customers')).length

  test('the same number, or the same address in any case, is the same customer', async () => {
    const first = await add({ phone_e164: '+441632960001', email: 'Ann@X.test' })
    const byPhone = await add({ phone_e164: '+441632960001' })
    const byEmail = await add({ email: 'ann@x.TEST' })
    const other = await add({ phone_e164: '+441632960002' })
    await recognise()
    const [one, two, three, four] = await customersOf(first, byPhone, byEmail, other)
    expect([two, three]).toEqual([one, one])
    expect(four).toBeTruthy()
    expect(four).not.toBe(one)
  })

  test('a name counts with its postcode, and never alone', async () => {
    const first = await add({ name: 'Ann-Marie O’Neill', postcode: 'WR14 2AA' })
    const same = await add({ name: ' ann marie o’NEILL', postcode: 'WR14 2AA' })
    const elsewhere = await add({ name: 'Ann-Marie O’Neill', postcode: 'WR1 2AB' })
    const unplaced = await add({ name: 'Ann-Marie O’Neill' })
    const neighbour = await add({ name: 'Bea Lee', postcode: 'WR14 2AA' })
    const nameless = await add({ name: '--', postcode: 'WR14 2AA' })
    const nameless2 = await add({ name: '..', postcode: 'WR14 2AA' })
    await recognise()
    const found = await customersOf(
      first,
      same,
      elsewhere,
      unplaced,
      neighbour,
      nameless,
      nameless2,
    )
    expect(found[1]).toBe(found[0])
    expect(new Set(found).size).toBe(6)
  })

  test('spam is no customer, and released it is one', async () => {
    const spam = await add({ status: 'spam', phone_e164: '+441632960001' })
    const later = await add({ phone_e164: '+441632960001' })
    await recognise()
    expect(await customerOf(spam)).toBeUndefined()
    await startQueue()
    await query(`update enquiries set status = 'new' where id = $1`, [spam])
    await expect.poll(() => customerOf(spam)).toBe(await customerOf(later))
    await query(`update enquiries set status = 'spam' where phone_e164 = '+441632960001'`)
    expect(await customerCount()).toBe(0)
  })

  test('an enquiry of the form is recognised by itself', async () => {
    await startQueue()
    await opened.send(anEnquiry)
    await opened.send({ ...anEnquiry, message: 'And the hedge along the lane as well, please.' })
    await expect
      .poll(() => query('select place, enquiries, won from enquiry_standings order by place'))
      .toEqual([
        { place: 1, enquiries: 2, won: 0 },
        { place: 2, enquiries: 2, won: 0 },
      ])
  })

  test('many of one number at once are one customer, whoever recognises them', async () => {
    const ids: string[] = []
    for (let n = 0; n < 8; n += 1) ids.push(await add({ phone_e164: '+441632960001' }))
    await Promise.all(
      ids.map((id) => query('select internal.recognise_customers($1)', [[id, ids[0]]])),
    )
    await recognise()
    expect(new Set(await customersOf(...ids)).size).toBe(1)
    expect(await customerCount()).toBe(1)
  })

  test('a thousand at once are found without their names', async () => {
    await query(
      `insert into enquiries (name, email, phone, address, service, message)
       select 'Visitor ' || n, 'v' || n % 400 || '@x.test', '01632 960000', 'WR14 2AA', 'Other',
         'Please call me back' from generate_series(1, 1000) n`,
    )
    expect(
      await query(`select payload from internal.jobs where kind = 'customer-recognition'`),
    ).toEqual([{ payload: {} }])
    await startQueue()
    await expect
      .poll(async () => (await query('select from enquiry_customers')).length, { timeout: 30_000 })
      .toBe(1000)
    expect(await customerCount()).toBe(400)
  })

  test('where two customers fit, the older gets it and the merge is offered', async () => {
    const byPhone = await add({ phone_e164: '+441632960001' })
    const byEmail = await add({ email: 'ann@x.test' })
    const both = await add({ phone_e164: '+441632960001', email: 'ann@x.test' })
    await recognise()
    const [older, newer, chosen] = await customersOf(byPhone, byEmail, both)
    expect(chosen).toBe(older)
    expect(newer).not.toBe(older)
    const offers = await as(member, 'select * from customer_matches where customer_id = $1', [
      newer,
    ])
    expect(offers.rows).toEqual([{ customer_id: newer, other_id: older, matched_by: 'email' }])
    expect((await as(stranger, 'select * from customer_matches')).rows).toEqual([])
  })

  test('a merge joins two customers, and is undone later', async () => {
    const [first, second, third] = [await add({ status: 'won' }), await add(), await add()]
    await query(`update enquiries set email = 'bea@x.test' where id = any($1)`, [[second, third]])
    await recognise()
    const [kept, merged] = await customersOf(first, second)
    const done = await merge(kept, merged)
    expect(await customersOf(first, second, third)).toEqual([kept, kept, kept])
    expect(await query('select id from customers where id = $1', [merged])).toEqual([])
    expect(
      await query('select place, enquiries, won from enquiry_standings where enquiry_id = $1', [
        third,
      ]),
    ).toEqual([{ place: 3, enquiries: 3, won: 1 }])
    const later = await add({ email: 'bea@x.test' })
    await recognise()
    expect(await customerOf(later)).toBe(kept)
    await undo(done)
    expect(await customersOf(first, second, third, later)).toEqual([kept, merged, merged, kept])
    await expect(undo(done)).rejects.toThrow('This can no longer be undone')
    expect(
      await query(
        `select actor, subject_id, before, after from audit_trail
         where after ? 'customer' and subject_id = $1 order by id`,
        [third],
      ),
    ).toEqual(
      ['merge', 'undo_merge'].map((customer) => ({
        ...{ actor: 'Fern Hill', subject_id: third, before: null },
        after: { customer, enquiries: 2 },
      })),
    )
  })

  test('a merge of a merged customer can be undone too', async () => {
    const enquiries = [await add(), await add(), await add()]
    await recognise()
    const [a, b, c] = await customersOf(...enquiries)
    const first = await merge(b, a)
    await merge(c, b)
    expect(await customersOf(...enquiries)).toEqual([c, c, c])
    await undo(first)
    expect(await customersOf(...enquiries)).toEqual([a, c, c])
  })

  test('what is split off stays apart, until it is undone', async () => {
    const first = await add({ phone_e164: '+441632960001' })
    const second = await add({ phone_e164: '+441632960001' })
    await recognise()
    const whole = await customerOf(first)
    const done = await split(second)
    const own = await customerOf(second)
    expect(own).not.toBe(whole)
    expect((await as(member, 'select * from customer_matches')).rows).toEqual([])
    // Neither the hourly pass nor a detour through the spam folder joins them again.
    await recognise()
    await query(`update enquiries set status = 'spam' where id = $1`, [second])
    await query(`update enquiries set status = 'new' where id = $1`, [second])
    await recognise()
    expect(await customerOf(second)).not.toBe(whole)
    expect(await customerOf(first)).toBe(whole)
    await expect(undo(done)).rejects.toThrow('This can no longer be undone')
    const third = await add({ phone_e164: '+441632960001' })
    await recognise()
    const again = await split(third)
    expect(await customerOf(third)).not.toBe(whole)
    await undo(again)
    expect(await customerOf(third)).toBe(whole)
    await expect(split(await add())).rejects.toThrow('It is the only enquiry of its customer')
  })

  test('only staff merge, split and undo', async () => {
    const [first, second] = [await add(), await add()]
    await recognise()
    const ids = await customersOf(first, second)
    for (const [sql, values] of [
      ['select merge_customers($1, $2)', ids],
      ['select split_customer($1)', [first]],
      ['select undo_customer_change($1)', [randomUUID()]],
    ] as const) {
      await expect(as(stranger, sql, [...values])).rejects.toThrow('permission denied')
    }
    await expect(merge(ids[0], ids[0])).rejects.toThrow('have changed meanwhile')
    await expect(merge(ids[0], randomUUID())).rejects.toThrow('have changed meanwhile')
    await expect(as(member, 'delete from customers')).rejects.toThrow('permission denied')
  })

  test('a customer without an unerased enquiry disappears', async () => {
    const first = await add({ email: 'ann@x.test', phone_e164: '+441632960001' })
    const second = await add({ phone_e164: '+441632960001' })
    await recognise()
    const customer = await customerOf(first)
    const erase = (person: { email: string } | { phone: string }) =>
      opened.database.transaction((tx) => opened.service.erasePerson(tx, person))
    await erase({ email: 'ann@x.test' })
    expect(await customersOf(first, second)).toEqual([undefined, customer])
    await recognise()
    expect(await customerOf(first)).toBeUndefined()
    await split(await addTo(customer)).then(undo)
    await erase({ phone: '01632 960001' })
    expect(await customerCount()).toBe(0)
    expect(await query('select id from customer_changes')).toEqual([])
  })

  async function addTo(customer: string | undefined): Promise<string> {
    const id = await add({ phone_e164: '+441632960001' })
    await recognise()
    expect(await customerOf(id)).toBe(customer)
    return id
  }

  test('an account that is deleted leaves no name', async () => {
    const gone = randomUUID()
    await query(
      `insert into auth.users (id, email, raw_user_meta_data) values ($1, 'gone@x.test', '{"full_name":"Gone"}')`,
      [gone],
    )
    await query(`insert into user_roles (user_id, role) values ($1, 'staff')`, [gone])
    const [first, second] = [await add(), await add()]
    await recognise()
    await as(gone, 'select merge_customers($1, $2)', await customersOf(first, second))
    expect(await query('select made_by_name from customer_changes')).toEqual([
      { made_by_name: 'Gone' },
    ])
    await query('delete from auth.users where id = $1', [gone])
    expect(await query('select made_by, made_by_name from customer_changes')).toEqual([
      { made_by: null, made_by_name: null },
    ])
  })
})
