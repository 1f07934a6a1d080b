// What the official client inserts, updates, upserts and deletes. Each case is undone after it, so
// that all start from the same nursery.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { type Ask, atMost, openTableApi, type TableApi } from '#tests/support/table-api.ts'

type Case = [string, Ask, { status: number; data?: unknown; count?: number | null }]

const cases: Case[] = [
  [
    'an insert answers nothing',
    (db) => db.from('beds').insert({ id: 10, label: 'New' }).rollback(),
    { status: 201, data: null },
  ],
  [
    'an insert answers the row',
    (db) => db.from('beds').insert({ id: 10, label: 'New' }).rollback().select(),
    { status: 201, data: [{ id: 10, label: 'New', 'odd,"name': null }] },
  ],
  [
    'an insert answers one column',
    (db) => db.from('beds').insert({ id: 10, label: 'New' }).rollback().select('label'),
    { status: 201, data: [{ label: 'New' }] },
  ],
  [
    'an insert answers one object',
    (db) =>
      db.from('beds').insert({ id: 10, label: 'New' }).rollback().select('name:label').single(),
    { status: 201, data: { name: 'New' } },
  ],
  [
    'an insert fills in defaults',
    (db) =>
      db.from('plants').insert({ name: 'Ivy' }).rollback().select('name,price,stock,tags').single(),
    { status: 201, data: { name: 'Ivy', price: 1.5, stock: 10, tags: [] } },
  ],
  [
    'an insert takes JSON, arrays and ranges',
    (db) =>
      db
        .from('plants')
        .insert({
          name: 'Ivy',
          tags: ['a b', 'c'],
          details: { deep: [1] },
          flowering: '[2026-01-01,2026-02-01)',
        })
        .rollback()
        .select('tags,details,flowering')
        .single(),
    {
      status: 201,
      data: { tags: ['a b', 'c'], details: { deep: [1] }, flowering: '[2026-01-01,2026-02-01)' },
    },
  ],
  [
    'an insert answers with an embedded parent',
    (db) =>
      db
        .from('plants')
        .insert({ name: 'Ivy', grower_id: 1 })
        .rollback()
        .select('name, growers!plants_grower_id_fkey(name)'),
    { status: 201, data: [{ name: 'Ivy', growers: { name: 'Acorn' } }] },
  ],
  [
    'many rows at once',
    (db) =>
      db
        .from('beds')
        .insert([
          { id: 10, label: 'A' },
          { id: 11, label: 'B' },
        ])
        .rollback()
        .select('id'),
    { status: 201, data: [{ id: 10 }, { id: 11 }] },
  ],
  [
    'many rows with different keys have nulls',
    (db) =>
      db
        .from('plants')
        .insert([{ name: 'A', stock: 3 }, { name: 'B' }])
        .rollback()
        .select('name,stock'),
    {
      status: 201,
      data: [
        { name: 'A', stock: 3 },
        { name: 'B', stock: null },
      ],
    },
  ],
  [
    'many rows with different keys have defaults if asked',
    (db) =>
      db
        .from('plants')
        .insert([{ name: 'A', stock: 3 }, { name: 'B' }], { defaultToNull: false })
        .rollback()
        .select('name,stock'),
    {
      status: 201,
      data: [
        { name: 'A', stock: 3 },
        { name: 'B', stock: 10 },
      ],
    },
  ],
  [
    'no rows at all',
    (db) => db.from('beds').insert([]).rollback().select(),
    { status: 201, data: [] },
  ],
  [
    'an insert is counted',
    (db) =>
      db
        .from('beds')
        .insert(
          [
            { id: 10, label: 'A' },
            { id: 11, label: 'B' },
          ],
          { count: 'exact' },
        )
        .rollback(),
    { status: 201, count: 2 },
  ],
  [
    'an upsert merges',
    (db) => db.from('beds').upsert({ id: 1, label: 'Renamed' }).rollback().select('id,label'),
    { status: 200, data: [{ id: 1, label: 'Renamed' }] },
  ],
  [
    'an upsert inserts',
    (db) => db.from('beds').upsert({ id: 10, label: 'New' }).rollback().select('id,label'),
    { status: 201, data: [{ id: 10, label: 'New' }] },
  ],
  [
    'an upsert does both',
    (db) =>
      db
        .from('beds')
        .upsert([
          { id: 1, label: 'Renamed' },
          { id: 10, label: 'New' },
        ])
        .rollback()
        .select('id'),
    { status: 201, data: [{ id: 1 }, { id: 10 }] },
  ],
  [
    'an upsert ignores duplicates',
    (db) =>
      db
        .from('beds')
        .upsert(
          [
            { id: 1, label: 'Renamed' },
            { id: 10, label: 'New' },
          ],
          { ignoreDuplicates: true },
        )
        .rollback()
        .select('id'),
    { status: 201, data: [{ id: 10 }] },
  ],
  [
    'an upsert by another unique column',
    (db) =>
      db
        .from('growers')
        .upsert({ id: 1, name: 'Acorn', town: 'Ledbury' }, { onConflict: 'name' })
        .rollback()
        .select('town'),
    { status: 200, data: [{ town: 'Ledbury' }] },
  ],
  [
    'an upsert by two columns',
    (db) =>
      db
        .from('plantings')
        .upsert({ plant_id: 1, bed_id: 1, quantity: 7 }, { onConflict: 'plant_id,bed_id' })
        .rollback()
        .select('quantity'),
    { status: 200, data: [{ quantity: 7 }] },
  ],
  [
    'an upsert with defaults for what is missing',
    (db) =>
      db
        .from('plants')
        .upsert(
          [
            { id: 1, name: 'Rose' },
            { id: 200, name: 'Ivy', stock: 1 },
          ],
          { defaultToNull: false },
        )
        .rollback()
        .select('id,stock,price'),
    {
      status: 201,
      data: [
        { id: 1, stock: 10, price: 9.99 },
        { id: 200, stock: 1, price: 1.5 },
      ],
    },
  ],
  [
    'an update answers nothing',
    (db) => db.from('beds').update({ label: 'X' }).eq('id', 1).rollback(),
    { status: 204, data: null },
  ],
  [
    'an update answers the row',
    (db) => db.from('beds').update({ label: 'X' }).eq('id', 1).rollback().select('id,label'),
    { status: 200, data: [{ id: 1, label: 'X' }] },
  ],
  [
    'an update answers one object',
    (db) => db.from('beds').update({ label: 'X' }).eq('id', 1).rollback().select('label').single(),
    { status: 200, data: { label: 'X' } },
  ],
  [
    'an update of nothing answers nothing',
    (db) => db.from('beds').update({ label: 'X' }).eq('id', 99).rollback().select(),
    { status: 200, data: [] },
  ],
  [
    'an update without columns changes nothing',
    (db) => db.from('beds').update({}).eq('id', 1).rollback().select('id'),
    { status: 200, data: [] },
  ],
  [
    'an update sets null',
    (db) => db.from('growers').update({ town: null }).eq('id', 1).rollback().select('town'),
    { status: 200, data: [{ town: null }] },
  ],
  [
    'an update is counted',
    (db) => db.from('beds').update({ label: 'X' }, { count: 'exact' }).gt('id', 1).rollback(),
    { status: 204, count: 2 },
  ],
  [
    'an update with a filter in a tree',
    (db) =>
      db
        .from('beds')
        .update({ label: 'X' })
        .or('id.eq.1,id.eq.2')
        .rollback()
        .select('id')
        .order('id'),
    { status: 200, data: [{ id: 1 }, { id: 2 }] },
  ],
  [
    'an update answers in an order',
    (db) =>
      db
        .from('beds')
        .update({ label: 'X' })
        .gt('id', 0)
        .rollback()
        .select('id')
        .order('id', { ascending: false }),
    { status: 200, data: [{ id: 3 }, { id: 2 }, { id: 1 }] },
  ],
  [
    'an update of the first only',
    (db) =>
      db
        .from('beds')
        .update({ label: 'X' })
        .gt('id', 0)
        .order('id', { ascending: false })
        .limit(1)
        .rollback()
        .select('id'),
    { status: 200, data: [{ id: 3 }] },
  ],
  [
    'an update answers with embedded children',
    (db) =>
      db
        .from('growers')
        .update({ town: 'Evesham' })
        .eq('id', 1)
        .rollback()
        .select('town, plants!plants_grower_id_fkey(id)'),
    { status: 200, data: [{ town: 'Evesham', plants: [{ id: 1 }, { id: 2 }] }] },
  ],
  [
    'an update within max-affected',
    (db) => atMost(1, db.from('beds').update({ label: 'X' }).eq('id', 1).rollback()),
    { status: 204 },
  ],
  [
    'a delete answers nothing',
    (db) => db.from('beds').delete().eq('id', 3).rollback(),
    { status: 204, data: null },
  ],
  [
    'a delete answers the row',
    (db) => db.from('beds').delete().eq('id', 3).rollback().select('id'),
    { status: 200, data: [{ id: 3 }] },
  ],
  [
    'a delete is counted',
    (db) => db.from('beds').delete({ count: 'exact' }).eq('id', 3).rollback(),
    { status: 204, count: 1 },
  ],
  [
    'a delete of nothing',
    (db) => db.from('beds').delete().eq('id', 99).rollback().select(),
    { status: 200, data: [] },
  ],
  [
    'a delete of the last only',
    (db) =>
      db
        .from('plantings')
        .delete()
        .gt('plant_id', 0)
        .order('plant_id', { ascending: false })
        .limit(1)
        .rollback()
        .select('plant_id'),
    { status: 200, data: [{ plant_id: 5 }] },
  ],
]

describe.each(engines)('%s', (engine) => {
  let api: TableApi
  beforeAll(async () => {
    api = await openTableApi(engine)
  })
  afterAll(() => api.remove())

  test.each(cases)('%s', async (_, ask, expected) => {
    const { status, data, count, error } = await ask(api.client('service'))
    expect(error).toBeNull()
    expect({ status, data, count }).toMatchObject(expected)
  })

  test('what was rolled back has left nothing behind', async () => {
    const db = api.client('service')
    const { data } = await db.from('beds').select('id,label').order('id')
    expect(data).toEqual([
      { id: 1, label: 'North' },
      { id: 2, label: 'South' },
      { id: 3, label: 'Empty' },
    ])
    const { count } = await db.from('plants').select('*', { count: 'exact', head: true })
    expect(count).toBe(5)
  })

  test('what is not rolled back stays', async () => {
    const db = api.client('service')
    await db.from('beds').insert({ id: 20, label: 'Stays' })
    await db.from('beds').update({ label: 'Changed' }).eq('id', 20)
    const { data } = await db.from('beds').select('label').eq('id', 20)
    expect(data).toEqual([{ label: 'Changed' }])
    await db.from('beds').delete().eq('id', 20)
    const { data: left } = await db.from('beds').select('label').eq('id', 20)
    expect(left).toEqual([])
  })

  test('nothing failed behind the answers', () => {
    expect(api.failures).toEqual([])
  })
})
