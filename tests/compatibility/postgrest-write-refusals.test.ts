// What the official client hears when it may not write, or writes what cannot be.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractEngines } from '#tests/support/databases.ts'
import {
  type Ask,
  atMost,
  expectNurseryAsItWas,
  openTableApi,
  people,
  type TableApi,
} from '#tests/support/table-api.ts'

const refusals: [string, Ask, number, string, string][] = [
  [
    'an unknown column',
    (db) => db.from('beds').insert({ id: 9, nonesuch: 1 }),
    400,
    'PGRST204',
    "Could not find the 'nonesuch' column of 'beds' in the schema cache",
  ],
  [
    'a missing value',
    (db) => db.from('beds').insert({ id: 9 }),
    400,
    '23502',
    'null value in column "label" of relation "beds" violates not-null constraint',
  ],
  [
    'a duplicate',
    (db) => db.from('beds').insert({ id: 1, label: 'A' }),
    409,
    '23505',
    'duplicate key value violates unique constraint "beds_pkey"',
  ],
  [
    'a parent that is not there',
    (db) => db.from('plants').insert({ name: 'X', grower_id: 99 }),
    409,
    '23503',
    'insert or update on table "plants" violates foreign key constraint "plants_grower_id_fkey"',
  ],
  [
    'a row that others need',
    (db) => db.from('beds').delete().eq('id', 1),
    409,
    '23503',
    'update or delete on table "beds" violates foreign key constraint "plantings_bed_id_fkey" on table "plantings"',
  ],
  [
    'a value of the wrong type',
    (db) => db.from('beds').insert({ id: 'one', label: 'A' }),
    400,
    '22P02',
    'invalid input syntax for type integer: "one"',
  ],
  [
    'a generated column',
    (db) => db.from('plants').insert({ name: 'X', words: 'x' }),
    400,
    '428C9',
    'cannot insert a non-DEFAULT value into column "words"',
  ],
  [
    'one row twice in an upsert',
    (db) =>
      db.from('beds').upsert([
        { id: 1, label: 'A' },
        { id: 1, label: 'B' },
      ]),
    400,
    '21000',
    'ON CONFLICT DO UPDATE command cannot affect row a second time',
  ],
  [
    'a conflict on no unique columns',
    (db) => db.from('beds').upsert({ id: 1, label: 'A' }, { onConflict: 'label' }),
    400,
    '42P10',
    'there is no unique or exclusion constraint matching the ON CONFLICT specification',
  ],
  [
    'a conflict on an unknown column',
    (db) => db.from('beds').upsert({ id: 1, label: 'A' }, { onConflict: 'nonesuch' }),
    400,
    '42703',
    'column beds.nonesuch does not exist',
  ],
  [
    'more rows than max-affected',
    (db) => atMost(2, db.from('beds').update({ label: 'X' }).gt('id', 0)),
    400,
    'PGRST124',
    'Query result exceeds max-affected preference constraint',
  ],
  [
    'several rows for one object',
    (db) => db.from('beds').update({ label: 'X' }).gt('id', 0).select().single(),
    406,
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
  ],
  [
    'an update by embedded rows',
    (db) =>
      db
        .from('growers')
        .update({ town: 'X' })
        .is('plants', null)
        .select('id, plants!plants_grower_id_fkey()'),
    400,
    'PGRST120',
    "Bad operator on the 'growers' embedded resource",
  ],
  [
    'a write to a read-only view',
    (db) => db.from('hardy_plants').insert({ id: 9, name: 'X' }),
    403,
    '42501',
    'permission denied for view hardy_plants',
  ],
]

describe.each(contractEngines)('%s', (engine) => {
  let api: TableApi
  beforeAll(async () => {
    api = await openTableApi(engine)
  })
  afterAll(() => api.remove())

  test.each(refusals)('refuses %s', async (_, ask, status, code, message) => {
    const answer = await ask(api.client('service'))
    expect(answer.status).toBe(status)
    expect(answer.error).toMatchObject({ code, message })
  })

  test('what was refused has left nothing behind', () => expectNurseryAsItWas(api))

  test('the last administrator stays', async () => {
    const { error, status } = await api
      .client('admin')
      .from('user_roles')
      .delete()
      .eq('user_id', people.admin)
      .eq('role', 'admin')
    expect(status).toBe(400)
    expect(error).toMatchObject({
      code: 'P0001',
      message: 'The last administrator cannot be removed',
      hint: 'Make somebody else an administrator first.',
    })
  })

  test('nothing failed behind the answers', () => {
    expect(api.failures).toEqual([])
  })
})
