// What the official client selects, orders, counts and pages.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractEngines } from '#tests/support/databases.ts'
import { type Ask, openTableApi, type TableApi } from '#tests/support/table-api.ts'

const byGrower = 'growers!plants_grower_id_fkey'

const selections: [string, Ask, unknown][] = [
  ['one column', (db) => db.from('beds').select('label').eq('id', 1), [{ label: 'North' }]],
  ['an alias', (db) => db.from('beds').select('called:label').eq('id', 1), [{ called: 'North' }]],
  [
    'an alias with quotes in it',
    (db) => db.from('beds').select('"it is \\"so\\"":label').eq('id', 1),
    [{ 'it is "so"': 'North' }],
  ],
  ['a cast', (db) => db.from('beds').select('id::text').eq('id', 1), [{ id: '1' }]],
  ['an alias and a cast', (db) => db.from('beds').select('n:id::text').eq('id', 1), [{ n: '1' }]],
  ['a column twice', (db) => db.from('beds').select('a:id,b:id').eq('id', 1), [{ a: 1, b: 1 }]],
  [
    'a column whose name needs quotes',
    (db) => db.from('beds').select('"odd,\\"name"').eq('id', 1),
    [{ 'odd,"name': null }],
  ],
  [
    'everything',
    (db) => db.from('growers').select().eq('id', 3),
    [{ id: 3, name: 'Clover', town: null, details: null }],
  ],
  [
    'everything and an alias',
    (db) => db.from('growers').select('*, who:name').eq('id', 3),
    [{ id: 3, name: 'Clover', town: null, details: null, who: 'Clover' }],
  ],
  [
    'spaces and line ends between columns',
    (db) => db.from('growers').select('id,\n  name ,  town').eq('id', 3),
    [{ id: 3, name: 'Clover', town: null }],
  ],
  [
    'a value in JSON',
    (db) => db.from('growers').select('details->since').eq('id', 1),
    [{ since: 1990 }],
  ],
  [
    'a text in JSON with an alias',
    (db) => db.from('growers').select('street:details->address->>street').eq('id', 1),
    [{ street: 'High Street' }],
  ],
  [
    'an element of a list in JSON',
    (db) => db.from('growers').select('details->address->lines->0').eq('id', 1),
    [{ lines: 'One' }],
  ],
  [
    'a cast value in JSON',
    (db) => db.from('growers').select('year:details->>since::int').eq('id', 1),
    [{ year: 1990 }],
  ],
  [
    'an element of an array',
    (db) => db.from('plants').select('tags->0').eq('id', 1),
    [{ tags: 'red' }],
  ],
  ['a view', (db) => db.from('hardy_plants').select('name').eq('id', 2), [{ name: 'Fern' }]],
  ['a number as it is', (db) => db.from('plants').select('price').eq('id', 3), [{ price: 30.0 }]],
  [
    'a range',
    (db) => db.from('plants').select('flowering').eq('id', 5),
    [{ flowering: '[2026-04-01,2026-05-01)' }],
  ],
  ['a date', (db) => db.from('plants').select('sown_on').eq('id', 5), [{ sown_on: '2025-11-11' }]],
  [
    'an array',
    (db) => db.from('plants').select('tags').eq('id', 5),
    [{ tags: ['red', 'spring bulb'] }],
  ],
]

const orders: [string, Ask, number[]][] = [
  ['upwards', (db) => db.from('plants').select('id').order('price'), [4, 5, 2, 1, 3]],
  [
    'downwards',
    (db) => db.from('plants').select('id').order('price', { ascending: false }),
    [3, 1, 2, 5, 4],
  ],
  [
    'nulls first',
    (db) => db.from('plants').select('id').order('sown_on', { nullsFirst: true }).order('id'),
    [2, 4, 3, 1, 5],
  ],
  [
    'nulls last',
    (db) =>
      db
        .from('plants')
        .select('id')
        .order('sown_on', { ascending: false, nullsFirst: false })
        .order('id'),
    [5, 1, 3, 2, 4],
  ],
  [
    'two columns',
    (db) => db.from('plants').select('id').order('is_hardy').order('id', { ascending: false }),
    [3, 5, 2, 1, 4],
  ],
  [
    'a value in JSON',
    (db) => db.from('plants').select('id').order('details->size->height').order('id'),
    [1, 3, 2, 4, 5],
  ],
  ['a limit', (db) => db.from('plants').select('id').order('id').limit(2), [1, 2]],
  ['a limit of nothing', (db) => db.from('plants').select('id').limit(0), []],
  ['a range', (db) => db.from('plants').select('id').order('id').range(1, 3), [2, 3, 4]],
  ['a range beyond the end', (db) => db.from('plants').select('id').order('id').range(4, 99), [5]],
  [
    'the parent’s column',
    (db) =>
      db
        .from('plants')
        .select(`id, ${byGrower}(name)`)
        .order('growers(name)', { ascending: false, nullsFirst: false })
        .order('id'),
    [3, 5, 1, 2, 4],
  ],
]

const counts: [string, Ask, { count: number | null; status: number; data: unknown }][] = [
  [
    'exact',
    (db) => db.from('plants').select('id', { count: 'exact' }).order('id').limit(1),
    { count: 5, status: 206, data: [{ id: 1 }] },
  ],
  [
    'exact of all',
    (db) => db.from('beds').select('id', { count: 'exact' }).eq('id', 1),
    { count: 1, status: 200, data: [{ id: 1 }] },
  ],
  [
    'exact of none',
    (db) => db.from('beds').select('id', { count: 'exact' }).eq('id', 9),
    { count: 0, status: 200, data: [] },
  ],
  [
    'the head alone',
    (db) => db.from('plants').select('*', { count: 'exact', head: true }),
    { count: 5, status: 200, data: null },
  ],
  [
    'the head with a filter',
    (db) => db.from('plants').select('*', { count: 'exact', head: true }).gt('id', 3),
    { count: 2, status: 200, data: null },
  ],
  [
    'an estimate of few',
    (db) => db.from('plants').select('id', { count: 'estimated' }).order('id').limit(1),
    { count: 5, status: 206, data: [{ id: 1 }] },
  ],
  [
    'with children required',
    (db) =>
      db
        .from('growers')
        .select('id, plants!plants_grower_id_fkey!inner()', { count: 'exact' })
        .order('id')
        .limit(1),
    { count: 2, status: 206, data: [{ id: 1 }] },
  ],
  [
    'with children missing',
    (db) =>
      db
        .from('growers')
        .select('id, plants!plants_grower_id_fkey()', { count: 'exact' })
        .is('plants', null)
        .range(0, 0),
    { count: 1, status: 200, data: [{ id: 3 }] },
  ],
  [
    'an offset beyond the end',
    (db) => db.from('plants').select('id', { count: 'exact' }).range(50, 60),
    { count: null, status: 416, data: null },
  ],
]

const single: [string, Ask, unknown][] = [
  ['single', (db) => db.from('beds').select('label').eq('id', 1).single(), { label: 'North' }],
  [
    'single with an embed',
    (db) => db.from('plants').select('care_sheets(advice)').eq('id', 1).single(),
    { care_sheets: { advice: 'Prune in March' } },
  ],
  [
    'maybeSingle with a row',
    (db) => db.from('beds').select('label').eq('id', 1).maybeSingle(),
    { label: 'North' },
  ],
  [
    'maybeSingle with none',
    (db) => db.from('beds').select('label').eq('id', 9).maybeSingle(),
    null,
  ],
  [
    'csv',
    (db) => db.from('beds').select('id,label').order('id').limit(2).csv(),
    'id,label\n1,North\n2,South',
  ],
  [
    'csv with an alias that needs quotes',
    (db) => db.from('beds').select('"a,b":label').eq('id', 1).csv(),
    '"a,b"\nNorth',
  ],
  [
    'nulls left out',
    (db) => db.from('growers').select('id,town').eq('id', 3).stripNulls(),
    [{ id: 3 }],
  ],
  [
    'nulls left out of one',
    (db) => db.from('growers').select('id,town').eq('id', 3).stripNulls().single(),
    { id: 3 },
  ],
]

describe.each(contractEngines)('%s', (engine) => {
  let api: TableApi
  beforeAll(async () => {
    api = await openTableApi(engine)
  })
  afterAll(() => api.remove())

  test.each(selections)('selects %s', async (_, ask, expected) => {
    expect(await ask(api.client('anon'))).toMatchObject({
      error: null,
      data: expected,
      status: 200,
    })
  })

  test.each(orders)('reads in the order of %s', async (_, ask, expected) => {
    const { data, error } = await ask(api.client('anon'))
    expect(error).toBeNull()
    expect((data as { id: number }[]).map(({ id }) => id)).toEqual(expected)
  })

  test.each(counts)('counts %s', async (_, ask, expected) => {
    const { count, status, data } = await ask(api.client('anon'))
    expect({ count, status, data }).toEqual(expected)
  })

  test.each(single)('answers %s', async (_, ask, expected) => {
    const { data, error } = await ask(api.client('anon'))
    expect(error).toBeNull()
    expect(data).toEqual(expected)
  })

  test('a planned count is the planner’s guess', async () => {
    const { count } = await api.client('anon').from('plants').select('id', { count: 'planned' })
    expect(count).toBeGreaterThan(0)
  })

  test('nothing failed behind the answers', () => {
    expect(api.failures).toEqual([])
  })
})
