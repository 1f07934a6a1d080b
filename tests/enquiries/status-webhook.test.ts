// Another system gets the enquiry by the webhook, and its changes of status.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sign } from '#backend/outgoing/signed-webhook.ts'
import { engines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
  webhookSecret,
} from '#tests/support/enquiry-service.ts'

describe.each(engines)('%s', (engine) => {
  let opened: EnquiryService
  beforeAll(async () => {
    opened = await openEnquiryService(engine)
    await opened.queue.start()
  })
  afterAll(() => opened.close())
  beforeEach(() => {
    opened.receiver.behaviour = 'fine'
    opened.receiver.received.length = 0
  })

  async function arrived(message: string): Promise<{ id: string; reference: string }> {
    const outcome = await opened.send({ ...anEnquiry, message })
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
    await opened.settled()
    opened.receiver.received.length = 0
    return outcome
  }
  const move = (id: string, status: string) =>
    opened.database.query('update enquiries set status = $2 where id = $1', [id, status])
  const told = () => opened.receiver.received.map(({ body }) => JSON.parse(body))
  const waiting = async () =>
    (
      await opened.database.query(
        `select from internal.jobs where kind = 'enquiry-status' and state = 'waiting'`,
      )
    ).count

  test('each change is told once, signed, with from and to and without the person', async () => {
    const { id, reference } = await arrived('The first of these lawns, please mow it.')
    await move(id, 'contacted')
    await expect.poll(told).toHaveLength(1)
    await move(id, 'won')
    await move(id, 'won')
    await expect.poll(told).toHaveLength(2)
    await expect.poll(waiting).toBe(0)
    const [first, second] = told()
    expect(first).toEqual({
      ...{ event: 'status', id, reference, from: 'new', to: 'contacted' },
      ...{ change: expect.any(String), at: expect.stringMatching(/^\d{4}-.*Z$/) },
    })
    expect(second).toMatchObject({ from: 'contacted', to: 'won' })
    expect(second.change).not.toBe(first.change)
    const [{ headers, body } = { headers: {}, body: '' }] = opened.receiver.received
    const signature = String(headers['x-enquiry-signature'])
    const seconds = Number(/^t=(\d+)/.exec(signature)?.[1])
    expect(signature).toBe(sign(body, webhookSecret, seconds))
    expect(headers['x-enquiry-id']).toBe(first.change)
  })

  test('a receiver that fails is told later', async () => {
    const { id } = await arrived('The second of these lawns, please mow it.')
    opened.receiver.behaviour = 'failing'
    await move(id, 'quoted')
    const before = opened.receiver.attempts
    await expect.poll(() => opened.receiver.attempts).toBeGreaterThan(before)
    opened.receiver.behaviour = 'fine'
    await expect.poll(told).toHaveLength(1)
  })

  test('an erased enquiry, and one that went to no webhook, are not told', async () => {
    const { id } = await arrived('The third of these lawns, please mow it.')
    opened.receiver.behaviour = 'failing'
    await move(id, 'lost')
    await opened.service.erasePerson(opened.database, { email: anEnquiry.email })
    opened.receiver.behaviour = 'fine'
    await expect.poll(waiting).toBe(0)
    const { rows } = await opened.database.query<{ id: string }>(
      `insert into enquiries (name, email, phone, address, service, message)
       values ('Bo Day', 'bo@x.test', '01632 960002', 'WR1 2AB', 'Other', 'Please ring me')
       returning id`,
    )
    await move(rows[0]?.id ?? '', 'won')
    expect(await waiting()).toBe(0)
    expect(told().filter(({ event }) => event === 'status')).toEqual([])
  })
})
