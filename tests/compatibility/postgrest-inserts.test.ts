// What the official client inserts and upserts. Each case is undone after it, so that all start from
// the same nursery.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractEngines } from '#tests/support/databases.ts'
import {
  type Ask,
  expectNurseryAsItWas,
  openTableApi,
  type TableApi,
} from '#tests/support/table-api.ts'

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
]

describe.each(contractEngines)('%s', (engine) => {
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

  test('what was rolled back has left nothing behind', () => expectNurseryAsItWas(api))

  test('nothing failed behind the answers', () => {
    expect(api.failures).toEqual([])
  })
})
