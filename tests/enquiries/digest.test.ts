// The email that each colleague gets in the morning, through a real mail server. On both engines.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import {
  hours,
  recipients,
  type ToldColleagues,
  tellColleagues,
} from '#tests/support/told-colleagues.ts'

const everyone = ['kit@x.test', 'wren@x.test']
/** Two minutes after opening, on a Tuesday in winter. */
const tuesday = '2026-11-17T08:02:00Z'

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

  async function addVisit(enquiry: string, starts_at: string, more: object = {}) {
    const row = {
      ...{ enquiry_id: enquiry.split('/').at(-1), starts_at, minutes: 60, colleague_id: wren },
      ...{ address: '1 The Lane', ...more },
    }
    const names = Object.keys(row)
    await office.database.query(
      `insert into enquiry_visits (${names.join(', ')})
       values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(row),
    )
  }

  test('is right to the line', async () => {
    const { addEnquiry } = office
    const late = await addEnquiry('Ada Late', {
      reply_due: '2026-11-16T17:00:00Z',
      assigned_to: wren,
    })
    const nobodys = await addEnquiry('Bea Nobody', {
      ...{ reply_due: '2026-11-16T10:00:00Z', town: null, service: 'Fencing' },
    })
    const others = await addEnquiry('Cy Other', {
      ...{ reply_due: '2026-11-16T10:00:00Z', assigned_to: kit },
    })
    const due = await addEnquiry('Di Due', {
      ...{ reply_due: '2026-11-17T15:30:00Z', created_at: '2026-11-16T15:30:00Z' },
      assigned_to: wren,
    })
    const later = await addEnquiry('Ed Later', { reply_due: '2026-11-18T09:00:00Z' })
    const ringBack = { status: 'contacted', assigned_to: wren }
    const call = await addEnquiry('Fay Follow', { ...ringBack, follow_up_on: '2026-11-15' })
    await addEnquiry('Flo Future', { ...ringBack, follow_up_on: '2026-11-18' })
    const free = await addEnquiry('Gus Free', {
      ...{ status: 'contacted', follow_up_on: '2026-11-17', created_at: '2026-10-02T10:00:00Z' },
    })
    const answered = await addEnquiry('Hal Answered', {
      ...{ status: 'quoted', assigned_to: kit, created_at: '2026-11-16T09:00:00Z' },
    })
    await addEnquiry('Ivy Earlier', { status: 'won', created_at: '2026-11-15T23:00:00Z' })
    await addEnquiry('Jo Spam', { status: 'spam', created_at: '2026-11-16T09:00:00Z' })
    await addEnquiry('Kay Gone', { email: 'kay@example.com', assigned_to: wren })
    await office.erase('kay@example.com')
    const visited = await addEnquiry('Lou Visit', { status: 'visit_booked', assigned_to: wren })
    await addVisit(visited, '2026-11-17T10:00:00Z')
    await addVisit(visited, '2026-11-17T14:15:00Z', { address: '', minutes: 45 })
    await addVisit(visited, '2026-11-18T10:00:00Z')
    await addVisit(visited, '2026-11-17T12:00:00Z', { state: 'cancelled' })
    await addVisit(visited, '2026-11-17T16:00:00Z', { colleague_id: kit, address: '2 The Hill' })

    const mails = await office.tell(tuesday)
    expect(recipients(mails)).toEqual(everyone)
    const [toKit, toWren] = mails
    expect(toWren?.subject).toBe(
      'Tuesday 17 November: 2 overdue, 1 due, 1 follow-up, 2 visits, 2 unassigned, 1 also new',
    )
    const [words, footer] = (toWren?.text ?? '').split('\n-- \n')
    expect(words?.trim().split('\n')).toEqual([
      'Tuesday 17 November',
      '',
      'Overdue answers',
      '- Fencing: Bea Nobody (promised by Monday 16 November, 10:00 am)',
      `  ${nobodys}`,
      '- Landscaping, Malvern: Ada Late (promised by Monday 16 November, 5:00 pm)',
      `  ${late}`,
      '',
      'Due today',
      '- Landscaping, Malvern: Di Due (promised by Tuesday 17 November, 3:30 pm)',
      `  ${due}`,
      '',
      'Your follow-ups',
      '- Landscaping, Malvern: Fay Follow (since 15 November 2026)',
      `  ${call}`,
      '',
      'Your visits today',
      '- 10:00 to 11:00: Lou Visit, Malvern (1 The Lane)',
      `  ${visited}`,
      '- 14:15 to 15:00: Lou Visit, Malvern (no address)',
      `  ${visited}`,
      '',
      'Unassigned',
      '- Landscaping, Malvern: Ed Later (promised by Wednesday 18 November, 9:00 am)',
      `  ${later}`,
      '- Landscaping, Malvern: Gus Free (for today)',
      `  ${free}`,
      '',
      'Also new since yesterday',
      '- Landscaping, Malvern: Hal Answered (Quoted, Kit)',
      `  ${answered}`,
      '',
      'Open Today:',
      'https://www.hopyard.example/admin/today',
      '',
      'You get this email each morning on which there is something.',
      '',
      'Choose your emails under Account:',
      'https://www.hopyard.example/admin/account',
    ])
    expect(footer).toContain('·')
    expect(toKit?.text).toContain(others)
    expect(toKit?.text).toContain('- 16:00 to 17:00: Lou Visit, Malvern (2 The Hill)')
    expect(toKit?.text).not.toMatch(/Ada Late|Fay Follow|1 The Lane/)
    for (const href of [late, due, call, visited, later, free, answered]) {
      expect(toWren?.html).toContain(`href="${href}"`)
    }
  })

  test('names the year where it is another, and the first to arrive first', async () => {
    const due = '2026-12-31T18:00:00Z'
    await office.addEnquiry('Ann Second', { reply_due: due, created_at: '2026-12-31T09:00:00Z' })
    await office.addEnquiry('Bob First', { reply_due: due, created_at: '2026-12-31T08:00:00Z' })
    await office.addEnquiry('Cat Won', { status: 'won', created_at: '2026-12-31T10:00:00Z' })
    const newYear = { ...hours, closures: [{ from: '2027-01-01', until: '2027-01-03' }] }
    const [mail] = await office.tell('2027-01-04T08:02:00Z', { open: newYear })
    const lines = (mail?.text ?? '').split('\n').filter((line) => !line.startsWith('  http'))
    expect(lines.slice(0, 8)).toEqual([
      ...['Monday 4 January', '', 'Overdue answers'],
      '- Landscaping, Malvern: Bob First (promised by Thursday 31 December 2026, 6:00 pm)',
      '- Landscaping, Malvern: Ann Second (promised by Thursday 31 December 2026, 6:00 pm)',
      ...['', 'Also new since Thursday 31 December 2026'],
      '- Landscaping, Malvern: Cat Won (Won)',
    ])
  })

  test.each([
    ['before opening', '2026-11-17T07:59:59Z', []],
    ['at opening', '2026-11-17T08:00:00Z', everyone],
    ['three hours later', '2026-11-17T11:00:00Z', []],
    ['in the evening', '2026-11-17T17:59:00Z', []],
    ['on Saturday before nine', '2026-11-21T08:30:00Z', []],
    ['on Saturday', '2026-11-21T09:00:00Z', everyone],
    ['on Sunday', '2026-11-22T09:00:00Z', []],
    ['on a day that is closed', '2026-12-28T09:00:00Z', []],
    ['on the day after', '2026-12-29T09:00:00Z', everyone],
    ['at eight in summer', '2026-07-01T07:00:00Z', everyone],
    ['at seven in summer', '2026-07-01T06:59:00Z', []],
  ])('%s', async (_, at, expected) => {
    // Not overdue, so that only the digest can tell of it.
    await office.addEnquiry('Ann Lee', { reply_due: '2027-06-01T10:00:00Z' })
    expect(recipients(await office.tell(at))).toEqual(expected)
  })

  test.each([
    ['2026-03-29T06:59:00Z', []],
    ['2026-03-29T07:00:00Z', everyone],
    ['2026-10-25T07:59:00Z', []],
    ['2026-10-25T08:00:00Z', everyone],
  ])('on the day that the clocks change, at %s', async (at, expected) => {
    const open = {
      ...hours,
      telephone: [{ days: ['Su' as const], opens: '08:00', closes: '18:00' }],
    }
    await office.addEnquiry('Ann Lee', { reply_due: '2027-06-01T10:00:00Z' })
    expect(recipients(await office.tell(at, { open }))).toEqual(expected)
    expect(await office.tell(at, { open })).toEqual([])
  })

  test('comes once: again, by two instances at once, and after the clock was set back', async () => {
    await office.addEnquiry('Ann Lee')
    expect(recipients(await office.tell(tuesday, { instances: 3 }))).toEqual(everyone)
    expect(await office.tell('2026-11-17T08:07:00Z')).toEqual([])
    expect(await office.tell('2026-11-17T08:00:30Z')).toEqual([])
    expect(recipients(await office.tell('2026-11-18T08:00:00Z'))).toEqual(everyone)
  })

  test('a day without anything brings no email, also not when something comes at nine', async () => {
    await office.addEnquiry('Ann Lee', { status: 'won' })
    expect(await office.tell(tuesday)).toEqual([])
    await office.addEnquiry('Bo Day', { reply_due: '2026-11-18T10:00:00Z' })
    expect(await office.tell('2026-11-17T09:00:00Z')).toEqual([])
  })

  test('after a weekend, new is what came since the last open day', async () => {
    const answered = { status: 'contacted', assigned_to: kit }
    await office.addEnquiry('Sat Urday', { ...answered, created_at: '2026-11-14T12:00:00Z' })
    await office.addEnquiry('Fri Day', { ...answered, created_at: '2026-11-13T12:00:00Z' })
    const [mail] = await office.tell('2026-11-16T08:00:00Z')
    expect(mail?.text).toContain('Also new since Saturday 14 November\n- ')
    expect(mail?.text).toContain('Sat Urday (Contacted, Kit)')
    expect(mail?.text).not.toContain('Fri Day')
  })

  test.each([
    ['has switched it off', `insert into notice_choices (user_id, digest) values ($1, false)`],
    ['is disabled', `update auth.users set banned_until = now() + interval '1 day' where id = $1`],
    ['has deleted the account', `update auth.users set deleted_at = now() where id = $1`],
    ['has not proved the address', `update auth.users set email_confirmed_at = null where id = $1`],
    ['has no role any more', `delete from user_roles where user_id = $1`],
  ])('a colleague who %s gets none', async (_, sql) => {
    await office.addEnquiry('Ann Lee', { assigned_to: wren, reply_due: '2027-06-01T10:00:00Z' })
    await office.addEnquiry('Bo Day')
    await office.database.query(sql, [wren])
    expect(recipients(await office.tell(tuesday))).toEqual(['kit@x.test'])
    await office.database.query(
      `update auth.users set banned_until = null, deleted_at = null, email_confirmed_at = now()`,
    )
    await office.database.query(
      `insert into user_roles (user_id, role) values ($1, 'staff') on conflict do nothing`,
      [wren],
    )
  })

  test('what a former colleague had is nobody’s', async () => {
    await office.addEnquiry('Ann Lee', { assigned_to: wren, reply_due: '2026-11-16T10:00:00Z' })
    await office.database.query('delete from user_roles where user_id = $1', [wren])
    const [mail] = await office.tell(tuesday)
    expect(mail?.subject).toBe('Tuesday 17 November: 1 overdue')
    await office.database.query(`insert into user_roles (user_id, role) values ($1, 'staff')`, [
      wren,
    ])
  })

  test('more than twenty are counted, more than a thousand are not', async () => {
    await office.database.query(
      `insert into enquiries (name, email, phone, address, service, message, created_at, reply_due)
       select 'Ann ' || n, 'ann@example.com', '01632 960001', 'WR1 2AB', 'Other', 'A patio behind the house',
         '2026-10-01', timestamptz '2026-10-02' + n * interval '1 minute'
       from generate_series(1, 1200) n`,
    )
    const [mail] = await office.tell(tuesday)
    expect(mail?.text?.match(/^- /gm)).toHaveLength(20)
    expect(mail?.text).toContain('and at least 980 more')
    await office.forget()
    for (let n = 0; n < 32; n += 1) await office.addEnquiry(`Ann ${n}`)
    const [fewer] = await office.tell(tuesday)
    expect(fewer?.text).toContain('\nand 12 more\n')
    expect(fewer?.html).toContain('<p style="margin:0 0 16px">and 12 more</p>')
  })

  test('hostile names stay text, on their own line', async () => {
    const name = 'Ann</a><script>x</script>\r\n\r\nOverdue answers\r\nBcc: all@x.test\u202e'
    await office.addEnquiry(name, { town: '"><img src=x>', assigned_to: wren })
    const mail = (await office.tell(tuesday)).at(-1)
    expect(mail?.html).toContain('Ann&lt;/a&gt;&lt;script&gt;x&lt;/script&gt;')
    expect(mail?.html).not.toMatch(/<script|<img src=x|\u202e/)
    const lines = (mail?.text ?? '').split('\n')
    expect(lines.filter((line) => line === 'Overdue answers')).toHaveLength(1)
    expect(lines.filter((line) => line.startsWith('Bcc'))).toEqual([])
    expect(mail?.bcc).toBeUndefined()
    expect(mail?.subject).toBe('Tuesday 17 November: 1 overdue')
  })

  test('says to mail programs that it is automatic, and where to end it', async () => {
    await office.addEnquiry('Ann Lee')
    const [mail] = await office.tell(tuesday)
    const header = (key: string) => mail?.headers.find((line) => line.key === key)?.value
    expect(header('list-unsubscribe')).toBe('<https://www.hopyard.example/admin/account>')
    expect(header('list-unsubscribe-post')).toBeUndefined()
    expect(header('auto-submitted')).toBe('auto-generated')
  })
})
