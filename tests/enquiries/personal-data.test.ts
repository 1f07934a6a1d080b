// Data past its retention period is erased, and one person's data can be exported or erased.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DataSubject } from '#backend/enquiries/person.ts'
import { contractEngines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'

const kept = [
  'id',
  'created_at',
  'status',
  'service',
  'town',
  'spam_reasons',
  'consent_version',
  'consent_at',
  'erased_at',
  // Computed by the database from the remaining columns.
  'reply_due',
  'source',
  'search_text',
  // Raised by every change.
  'version',
]

describe.each(contractEngines)('%s', (engine) => {
  let opened: EnquiryService
  beforeAll(async () => {
    opened = await openEnquiryService(engine)
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    await removeEnquiries(opened.database)
    await opened.database.query('delete from internal.jobs')
  })

  const erasePerson = (person: DataSubject) =>
    opened.database.transaction((tx) => opened.service.erasePerson(tx, person))
  const rows = async () =>
    (await opened.database.query('select * from enquiries order by created_at')).rows
  const filled = (row: Record<string, unknown> | undefined) =>
    Object.entries(row ?? {}).flatMap(([name, value]) => (value === null ? [] : [name]))

  test('after the period only a count is left', async () => {
    await opened.send({ ...anEnquiry, page_url: 'https://x.test/', referrer: 'https://y.test/' })
    await opened.database.query(
      `update enquiries set created_at = now() - interval '24 months 1 hour'`,
    )
    await opened.send({ ...anEnquiry, email: 'recent@example.com' })
    await opened.database.query(`update enquiry_deliveries set last_error = 'no such ann@x.test'`)
    await opened.queue.start()
    await expect.poll(async () => filled((await rows())[0]).sort()).toEqual(kept.sort())
    await opened.queue.stop()
    const [old, recent] = await rows()
    expect(old).toMatchObject({
      service: 'Landscaping',
      town: 'Malvern',
      // Nobody has answered it, and nobody can.
      status: 'lost',
      source: 'unknown',
    })
    expect(String(old?.search_text).trim()).toBe('malvern')
    expect(recent).toMatchObject({ email: 'recent@example.com', erased_at: null })
    const { rows: errors } = await opened.database.query(
      'select last_error from enquiry_deliveries where enquiry_id = $1 and last_error is not null',
      [old?.id],
    )
    expect(errors).toEqual([])
    expect(
      (
        await opened.database.query('select from internal.enquiry_keys where enquiry_id = $1', [
          old?.id,
        ])
      ).count,
    ).toBe(0)
  })

  test('one person gets everything that is kept about them', async () => {
    await opened.send(anEnquiry)
    await opened.send({ ...anEnquiry, email: 'bob@example.com', phone: '07700 900123' })
    const byEmail = await opened.service.exportPerson({ email: ' ANN@example.com' })
    expect(byEmail).toMatchObject([
      { name: 'Ann Lee', message: anEnquiry.message, deliveries: [{}, {}, {}] },
    ])
    const byPhone = await opened.service.exportPerson({ phone: '+44 7700 900-123' })
    expect(byPhone).toMatchObject([{ email: 'bob@example.com' }])
  })

  test('one person is erased by email or by telephone, and nobody else', async () => {
    await opened.send(anEnquiry)
    await opened.send({ ...anEnquiry, email: 'bob@example.com', phone: '07700 900123' })
    await opened.send({ ...anEnquiry, email: 'cat@example.com', phone: '07700 900124' })
    expect(await erasePerson({ email: 'Ann@Example.com' })).toMatchObject({
      enquiries: 1,
      deliveries: 3,
    })
    expect((await erasePerson({ phone: '(07700) 900123' })).enquiries).toBe(1)
    expect((await erasePerson({ phone: '(07700) 900123' })).enquiries).toBe(0)
    const left = (await rows()).filter(({ erased_at }) => erased_at === null)
    expect(left).toMatchObject([{ email: 'cat@example.com' }])
    expect(await opened.service.exportPerson({ email: 'ann@example.com' })).toEqual([])
  })

  test('the photographs of an erased enquiry go with it, and no others', async () => {
    await opened.send(anEnquiry)
    await opened.send({ ...anEnquiry, email: 'bob@example.com', phone: '07700 900123' })
    const [ann, bob] = await rows()
    await opened.database.query(
      `insert into storage.buckets (id, name) values ('site', 'site') on conflict do nothing`,
    )
    await opened.database.query(
      `insert into storage.objects (bucket_id, name)
       select 'enquiry-photos', name from unnest($1::text[]) name
       union all select 'site', $2`,
      [
        [`${ann?.id}/1.jpg`, `${ann?.id}/2.jpg`, `${bob?.id}/1.jpg`, `pending/${ann?.id}.jpg`],
        `${ann?.id}/1.jpg`,
      ],
    )
    await erasePerson({ email: 'ann@example.com' })
    const { rows: left } = await opened.database.query<{ name: string }>(
      'select name from storage.objects order by bucket_id, name',
    )
    expect(left.map(({ name }) => name).sort()).toEqual(
      [`${ann?.id}/1.jpg`, `${bob?.id}/1.jpg`, `pending/${ann?.id}.jpg`].sort(),
    )
    await opened.database.query('delete from storage.objects')
  })

  test('an erased enquiry is delivered nowhere any more', async () => {
    await opened.send(anEnquiry)
    await opened.database.query(
      `update enquiry_deliveries set state = case channel
         when 'office_mail' then 'delivered' when 'webhook' then 'failed' else state end`,
    )
    await erasePerson({ email: anEnquiry.email })
    const { rows: deliveries } = await opened.database.query(
      'select channel, state, next_try_at, last_error from enquiry_deliveries order by channel',
    )
    const ended = { next_try_at: null, last_error: null }
    expect(deliveries).toEqual([
      { channel: 'office_mail', state: 'delivered', ...ended },
      { channel: 'thank_you_mail', state: 'cancelled', ...ended },
      { channel: 'webhook', state: 'cancelled', ...ended },
    ])
    const { count } = await opened.database.query(
      "select from internal.jobs where name like 'enquiry-delivery%'",
    )
    expect(count).toBe(0)
  })
})
