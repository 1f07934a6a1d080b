// Users choose their own names, but cannot impersonate a colleague in notes or in the activity. On both
// engines.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { admin, enquiryId, peopleAndRows } from '#tests/support/people-and-rows.ts'

describe.each(engines)('%s', (engine) => {
  const people = peopleAndRows(engine)
  let id: string
  beforeAll(async () => void (await call(admin, 'Anna Admin')))

  beforeEach(async () => {
    id = randomUUID()
    await people.database.query(
      `insert into auth.users (id, email, raw_user_meta_data)
       values ($1, $2, '{"full_name":"Wren Writer"}')`,
      [id, `${id}@x.test`],
    )
    await people.database.query(`insert into user_roles (user_id, role) values ($1, 'staff')`, [id])
    await people.database.query(
      `insert into enquiry_notes (enquiry_id, author_id, author_name, body)
       values ($1, $2, 'Another Author', 'Rang twice')`,
      [enquiryId, id],
    )
  })

  afterEach(async () => {
    await people.database.query('delete from auth.users where id = $1', [id])
    await people.database.query(`delete from enquiry_notes where body = 'Rang twice'`)
  })

  async function call(whom: string, full_name: unknown): Promise<void> {
    await people.database.query(
      'update auth.users set raw_user_meta_data = $2::jsonb where id = $1',
      [whom, JSON.stringify({ full_name })],
    )
  }

  async function nameInProfile(): Promise<string | null | undefined> {
    const { rows } = await people.database.query<{ full_name: string | null }>(
      'select full_name from profiles where id = $1',
      [id],
    )
    return rows[0]?.full_name
  }

  async function nameOnNote(): Promise<string | null | undefined> {
    const { rows } = await people.database.query<{ author_name: string | null }>(
      'select author_name from enquiry_notes where author_id = $1',
      [id],
    )
    return rows[0]?.author_name
  }

  test.each<[unknown, string | null]>([
    ['  Wren   Weaver\n', 'Wren Weaver'],
    ['\u202enimdA annA\u202c', 'nimdA annA'],
    ['W\u0007r\u200ben\u2066', 'Wren'],
    ['Zoë Ó Súilleabháin-李', 'Zoë Ó Súilleabháin-李'],
    ['w'.repeat(101), 'w'.repeat(100)],
    [' ', null],
    ['\u00a0\u3000\u200b', null],
    [{ first: 'Wren' }, null],
    [['Wren'], null],
    [7, null],
    [null, null],
  ])('the name %j is kept as %j', async (given, kept) => {
    await call(id, given)
    expect(await nameInProfile()).toBe(kept)
    const other = randomUUID()
    await people.database.query(
      `insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3::jsonb)`,
      [other, `${other}@x.test`, JSON.stringify({ full_name: given })],
    )
    const { rows } = await people.database.query('select full_name from profiles where id = $1', [
      other,
    ])
    expect(rows).toEqual([{ full_name: kept }])
  })

  test('a note carries its author’s name of today, until the account is gone', async () => {
    expect(await nameOnNote()).toBe('Wren Writer')
    await call(id, 'Wren Weaver')
    expect(await nameOnNote()).toBe('Wren Weaver')
    await people.database.query('delete from auth.users where id = $1', [id])
    const { rows } = await people.database.query(
      `select distinct author_name from enquiry_notes where body = 'Rang twice' and author_id is null`,
    )
    expect(rows).toEqual([{ author_name: null }])
  })

  test('a colleague without a name is one, and not an address', async () => {
    await call(id, '')
    expect(await nameOnNote()).toBe('A colleague')
  })

  test('who has no role any more does not rename what they wrote', async () => {
    await people.database.query('delete from user_roles where user_id = $1', [id])
    await call(id, 'Anna Admin')
    expect(await nameOnNote()).toBe('Wren Writer')
  })

  test.each([
    ['Anna Admin'],
    ['anna  ADMIN'],
    ['Anna-Admin.'],
    ['Anna\u200c Admin'],
    ['Ａnna Admin'],
    ['Anna Admin (administrator, shared name)'],
  ])('%s is marked on the notes of a colleague who is another', async (name) => {
    await call(id, name)
    expect(await nameOnNote()).toMatch(/ \(staff, shared name\)$/)
  })

  test('the activity tells of a new name, with the one before', async () => {
    await call(id, 'Anna Admin')
    await call(id, 'Anna Admin ')
    await people.database.query('delete from user_roles where user_id = $1', [id])
    await call(id, 'Nobody Here')
    const { rows } = await people.database.query(
      `select actor_id, actor, label, before, after from audit_trail
       where subject = 'account' and subject_id = $1`,
      [id],
    )
    expect(rows).toEqual([
      {
        actor_id: id,
        actor: 'Wren Writer',
        label: `${id}@x.test`,
        before: { full_name: 'Wren Writer' },
        after: { full_name: 'Anna Admin' },
      },
    ])
  })
})
