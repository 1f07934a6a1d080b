import { describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { anEnquiry, officeEmail } from '#tests/support/enquiry-service.ts'
import {
  before,
  link,
  on,
  onTheDay,
  reviewRequestsDesk,
} from '#tests/support/review-requests-desk.ts'
import { demoContent } from '#tools/demo-content.ts'

describe.each(engines)('%s', (engine) => {
  const desk = reviewRequestsDesk(engine)
  const { content, rows, arrive, move, win, won, run, runAt, asked, request, timeline, stopPath } =
    desk

  test('won: nothing before the day, then one email, and never a second', async () => {
    const id = await won()
    await runAt(before)
    expect(await request(id)).toMatchObject({
      state: 'planned',
      due_at: new Date('2026-11-21T10:00:00Z'),
    })
    expect(asked()).toEqual([])
    await runAt(onTheDay)
    await runAt(onTheDay)
    expect(asked()).toEqual([anEnquiry.email])
    expect(await request(id)).toMatchObject({ state: 'sent', ended_at: onTheDay, reason: null })
    const [mail] = desk.opened.mailServer.received
    expect(mail?.subject).toMatch(/^Would you write a review, Ann\? \(\w{3}-\w{3}\)$/)
    expect(mail?.replyTo?.[0]?.address).toBe(officeEmail)
    expect(mail?.text).toContain('the work in Malvern')
    expect(mail?.text).toContain(link)
    expect(mail?.html).toContain(`href="${link}"`)
    const stopUrl = new URL(stopPath(), 'https://www.hopyard.example').href
    expect(mail?.html).toContain(`href="${stopUrl}"`)
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(`<${stopUrl}>`)
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe(
      'List-Unsubscribe=One-Click',
    )
    // Years later, and moved out of Won and back, it is not asked again.
    await move(id, 'quoted')
    await win(id, new Date('2027-11-16T10:00:00Z'))
    await runAt(new Date('2027-11-23T10:00:00Z'))
    expect(asked()).toHaveLength(1)
    expect((await timeline(id)).map(({ kind }) => kind)).toContain('message')
  })

  test('it waits for the hour at which the firm opens, past Sunday and closed days', async () => {
    const id = await arrive()
    await win(id, new Date('2026-11-16T16:30:00Z'))
    content.current = {
      ...content.current,
      hours: { ...demoContent.hours, closures: [{ from: '2026-11-23', until: '2026-11-23' }] },
    }
    for (const closed of ['2026-11-21T16:31', '2026-11-22T12:00', '2026-11-23T12:00']) {
      await runAt(new Date(`${closed}:00Z`))
    }
    expect((await request(id))?.due_at).toEqual(new Date('2026-11-24T08:00:00Z'))
    expect(asked()).toEqual([])
    await runAt(new Date('2026-11-24T08:00:00Z'))
    expect(asked()).toHaveLength(1)
  })

  test('one that is overdue at night waits for the morning', async () => {
    await won()
    await runAt(new Date('2026-11-24T22:00:00Z'))
    expect(asked()).toEqual([])
    await runAt(new Date('2026-11-25T08:00:00Z'))
    expect(asked()).toHaveLength(1)
  })

  test('lost ones, and those that only waited, get nothing', async () => {
    for (const status of ['new', 'contacted', 'visit_booked', 'quoted', 'lost', 'spam']) {
      const id = await arrive({ email: `${status}@x.test` })
      if (status !== 'new') await move(id, status)
    }
    await runAt(onTheDay)
    expect(asked()).toEqual([])
    expect(await rows('select from review_requests')).toEqual([])
  })

  test('one that is not won after all is withdrawn, and planned anew when it is', async () => {
    const id = await won()
    await move(id, 'lost')
    expect(await request(id)).toBeUndefined()
    await runAt(onTheDay)
    expect(asked()).toEqual([])
    await win(id, onTheDay)
    await runAt(new Date('2026-11-26T10:00:00Z'))
    expect(asked()).toEqual([])
    await runAt(new Date('2026-11-26T10:02:00Z'))
    expect(asked()).toHaveLength(1)
  })

  test('two workers at once send one email', async () => {
    await won()
    desk.clock = onTheDay
    await Promise.all([run(), run(), run()])
    await desk.opened.settled()
    expect(asked()).toHaveLength(1)
  })

  test('two won enquiries of one address are one email, however it is written', async () => {
    const ids = [await won(), await won({ email: 'ANN@Example.com', message: 'The hedge, too.' })]
    desk.clock = onTheDay
    await Promise.all([run(), run()])
    await desk.opened.settled()
    await runAt(onTheDay)
    expect(asked()).toHaveLength(1)
    const states = await Promise.all(ids.map(request))
    expect(states.map((row) => row?.state).toSorted()).toEqual(['sent', 'skipped'])
    expect(states.find((row) => row?.state === 'skipped')?.reason).toBe('asked_before')
  })

  test.each([
    [179, 'skipped'],
    [181, 'sent'],
  ])('an address that was asked %i days ago is %s', async (days, state) => {
    const first = await won()
    await runAt(onTheDay)
    await rows('update review_requests set ended_at = $2 where enquiry_id = $1', [
      first,
      new Date(onTheDay.getTime() - days * 86_400_000),
    ])
    const second = await won({ message: 'Another job, please, as soon as you can.' })
    await runAt(onTheDay)
    expect((await request(second))?.state).toBe(state)
  })

  test('without an email address none is sent, and the record says why', async () => {
    const id = await won({ email: null })
    await runAt(before)
    expect(await request(id)).toMatchObject({ state: 'skipped', reason: 'no_address' })
    expect(await timeline(id)).toContainEqual(
      expect.objectContaining({ kind: 'review_request', state: 'skipped', reason: 'no_address' }),
    )
  })

  test.each([
    ['switched off', { ...on, isOn: false }],
    ['without a page for reviews', (({ link: _, ...rest }) => rest)(on)],
  ])(
    'while requests are %s nothing goes out; later than two weeks it never does',
    async (_, off) => {
      content.current = { ...demoContent, reviewRequest: off }
      const [first, second] = [await won(), await won({ email: 'bo@x.test' })]
      await runAt(onTheDay)
      expect(asked()).toEqual([])
      content.current = { ...demoContent, reviewRequest: on }
      await rows('update review_requests set due_at = $2 where enquiry_id = $1', [
        first,
        new Date('2026-11-10T10:00:00Z'),
      ])
      await runAt(new Date('2026-11-24T10:01:00Z'))
      expect(asked()).toEqual(['bo@x.test'])
      expect(await request(first)).toMatchObject({ state: 'skipped', reason: 'too_late' })
      expect(await request(second)).toMatchObject({ state: 'sent' })
    },
  )

  test('another number of days moves what waits', async () => {
    const id = await won()
    content.current = { ...demoContent, reviewRequest: { ...on, daysAfterWon: 1 } }
    await runAt(new Date('2026-11-16T11:00:00Z'))
    expect((await request(id))?.due_at).toEqual(new Date('2026-11-17T10:00:00Z'))
  })

  test('a name with markup and line breaks is text, and a long one fits', async () => {
    await won({ name: `<img src=x>\r\nBcc: x@y.test ${'é'.repeat(60)}` })
    await won({ name: 'W'.repeat(100), email: 'long@x.test' })
    await runAt(onTheDay)
    expect(asked().toSorted()).toEqual([anEnquiry.email, 'long@x.test'])
    for (const { html, subject, headers } of desk.opened.mailServer.received) {
      expect(html).not.toContain('<img src=x>')
      expect(subject).not.toMatch(/[\r\n]/)
      expect(headers.some(({ key }) => key === 'bcc')).toBe(false)
    }
  })

  test('one that cannot be written does not keep the others back', async () => {
    const broken = await won({ email: 'broken@x.test' })
    await won()
    await rows(
      'update review_requests set won_at = won_at - interval $$1 hour$$ where enquiry_id = $1',
      [broken],
    )
    await rows(`alter table enquiry_messages add constraint broken
      check (enquiry_id <> '${broken}') not valid`)
    try {
      desk.clock = onTheDay
      await expect(run()).rejects.toThrow(/broken/)
      await desk.opened.settled()
      expect(asked()).toEqual([anEnquiry.email])
      expect((await request(broken))?.state).toBe('planned')
    } finally {
      await rows('alter table enquiry_messages drop constraint broken')
    }
    await runAt(onTheDay)
    expect(asked()).toContain('broken@x.test')
  })

  test('an enquiry that is stored as won is not asked about', async () => {
    await rows(
      `insert into enquiries (name, email, phone, address, service, message, status)
       values ('Ann Lee', 'ann@x.test', '01632 960001', 'WR1 2AB', 'Other', 'Long ago, please', 'won')`,
    )
    await runAt(onTheDay)
    expect(await rows('select from review_requests')).toEqual([])
  })
})
