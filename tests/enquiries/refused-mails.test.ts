// A permanent refusal by the mail server ends a delivery at once; anything else is retried.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DataSubject } from '#backend/enquiries/person.ts'
import { contractEngines } from '#tests/support/databases.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import type { Behaviour } from '#tests/support/mail-server.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'

describe.each(contractEngines)('%s', (engine) => {
  let opened: EnquiryService
  beforeAll(async () => {
    opened = await openEnquiryService(engine, { withWebhook: false })
    await opened.queue.start()
  })
  afterAll(() => opened.close())
  afterEach(async () => {
    opened.mailServer.behaviour = 'fine'
    opened.mailServer.onlyRefused = undefined
    await opened.settled()
    await removeEnquiries(opened.database)
    opened.mailServer.received.length = 0
  })

  const erasePerson = (person: DataSubject) =>
    opened.database.transaction((tx) => opened.service.erasePerson(tx, person))
  interface Row {
    id: string
    tries: number
    last_error: string | null
  }
  const deliveries = async () =>
    (
      await opened.database.query<Row>(
        `select id, channel, state, tries, refused, last_error
         from enquiry_deliveries order by channel`,
      )
    ).rows

  test('a refused address fails its mail alone, with the words of the server', async () => {
    opened.mailServer.behaviour = 'recipient-550'
    opened.mailServer.onlyRefused = anEnquiry.email
    await opened.send(anEnquiry)
    await opened.settled()
    const [office, thanks] = await deliveries()
    expect(office).toMatchObject({ state: 'delivered', refused: null })
    expect(thanks).toMatchObject({ state: 'failed', tries: 1, refused: 'address' })
    expect(thanks?.last_error).toBe(
      'The mail server refused this address: 550 No such recipient here',
    )
  })

  test('a refused message fails at once and can be sent again', async () => {
    opened.mailServer.behaviour = 'message-554'
    await opened.send(anEnquiry)
    await opened.settled()
    const rows = await deliveries()
    for (const row of rows) {
      expect(row).toMatchObject({ state: 'failed', tries: 1, refused: 'message' })
      expect(row.last_error).toContain('554 No such message here')
    }
    opened.mailServer.behaviour = 'fine'
    for (const { id } of rows) await opened.service.resend(opened.database, id)
    await opened.settled()
    expect(opened.mailServer.received).toHaveLength(2)
    expect(await deliveries()).toMatchObject([
      { state: 'delivered', refused: null, last_error: null },
      { state: 'delivered', refused: null, last_error: null },
    ])
  })

  test.each<Behaviour>(['recipient-450', 'recipient-530', 'sender-550', 'refusing'])(
    'a mail server in the behaviour %s gets the mail again',
    async (behaviour) => {
      opened.mailServer.behaviour = behaviour
      await opened.send(anEnquiry)
      await expect
        .poll(async () => (await deliveries()).map(({ tries }) => tries > 1))
        .toEqual([true, true])
      for (const row of await deliveries()) {
        expect(row).toMatchObject({ state: 'waiting', refused: null })
      }
      opened.mailServer.behaviour = 'fine'
      await opened.settled()
      expect(opened.mailServer.received).toHaveLength(2)
    },
  )

  test('the mark of an address goes when the enquiry is erased', async () => {
    opened.mailServer.behaviour = 'recipient-550'
    await opened.send(anEnquiry)
    await opened.settled()
    await erasePerson({ email: anEnquiry.email })
    expect(await deliveries()).toMatchObject([
      { state: 'cancelled', refused: null, last_error: null },
      { state: 'cancelled', refused: null, last_error: null },
    ])
  })
})
