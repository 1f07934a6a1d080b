// Files attached to answers: what the customers and the timeline get, also when it is tried again.
import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { sweepFiles } from '#backend/files/sweep.ts'
import { answerObjects } from '#backend/storage/answer-objects.ts'
import { storage } from '#backend/storage/storage.ts'
import { answerFilesDesk } from '#tests/support/answer-files-desk.ts'
import { engines } from '#tests/support/databases.ts'
import { pdf } from '#tests/support/documents.ts'
import { photo } from '#tests/support/pictures.ts'

describe.each(engines)('%s', (engine) => {
  const desk = answerFilesDesk(engine)
  const { people, enquiry, count, upload, answer, received, filesFolder, call } = desk

  test('a PDF arrives byte for byte, a picture upright and without its data', async () => {
    const enquiryId = await enquiry()
    const quote = pdf('Quote')
    const taken = await sharp(await photo({ width: 60, height: 40 }))
      .withExif({ IFD0: { Copyright: 'Jo at home', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const one = await upload(quote, { name: 'Angebot für Müller.pdf', enquiryId })
    const two = await upload(taken, { name: 'plan.png', enquiryId })
    expect(one).toEqual({
      status: 200,
      body: { id: one.body.id, name: 'Angebot für Müller.pdf', size: quote.length },
    })
    expect(two.body.name).toBe('plan.jpg')
    expect(await answer(enquiryId, [one.body.id, two.body.id])).toMatchObject({ status: 200 })
    const [files = []] = await received()
    expect(files).toMatchObject([
      {
        filename: 'Angebot für Müller.pdf',
        mimeType: 'application/pdf',
        disposition: 'attachment',
      },
      { filename: 'plan.jpg', mimeType: 'image/jpeg', disposition: 'attachment' },
    ])
    expect(files[0]?.bytes.equals(quote)).toBe(true)
    const picture = await sharp(files[1]?.bytes).metadata()
    expect(picture).toMatchObject({ format: 'jpeg', width: 40, height: 60 })
    expect(picture.exif).toBeUndefined()
  })

  test('the timeline names the files, and staff alone read one, only to save it', async () => {
    const enquiryId = await enquiry()
    const quote = pdf()
    const { body: file } = await upload(quote, { enquiryId })
    await answer(enquiryId, [file.id])
    const { rows } = await desk.opened.database.transaction(async (tx) => {
      await tx.query(`select set_config('request.jwt.claims', '{"role":"service_role"}', true)`)
      return tx.query<{ events: { kind: string; files?: unknown }[] }>(
        'select enquiry_timeline($1) as events',
        [enquiryId],
      )
    })
    expect(rows[0]?.events.find(({ kind }) => kind === 'message')?.files).toEqual([
      { id: file.id, name: 'Quote.pdf', size: quote.length },
    ])
    const files = storage({ ...desk.opened.storageDeps, keys: desk.service.keys })
    const sign = (who: string) =>
      files.request(`/object/sign/answer-files/${file.id}`, {
        method: 'POST',
        headers: {
          apikey: desk.service.keys.publishableKey,
          Authorization: `Bearer ${people[who]?.token}`,
        },
        body: JSON.stringify({ expiresIn: 60 }),
      })
    expect(await (await sign('visitor')).json()).toMatchObject({ statusCode: '404' })
    const { signedURL } = (await (await sign('sam')).json()) as { signedURL: string }
    const response = await files.request(signedURL)
    expect(Buffer.from(await response.arrayBuffer()).equals(quote)).toBe(true)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    const render = signedURL.replace('/object/', '/render/image/')
    expect(await (await files.request(render)).json()).toMatchObject({ statusCode: '415' })
  })

  test('an upload that is tried again is one file, also at once', async () => {
    const enquiryId = await enquiry()
    const [id, quote] = [randomUUID(), pdf()]
    const both = await Promise.all([1, 2].map(() => upload(quote, { id, enquiryId })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await upload(quote, { id, enquiryId })).body).toEqual(both[0]?.body)
    expect(await count('answer_files')).toBe(1)
  })

  test('the same file twice is stored once; the same id twice is attached once', async () => {
    const enquiryId = await enquiry()
    const quote = pdf()
    const [one, two] = [await upload(quote, { enquiryId }), await upload(quote, { enquiryId })]
    await answer(enquiryId, [one.body.id, two.body.id, one.body.id.toUpperCase()])
    expect((await received())[0]?.map(({ bytes }) => bytes.equals(quote))).toEqual([true, true])
    const hashes = await desk.opened.database.query(
      `select distinct hash from internal.object_files where variant = 'document'`,
    )
    expect(hashes.count).toBe(1)
  })

  test('an answer that is sent again with other files is another', async () => {
    const enquiryId = await enquiry()
    const key = randomUUID()
    const { body: one } = await upload(pdf(), { enquiryId })
    const { body: two } = await upload(pdf(), { enquiryId })
    await answer(enquiryId, [one.id], { key })
    expect((await answer(enquiryId, [one.id], { key })).status).toBe(200)
    expect(await answer(enquiryId, [one.id, two.id], { key })).toMatchObject({
      status: 409,
      body: { error: 'already_sent' },
    })
    expect(await received()).toHaveLength(1)
  })

  test('several customers get the same file, stored once, and it goes with the last', async () => {
    const emails = ['ann@example.com', 'bea@example.com', 'cy@example.com']
    const enquiries: string[] = []
    for (const email of emails) enquiries.push(await enquiry({ email, name: email }))
    const leaflet = pdf('Leaflet')
    const { body: file } = await upload(leaflet, { name: 'Leaflet.pdf' })
    const run = () =>
      call([
        '/functions/v1/enquiry-answers',
        people.jo?.token,
        {
          ...{ enquiry_ids: enquiries, subject: 'Frost', body: 'See the leaflet.' },
          ...{ attachments: [file.id], key: '5f0c4c8e-2c35-4d6f-9d3c-0b7f1f1f4a01' },
        },
      ])
    expect((await run()).body.sent).toHaveLength(3)
    expect((await run()).body.sent).toHaveLength(3)
    expect((await received()).map(([one]) => one?.bytes.equals(leaflet))).toEqual([
      true,
      true,
      true,
    ])
    expect(await count('answer_files')).toBe(1)
    expect(await count('answer_attachments')).toBe(3)
    for (const [at, email] of emails.entries()) {
      expect(await count('answer_files')).toBe(1)
      const erased = await desk.opened.database.transaction((tx) =>
        desk.opened.service.erasePerson(tx, { email }),
      )
      expect(erased.attachments).toBe(1)
      expect(await count('answer_attachments')).toBe(2 - at)
    }
    expect(await count('answer_files')).toBe(0)
    expect(await count(`storage.objects where bucket_id = 'answer-files'`)).toBe(0)
    await sweepFiles(desk.opened.storageDeps, { minAgeMs: 0 })
    for await (const { hash } of desk.opened.storageDeps.store.list()) expect.fail(hash)
  })

  test('wrong attachments stop answers to several before the first', async () => {
    const enquiryId = await enquiry()
    const { body: single } = await upload(pdf(), { enquiryId })
    const { status, body } = await call([
      '/functions/v1/enquiry-answers',
      people.jo?.token,
      {
        ...{ enquiry_ids: [enquiryId], subject: 'Frost', body: 'See the leaflet.' },
        ...{ attachments: [single.id], key: randomUUID() },
      },
    ])
    expect({ status, error: body.error }).toEqual({ status: 409, error: 'attachment_gone' })
  })

  test('a file store that is away delays the answer, and the timeline says so', async () => {
    const enquiryId = await enquiry()
    const quote = pdf()
    const { body: file } = await upload(quote, { enquiryId })
    const aside = `${filesFolder()}-aside`
    await rename(filesFolder(), aside)
    await answer(enquiryId, [file.id])
    const delivery = async () =>
      (
        await desk.opened.database.query<{
          state: string
          tries: number
          last_error: string | null
        }>(`select state, tries, last_error from enquiry_deliveries where channel = 'message'`)
      ).rows[0]
    await expect.poll(async () => (await delivery())?.tries, { timeout: 10_000 }).toBeGreaterThan(1)
    expect(await delivery()).toMatchObject({
      state: 'waiting',
      last_error: 'The attachment is missing in the file store',
    })
    expect(desk.opened.mailServer.received).toHaveLength(0)
    // Nothing of a file is in the queue.
    const { rows: queued } = await desk.opened.database.query<{ length: number }>(
      `select length(payload::text) as length from internal.jobs where kind = 'enquiry-mail'`,
    )
    expect(queued).toHaveLength(1)
    expect(queued[0]?.length).toBeLessThan(200)
    await rm(filesFolder(), { recursive: true, force: true })
    await rename(aside, filesFolder())
    expect((await received()).map(([one]) => one?.bytes.equals(quote))).toEqual([true])
    expect((await delivery())?.state).toBe('delivered')
  })

  test('a repeat has the same Message-ID and the same files', async () => {
    const enquiryId = await enquiry()
    const quote = pdf()
    const { body: file } = await upload(quote, { enquiryId })
    await answer(enquiryId, [file.id])
    await desk.opened.settled()
    await desk.opened.database.query(
      `update enquiry_deliveries set state = 'failed' where channel = 'message'`,
    )
    const { rows } = await desk.opened.database.query<{ id: string }>(
      `select id from enquiry_deliveries where channel = 'message'`,
    )
    await desk.opened.database.transaction((tx) =>
      desk.opened.service.resend(tx, rows[0]?.id ?? ''),
    )
    expect((await received()).map(([one]) => one?.bytes.equals(quote))).toEqual([true, true])
    const [one, two] = desk.opened.mailServer.received
    expect(one?.messageId).toBe(two?.messageId)
  })

  test('damaged bytes are not sent', async () => {
    const { body: file } = await upload(pdf())
    const other = {
      ...desk.opened.storageDeps.store,
      open: async () => new Response('x').body ?? undefined,
    }
    const damaged = answerObjects({ ...desk.opened.storageDeps, store: other }, 'answer-files', 1)
    await expect(damaged.read(file.id)).rejects.toThrow('damaged')
  })

  test('a full store refuses the file, and the answer goes without', async () => {
    const enquiryId = await enquiry()
    desk.opened.storageDeps.space.maxTotalBytes = 0
    expect(await upload(pdf(), { enquiryId })).toMatchObject({
      status: 507,
      body: { message: 'There is no space for further files: tell your administrator' },
    })
    expect((await answer(enquiryId, [])).status).toBe(200)
    expect(await received()).toEqual([[]])
  })
})
