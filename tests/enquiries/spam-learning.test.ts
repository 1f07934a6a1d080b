// The spam filter learns from the office: campaigns at once, words within the hour; and it forgets.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { enquiries } from '#backend/enquiries/enquiries.ts'
import { learnFromClicks } from '#backend/enquiries/learning/learning-worker.ts'
import { engines } from '#tests/support/databases.ts'
import { doubtfulOffer } from '#tests/support/doubtful-offer.ts'
import {
  anEnquiry,
  type EnquiryService,
  jsonRequest,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { demoContent } from '#tools/demo-content.ts'

const { area } = demoContent

const letter = (name: string, town: string) =>
  `Dear ${name}, our choir is coming to ${town} and sings in gardens and yards on Sunday afternoons. A
   song costs nothing, and the cushions that we bring may be kept for nine pounds the pair.`

describe.each(engines)('%s', (engine) => {
  let opened: EnquiryService
  beforeEach(async () => {
    opened = await openEnquiryService(engine)
  })
  afterEach(() => opened.close())

  async function send(message: string, more: object = {}, service = opened.service) {
    const sent = await service.accept(
      jsonRequest({ ...anEnquiry, ...more, message, email: `${crypto.randomUUID()}@x.test` }),
      '192.0.2.1',
    )
    if (sent.kind !== 'accepted') throw new Error(sent.kind)
    const { rows } = await opened.database.query<{
      status: string
      verdict: string
      spam_reasons: string[]
    }>('select status, verdict, spam_reasons from enquiries where id = $1', [sent.id])
    return { id: sent.id, ...rows[0] }
  }
  const move = (id: string, status: string) =>
    opened.database.query('update enquiries set status = $2 where id = $1', [id, status])
  const adjustment = async () =>
    (await opened.database.query('select weights, examples from internal.spam_adjustment')).rows
  const eventually = (check: () => Promise<void>) =>
    vi.waitFor(check, { timeout: 10_000, interval: 50 })

  test('a doubtful enquiry is delivered, with its mark and reasons', async () => {
    const { status, verdict, spam_reasons } = await send(doubtfulOffer('Fridays'))
    expect({ status, verdict }).toEqual({ status: 'new', verdict: 'doubtful' })
    expect(spam_reasons?.join()).toContain('Its words are like advertising')
    const { rows } = await opened.database.query('select distinct state from enquiry_deliveries')
    expect(rows).toEqual([{ state: 'waiting' }])
  })

  test('a campaign is caught after the first click, on every instance', async () => {
    const other = enquiries(opened.deps)
    const first = await send(letter('Ann', 'Malvern'))
    expect(first.status).toBe('new')
    await move(first.id, 'spam')
    await eventually(async () => {
      const next = await send(letter('Mr Price', 'Ledbury'), {}, other)
      expect(next).toMatchObject({ status: 'spam', verdict: 'spam' })
      expect(next.spam_reasons).toEqual(['It is almost the same as a message just marked as spam'])
    })
    expect((await send('My hedge in Ledbury wants cutting, please.')).status).toBe('new')
    // The click was a mistake: its like pass again.
    await move(first.id, 'new')
    await eventually(async () => {
      expect((await send(letter('Jo', 'Upton'))).status).toBe('new')
    })
  })

  test('words that the office marks weigh more within the hour', async () => {
    const offer = (thing: string) =>
      `My sister makes ${thing} at home in the village, and your staff could try some on a Friday.`
    const things = ['jam', 'honey', 'candles', 'cards', 'soap', 'tea', 'lamps', 'rugs', 'bread']
    await opened.database.query(
      `with made as (
         insert into enquiries (name, email, phone, address, service, message)
         select 'Ann Lee', 'ann@x.test', '01632 960001', 'WR14 2AA', 'Other', message
         from unnest($1::text[]) message returning id
       ) insert into internal.spam_clicks (enquiry_id, is_spam, clicked_at)
         select id, true, now() - interval '3 days' from made`,
      [things.map(offer)],
    )
    expect((await send(offer('baskets'))).verdict).toBe('enquiry')
    await opened.queue.start()
    // Another each time: the same words from several senders would weigh too.
    const others = ['woollen socks', 'pies', 'pots', 'kites', 'dolls', 'hats', 'mugs', 'quilts']
    await eventually(async () => {
      const { verdict, spam_reasons } = await send(offer(others.shift() ?? 'toys'))
      expect(verdict).toBe('doubtful')
      expect(spam_reasons).toContain('The office marked messages like it as spam')
    })
  })

  test('a flood of clicks in one day counts as twenty', async () => {
    await opened.database.query(
      `with made as (
         insert into enquiries (name, email, phone, address, service, message)
         select 'Ann Lee', n || '@x.test', '01632 960001', 'WR14 2AA', 'Other',
           'Please cut my hedge, number ' || n
         from generate_series(1, 60) n returning id
       ) insert into internal.spam_clicks (enquiry_id, is_spam) select id, true from made`,
    )
    await learnFromClicks(opened.database, area)
    expect(await adjustment()).toMatchObject([{ examples: 20 }])
    await eventually(async () => {
      const asked = await send('Please cut my hedge, it is about ten metres long and two high.')
      expect(asked.status).toBe('new')
    })
  })

  test('what was learned is forgotten', async () => {
    const { id } = await send(letter('Ann', 'Malvern'))
    await move(id, 'spam')
    await learnFromClicks(opened.database, area)
    await opened.database.transaction((tx) => opened.service.forgetLearned(tx))
    await learnFromClicks(opened.database, area)
    expect(await adjustment()).toEqual([{ weights: {}, examples: 0 }])
    await eventually(async () => {
      expect((await send(letter('Jo', 'Upton'))).status).toBe('new')
    })
  })

  test('an erased enquiry teaches nothing, and its reasons quote nothing', async () => {
    const { id, verdict } = await send(doubtfulOffer('Fridays'))
    expect(verdict).toBe('doubtful')
    await move(id, 'spam')
    await opened.database.transaction((tx) =>
      opened.service.erasePerson(tx, { phone: anEnquiry.phone }),
    )
    await learnFromClicks(opened.database, area)
    expect(await adjustment()).toEqual([{ weights: {}, examples: 0 }])
    const { rows } = await opened.database.query(
      'select verdict, spam_reasons from enquiries where id = $1',
      [id],
    )
    expect(rows).toEqual([{ verdict: null, spam_reasons: [] }])
  })
})
