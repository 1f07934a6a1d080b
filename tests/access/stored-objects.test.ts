// Who may see and change files: the policies on storage.objects, by role and verb.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asCaller, type Caller } from '#backend/database/as-caller.ts'
import { sqlState } from '#backend/database/database.ts'
import { engines } from '#tests/support/databases.ts'
import {
  addStaff,
  openTableApi,
  people,
  sessionOf,
  staffId,
  type TableApi,
} from '#tests/support/table-api.ts'

const signedIn = (sub: string): Caller => ({
  role: 'authenticated',
  claims: { sub, session_id: sessionOf(sub) },
})
const visitor: Caller = { role: 'anon', claims: {} }
const callers: Record<string, Caller> = {
  visitor,
  user: signedIn(people.user),
  staff: signedIn(staffId),
  administrator: signedIn(people.admin),
  'secret key': { role: 'service_role', claims: {} },
}
const reads = ['staff', 'administrator', 'secret key']

describe.each(engines)('%s', (engine) => {
  let api: TableApi
  beforeAll(async () => {
    api = await openTableApi(engine)
    await addStaff(api)
    await api.database.query(
      `insert into storage.buckets (id, name, public) values ('private', 'private', false);
       insert into storage.objects (bucket_id, name)
       values ('enquiry-photos', 'one/a.jpg'), ('private', 'b.jpg')`,
    )
  })
  afterAll(() => api.remove())

  const run = (name: string, sql: string) =>
    asCaller(api.database, callers[name] ?? visitor, async (tx) => {
      const { count } = await tx.query(sql)
      throw Object.assign(new Error('rolled back'), { count })
    }).catch((error) => ('count' in error ? error.count : sqlState(error)))

  describe.each(Object.keys(callers))('%s', (name) => {
    const isService = name === 'secret key'

    test('reads the photographs of enquiries, or not', async () => {
      const sql = `select from storage.objects where bucket_id = 'enquiry-photos'`
      expect(await run(name, sql)).toBe(reads.includes(name) ? 1 : 0)
    })
    test('reads other files only with the secret key', async () => {
      const sql = `select from storage.objects where bucket_id = 'private'`
      expect(await run(name, sql)).toBe(isService ? 1 : 0)
    })
    test('adds a file only with the secret key', async () => {
      const sql = `insert into storage.objects (bucket_id, name) values ('enquiry-photos', 'x')`
      expect(await run(name, sql)).toBe(isService ? 1 : '42501')
    })
    test('renames and deletes files only with the secret key', async () => {
      const expected = isService ? 2 : 0
      expect(await run(name, `update storage.objects set name = name || '2'`)).toBe(expected)
      expect(await run(name, 'delete from storage.objects')).toBe(expected)
    })
    test('reads the names of buckets only with the secret key', async () => {
      expect(await run(name, 'select from storage.buckets')).toBe(isService ? 4 : 0)
    })
    test('reads no hash of a file', async () => {
      expect(await run(name, 'select from internal.files')).toBe('42501')
      expect(await run(name, 'select from internal.object_files')).toBe('42501')
    })
  })

  test('the parts of a name are told apart for policies', async () => {
    const { rows } = await api.database.query(
      `select storage.foldername('a/b/c.tar.gz') as folders, storage.filename('a/b/c.tar.gz') as file,
         storage.extension('a/b/c.tar.gz') as extension, storage.foldername('c') as none`,
    )
    expect(rows).toEqual([{ folders: ['a', 'b'], file: 'c.tar.gz', extension: 'gz', none: [] }])
  })
})
