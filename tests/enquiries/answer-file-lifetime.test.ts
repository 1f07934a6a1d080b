import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { restoreBackup } from '#backend/backups/restore.ts'
import { backUpFiles, restoreFiles } from '#backend/backups/stored-files.ts'
import { writeBackup } from '#backend/backups/write-backup.ts'
import { fileWorkers } from '#backend/files/file-workers.ts'
import { storage } from '#backend/storage/storage.ts'
import { answerFilesDesk } from '#tests/support/answer-files-desk.ts'
import { engines } from '#tests/support/databases.ts'
import { pdf } from '#tests/support/documents.ts'
import {
  anEnquiry,
  type EnquiryService,
  openEnquiryService,
} from '#tests/support/enquiry-service.ts'
import { removeEnquiries } from '#tests/support/remove-enquiries.ts'

describe.each(engines)('%s', (engine) => {
  const desk = answerFilesDesk(engine)
  const { enquiry, ids, count, upload, answer, filesFolder } = desk

  test('an erased person gets no answer, and files of a draft are gone', async () => {
    const enquiryId = await enquiry()
    const { body: file } = await upload(pdf(), { enquiryId })
    const person = { email: anEnquiry.email }
    const counted = await desk.opened.service.countPerson(person)
    expect(counted.attachments).toBe(1)
    const erased = await desk.opened.database.transaction((tx) =>
      desk.opened.service.erasePerson(tx, person),
    )
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
    const [exported] = await desk.opened.service.exportPerson({ email: anEnquiry.email })
    const attachments = exported?.attachments as { name: string; url: string }[]
    expect(attachments).toMatchObject([
      { name: 'Quote.pdf', size: quote.length, message_id: expect.any(String) },
      { name: 'Unsent.pdf', message_id: null },
    ])
    const files = storage(desk.opened.storageDeps)
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
    await desk.opened.database.query(
      `update answer_files set created_at = now() - interval '25 hours' where id = any($1)`,
      [[sent.id, old.id]],
    )
    const log = { info() {}, warn() {}, error() {} }
    const [sweep] = fileWorkers({ ...desk.opened.storageDeps, log })
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
    await desk.opened.settled()
    const lines: string[] = []
    await writeBackup(desk.opened.database, (line) => void lines.push(line))
    const backup = join(desk.opened.dataDir, 'backups', 'all.jsonl.gz')
    const from = { kind: 'folder', folder: filesFolder() } as const
    expect(await backUpFiles(desk.opened.database, from, backup)).toMatchObject({ missing: 0 })

    const other = await openEnquiryService(engine, { withWebhook: false })
    const to = { kind: 'folder', folder: join(other.dataDir, 'files') } as const
    await restoreFiles(iterate(lines), backup, to)
    await restoreBackup(other.database, iterate(lines), { force: true })
    const read = (from: EnquiryService) =>
      from.database.query('select * from answer_attachments join answer_files on id = file_id')
    expect((await read(other)).rows).toEqual((await read(desk.opened)).rows)
    expect((await read(other)).count).toBe(1)
    const bytes = await other.deps.answerStorage.read(file.id)
    expect(Buffer.from(bytes ?? []).equals(quote)).toBe(true)

    await removeEnquiries(desk.opened.database)
    const earlier: string[] = []
    await writeBackup(desk.opened.database, (line) => void earlier.push(line))
    const without = earlier.filter((line) => !/^\{.*"answer-files"/.test(line))
    expect(without).toHaveLength(earlier.length - 1)
    await restoreBackup(other.database, iterate(recounted(without)), { force: true })
    const buckets = await other.database.query(
      `select from storage.buckets where id = 'answer-files' and not public`,
    )
    expect(buckets.count).toBe(1)
    await other.close()
  })

  test('a deleted enquiry takes its files along', async () => {
    const enquiryId = await enquiry()
    const { body: file } = await upload(pdf(), { enquiryId })
    await upload(pdf(), { enquiryId })
    await answer(enquiryId, [file.id])
    await desk.opened.settled()
    await removeEnquiries(desk.opened.database)
    expect(await count('answer_files')).toBe(0)
    expect(await count(`storage.objects where bucket_id = 'answer-files'`)).toBe(0)
  })

  test('a file that is erased while an answer takes it is missed, not lost from view', async () => {
    const enquiryId = await enquiry()
    const { body: file } = await upload(pdf(), { enquiryId })
    const [sent] = await Promise.all([
      answer(enquiryId, [file.id]),
      desk.opened.database.query('select internal.drop_unused_answer_files(array[$1::uuid])', [
        file.id,
      ]),
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
