// Files attached to answers: what is taken, whose it is, what the customer gets, and when it goes.
import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { backUpFiles, restoreFiles } from '#backend/backups/backup-files.ts'
import { restoreBackup } from '#backend/backups/restore.ts'
import { writeBackup } from '#backend/backups/write-backup.ts'
import { fileWorkers } from '#backend/files/file-workers.ts'
import { sweepFiles } from '#backend/files/sweep.ts'
import { answerObjects } from '#backend/storage/answer-objects.ts'
import { storage } from '#backend/storage/storage.ts'
import { type AttachedFile, maxFileBytes, maxFileName } from '#schemas/answer-files.ts'
import { type AuthService, startAuth } from '#tests/support/auth-service.ts'
import { engines } from '#tests/support/databases.ts'
import { pdf, pretended } from '#tests/support/documents.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { photo } from '#tests/support/pictures.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'

interface Sent {
  name?: string
  id?: string
  enquiryId?: string | null
  who?: string
  by?: Hono
}

describe.each(engines)('%s', (engine) => {
  let opened: EnquiryService
  let service: AuthService
  let app: Hono
  const people: Record<string, { id: string; token: string }> = {}
  beforeAll(async () => {
    opened = await openEnquiryService(engine, { withWebhook: false })
    service = await startAuth(opened.database)
    app = staffApp(opened.database, service, { answerStorage: opened.deps.answerStorage })
    for (const name of ['jo', 'sam', 'visitor'] as const) {
      const email = `${name}@x.test`
      const role = name === 'visitor' ? {} : { role: 'staff' as const }
      people[name] = await openAccount(opened.database, service, { email, ...role })
    }
    await opened.queue.start()
  })
  afterAll(() => opened.close())
  afterEach(async () => {
    await opened.settled()
    await removeEnquiries(opened.database)
    await opened.database.query('delete from answer_files')
    opened.mailServer.received.length = 0
    opened.mailServer.raw.length = 0
    opened.storageDeps.space.maxTotalBytes = 1e12
  })

  async function enquiry(fields: object = {}): Promise<string> {
    const before = await ids('enquiries')
    await opened.send({ ...anEnquiry, ...fields })
    await opened.settled()
    opened.mailServer.received.length = 0
    return (await ids('enquiries')).find((id) => !before.includes(id)) ?? ''
  }
  const ids = async (table: string) =>
    (await opened.database.query<{ id: string }>(`select id from ${table}`)).rows.map(
      ({ id }) => id,
    )
  const count = async (table: string) => (await opened.database.query(`select from ${table}`)).count
  async function upload(bytes: Uint8Array, sent: Sent = {}) {
    const { name = 'Quote.pdf', id = randomUUID(), enquiryId, who = 'jo', by = app } = sent
    const query = new URLSearchParams({ id, name, ...(enquiryId && { enquiry_id: enquiryId }) })
    const answer = await by.request(`/functions/v1/enquiry-answer-file?${query}`, {
      method: 'POST',
      headers: {
        apikey: service.keys.publishableKey,
        ...(people[who] && { Authorization: `Bearer ${people[who].token}` }),
      },
      body: Buffer.from(bytes),
    })
    const body = (await answer.json()) as AttachedFile & { error: string; message: string }
    return { status: answer.status, body }
  }
  const answer = (enquiryId: string, attachments: string[], fields: object = {}, who = 'jo') =>
    callStaff(app, service, [
      '/functions/v1/enquiry-answer',
      people[who]?.token,
      {
        ...{ enquiry_id: enquiryId, attachments, subject: 'Your patio', body: 'The quote.' },
        ...{ key: randomUUID(), ...fields },
      },
    ])
  const received = async () => {
    await opened.settled()
    return opened.mailServer.received.map(({ attachments }) =>
      attachments.map(({ filename, mimeType, disposition, content }) => ({
        ...{ filename, mimeType, disposition },
        bytes: Buffer.from(content as ArrayBuffer),
      })),
    )
  }
  const filesFolder = () => join(opened.dataDir, 'files')

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
    // Nothing of a file is in the queue.
    expect(
      (await opened.database.query('select from internal.jobs where length(payload::text) > 500'))
        .count,
    ).toBe(0)
  })

  test('the timeline names the files, and staff alone read one, only to save it', async () => {
    const enquiryId = await enquiry()
    const quote = pdf()
    const { body: file } = await upload(quote, { enquiryId })
    await answer(enquiryId, [file.id])
    const { rows } = await opened.database.transaction(async (tx) => {
      await tx.query(`select set_config('request.jwt.claims', '{"role":"service_role"}', true)`)
      return tx.query<{ events: { kind: string; files?: unknown }[] }>(
        'select enquiry_timeline($1) as events',
        [enquiryId],
      )
    })
    expect(rows[0]?.events.find(({ kind }) => kind === 'message')?.files).toEqual([
      { id: file.id, name: 'Quote.pdf', size: quote.length },
    ])
    const files = storage({ ...opened.storageDeps, keys: service.keys })
    const sign = (who: string) =>
      files.request(`/object/sign/answer-files/${file.id}`, {
        method: 'POST',
        headers: {
          apikey: service.keys.publishableKey,
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

  test.each(Object.entries(pretended))('%s named .pdf is refused', async (_, bytes) => {
    const { status, body } = await upload(bytes)
    expect(status).toBe(415)
    expect(body.message).toMatch(/^Only PDF, JPEG, PNG and WebP|^The PDF is damaged/)
    expect(await count('answer_files')).toBe(0)
    expect(await count(`storage.objects where bucket_id = 'answer-files'`)).toBe(0)
  })

  test('5,000,000 bytes are taken, none and one more are not', async () => {
    expect((await upload(pdf('Large', maxFileBytes))).status).toBe(200)
    expect(await upload(pdf('Larger', maxFileBytes + 1))).toMatchObject({
      status: 413,
      body: { message: 'A file may have at most 5 MB' },
    })
    expect((await upload(new Uint8Array())).status).toBe(400)
    expect(await count('answer_files')).toBe(1)
  })

  test('an answer takes five files and ten megabytes', async () => {
    const enquiryId = await enquiry()
    const store = async (size?: number) => (await upload(pdf('Part', size), { enquiryId })).body.id
    const six = await Promise.all([1, 2, 3, 4, 5, 6].map(() => store()))
    expect(await answer(enquiryId, six)).toMatchObject({
      status: 400,
      body: { message: 'At most 5 files can be attached' },
    })
    const large = await Promise.all([4e6, 4e6, 4e6].map(store))
    expect(await answer(enquiryId, large)).toMatchObject({
      status: 422,
      body: { error: 'attachments_too_large' },
    })
    expect(await count('enquiry_messages')).toBe(0)
    expect((await answer(enquiryId, six.slice(1))).status).toBe(200)
    expect((await received())[0]).toHaveLength(5)
  })

  test.each([
    ['quote\r\nBcc: eve@example.com\r\n\r\n.pdf', 'quote Bcc- eve@example.com .pdf'],
    ['../../x', 'x.pdf'],
    ['"; filename="x.html', '-; filename=-x.html.pdf'],
    ['見積書 🌳.pdf', '見積書 🌳.pdf'],
    ['\u202efdp.exe', 'fdp.exe.pdf'],
  ])('the name %j arrives as %j and adds no header', async (name, expected) => {
    const enquiryId = await enquiry()
    const { body } = await upload(pdf(), { name, enquiryId })
    await answer(enquiryId, [body.id])
    expect((await received())[0]?.[0]?.filename).toBe(expected)
    expect(opened.mailServer.received[0]?.to).toEqual([{ name: '', address: anEnquiry.email }])
    expect(opened.mailServer.received[0]?.bcc).toBeUndefined()
    expect(opened.mailServer.raw.at(-1)).not.toMatch(/^Bcc:/im)
  })

  test('a colleague’s upload, another enquiry’s and an unknown one are refused', async () => {
    const [one, other] = [await enquiry(), await enquiry({ email: 'bea@example.com' })]
    const { body: own } = await upload(pdf(), { enquiryId: one })
    const { body: several } = await upload(pdf())
    const gone = { status: 409, body: { error: 'attachment_gone' } }
    expect(await answer(one, [own.id], {}, 'sam')).toMatchObject(gone)
    expect(await answer(other, [own.id])).toMatchObject(gone)
    expect(await answer(one, [several.id])).toMatchObject(gone)
    expect(await answer(one, [randomUUID()])).toMatchObject(gone)
    expect(await answer(one, ['x'])).toMatchObject({ status: 400 })
    expect(await count('enquiry_messages')).toBe(0)
    // Nor can an id be taken over.
    expect(await upload(pdf(), { id: own.id, enquiryId: one, who: 'sam' })).toMatchObject({
      status: 409,
    })
    expect(await upload(pdf(), { id: own.id, enquiryId: other })).toMatchObject({ status: 409 })
  })

  test('only staff upload', async () => {
    expect((await upload(pdf(), { who: 'visitor' })).status).toBe(403)
    expect((await upload(pdf(), { who: 'nobody' })).status).toBe(401)
    expect(await count('answer_files')).toBe(0)
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
    const hashes = await opened.database.query(
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
      callStaff(app, service, [
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
      const erased = await opened.database.transaction((tx) =>
        opened.service.erasePerson(tx, { email }),
      )
      expect(erased.attachments).toBe(1)
      expect(await count('answer_attachments')).toBe(2 - at)
    }
    expect(await count('answer_files')).toBe(0)
    expect(await count(`storage.objects where bucket_id = 'answer-files'`)).toBe(0)
    await sweepFiles(opened.storageDeps, { minAgeMs: 0 })
    for await (const { hash } of opened.storageDeps.store.list()) expect.fail(hash)
  })

  test('wrong attachments stop answers to several before the first', async () => {
    const enquiryId = await enquiry()
    const { body: single } = await upload(pdf(), { enquiryId })
    const { status, body } = await callStaff(app, service, [
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
        await opened.database.query<{ state: string; tries: number; last_error: string | null }>(
          `select state, tries, last_error from enquiry_deliveries where channel = 'message'`,
        )
      ).rows[0]
    await expect.poll(async () => (await delivery())?.tries, { timeout: 10_000 }).toBeGreaterThan(1)
    expect(await delivery()).toMatchObject({
      state: 'waiting',
      last_error: 'The attachment is missing in the file store',
    })
    expect(opened.mailServer.received).toHaveLength(0)
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
    await opened.settled()
    await opened.database.query(
      `update enquiry_deliveries set state = 'failed' where channel = 'message'`,
    )
    const { rows } = await opened.database.query<{ id: string }>(
      `select id from enquiry_deliveries where channel = 'message'`,
    )
    await opened.database.transaction((tx) => opened.service.resend(tx, rows[0]?.id ?? ''))
    expect((await received()).map(([one]) => one?.bytes.equals(quote))).toEqual([true, true])
    const [one, two] = opened.mailServer.received
    expect(one?.messageId).toBe(two?.messageId)
  })

  test('damaged bytes are not sent', async () => {
    const { body: file } = await upload(pdf())
    const other = {
      ...opened.storageDeps.store,
      open: async () => new Response('x').body ?? undefined,
    }
    const damaged = answerObjects({ ...opened.storageDeps, store: other }, 'answer-files', 1)
    await expect(damaged.read(file.id)).rejects.toThrow('damaged')
  })

  test('an erased person gets no answer, and files of a draft are gone', async () => {
    const enquiryId = await enquiry()
    const { body: file } = await upload(pdf(), { enquiryId })
    const person = { email: anEnquiry.email }
    const counted = await opened.service.countPerson(person)
    expect(counted.attachments).toBe(1)
    const erased = await opened.database.transaction((tx) => opened.service.erasePerson(tx, person))
    expect(erased.attachments).toBe(1)
    expect(await count('answer_files')).toBe(0)
    expect(await answer(enquiryId, [file.id])).toMatchObject({
      status: 409,
      body: { error: 'erased' },
    })
    expect(await upload(pdf(), { enquiryId })).toMatchObject({
      status: 409,
      body: { error: 'gone' },
    })
    expect(await count('answer_files')).toBe(0)
  })

  test('the export of a person links the files', async () => {
    const enquiryId = await enquiry()
    const quote = pdf()
    const { body: file } = await upload(quote, { enquiryId })
    await upload(pdf(), { enquiryId, name: 'Unsent.pdf' })
    await answer(enquiryId, [file.id])
    const [exported] = await opened.service.exportPerson({ email: anEnquiry.email })
    const attachments = exported?.attachments as { name: string; url: string }[]
    expect(attachments).toMatchObject([
      { name: 'Quote.pdf', size: quote.length, message_id: expect.any(String) },
      { name: 'Unsent.pdf', message_id: null },
    ])
    const files = storage(opened.storageDeps)
    const { pathname, search } = new URL(attachments[0]?.url ?? '')
    const response = await files.request(pathname.replace('/storage/v1', '') + search)
    expect(Buffer.from(await response.arrayBuffer()).equals(quote)).toBe(true)
  })

  test('files of a draft go after a day, those that were sent stay', async () => {
    const enquiryId = await enquiry()
    const { body: sent } = await upload(pdf(), { enquiryId })
    const { body: old } = await upload(pdf(), { enquiryId })
    const { body: young } = await upload(pdf(), { enquiryId })
    await answer(enquiryId, [sent.id])
    await opened.database.query(
      `update answer_files set created_at = now() - interval '25 hours' where id = any($1)`,
      [[sent.id, old.id]],
    )
    const log = { info() {}, warn() {}, error() {} }
    const [sweep] = fileWorkers({ ...opened.storageDeps, log })
    await sweep?.run(
      { id: 'x', kind: 'file-sweep', payload: {}, tries: 0 },
      new AbortController().signal,
    )
    expect((await ids('answer_files')).sort()).toEqual([sent.id, young.id].sort())
    expect(await answer(enquiryId, [old.id])).toMatchObject({
      status: 409,
      body: { error: 'attachment_gone', details: { ids: [old.id] } },
    })
  })

  test('a backup brings the files along, and one from before them the bucket', async () => {
    const enquiryId = await enquiry()
    const quote = pdf()
    const { body: file } = await upload(quote, { enquiryId })
    await answer(enquiryId, [file.id])
    await opened.settled()
    const lines: string[] = []
    await writeBackup(opened.database, (line) => void lines.push(line))
    const backup = join(opened.dataDir, 'backups', 'all.jsonl.gz')
    const from = { kind: 'folder', folder: filesFolder() } as const
    expect(await backUpFiles(opened.database, from, backup)).toMatchObject({ missing: 0 })

    const other = await openEnquiryService(engine, { withWebhook: false })
    const to = { kind: 'folder', folder: join(other.dataDir, 'files') } as const
    await restoreFiles(iterate(lines), backup, to)
    await restoreBackup(other.database, iterate(lines), { force: true })
    const read = (from: EnquiryService) =>
      from.database.query('select * from answer_attachments join answer_files on id = file_id')
    expect((await read(other)).rows).toEqual((await read(opened)).rows)
    expect((await read(other)).count).toBe(1)
    const bytes = await other.deps.answerStorage.read(file.id)
    expect(Buffer.from(bytes ?? []).equals(quote)).toBe(true)

    await removeEnquiries(opened.database)
    const earlier: string[] = []
    await writeBackup(opened.database, (line) => void earlier.push(line))
    const without = earlier.filter((line) => !/^\{.*"answer-files"/.test(line))
    expect(without).toHaveLength(earlier.length - 1)
    await restoreBackup(other.database, iterate(recounted(without)), { force: true })
    const buckets = await other.database.query(
      `select from storage.buckets where id = 'answer-files' and not public`,
    )
    expect(buckets.count).toBe(1)
    await other.close()
  })

  test('the database holds names to their length and to one line', async () => {
    const insert = (name: string) =>
      opened.database.query(
        `insert into answer_files (id, name, content_type, size)
         values (gen_random_uuid(), $1, 'application/pdf', 1)`,
        [name],
      )
    await insert('x'.repeat(maxFileName))
    for (const name of ['', 'x'.repeat(maxFileName + 1), 'a\nb', 'a/b', 'a\\b']) {
      await expect(insert(name)).rejects.toThrow('answer_files_name_check')
    }
  })

  test('a full store refuses the file, and the answer goes without', async () => {
    const enquiryId = await enquiry()
    opened.storageDeps.space.maxTotalBytes = 0
    expect(await upload(pdf(), { enquiryId })).toMatchObject({
      status: 507,
      body: { message: 'There is no space for further files: tell your administrator' },
    })
    expect((await answer(enquiryId, [])).status).toBe(200)
    expect(await received()).toEqual([[]])
  })

  test('a deleted enquiry takes its files along', async () => {
    const enquiryId = await enquiry()
    const { body: file } = await upload(pdf(), { enquiryId })
    await upload(pdf(), { enquiryId })
    await answer(enquiryId, [file.id])
    await opened.settled()
    await removeEnquiries(opened.database)
    expect(await count('answer_files')).toBe(0)
    expect(await count(`storage.objects where bucket_id = 'answer-files'`)).toBe(0)
  })

  test('a file that is erased while an answer takes it is missed, not lost from view', async () => {
    const enquiryId = await enquiry()
    const { body: file } = await upload(pdf(), { enquiryId })
    const [sent] = await Promise.all([
      answer(enquiryId, [file.id]),
      opened.database.query('select internal.drop_unused_answer_files(array[$1::uuid])', [file.id]),
    ])
    const left = await count('answer_files')
    expect([sent.status, left]).toEqual(left === 1 ? [200, 1] : [409, 0])
  })
})

async function* iterate(lines: string[]): AsyncGenerator<string> {
  yield* lines
}

/** Without one row. */
const recounted = (lines: string[]) =>
  lines.map((line) =>
    line.replace(/^(\{"end":true,"rows":)(\d+)/, (_, head, rows) => `${head}${Number(rows) - 1}`),
  )
