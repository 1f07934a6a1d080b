// Files for answers: what is taken, from whom, and under which name.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { maxFileBytes, maxFileName } from '#schemas/answer-files.ts'
import { answerFilesDesk } from '#tests/support/answer-files-desk.ts'
import { engines } from '#tests/support/databases.ts'
import { pdf, pretended } from '#tests/support/documents.ts'
import { anEnquiry } from '#tests/support/enquiry-service.ts'

describe.each(engines)('%s', (engine) => {
  const desk = answerFilesDesk(engine)
  const { enquiry, count, upload, answer, received } = desk

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
    expect(desk.opened.mailServer.received[0]?.to).toEqual([{ name: '', address: anEnquiry.email }])
    expect(desk.opened.mailServer.received[0]?.bcc).toBeUndefined()
    expect(desk.opened.mailServer.raw.at(-1)).not.toMatch(/^Bcc:/im)
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

  test('the database holds names to their length and to one line', async () => {
    const insert = (name: string) =>
      desk.opened.database.query(
        `insert into answer_files (id, name, content_type, size)
         values (gen_random_uuid(), $1, 'application/pdf', 1)`,
        [name],
      )
    await insert('x'.repeat(maxFileName))
    for (const name of ['', 'x'.repeat(maxFileName + 1), 'a\nb', 'a/b', 'a\\b']) {
      await expect(insert(name)).rejects.toThrow('answer_files_name_check')
    }
  })
})
