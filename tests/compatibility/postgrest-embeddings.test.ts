// What the official client embeds along foreign keys.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractEngines } from '#tests/support/databases.ts'
import { type Ask, openTableApi, people, type TableApi } from '#tests/support/table-api.ts'

const byGrower = 'growers!plants_grower_id_fkey'

const embeddings: [string, Ask, unknown][] = [
  [
    'a parent',
    (db) => db.from('plants').select(`name, ${byGrower}(name)`).eq('id', 1),
    [{ name: 'Rose', growers: { name: 'Acorn' } }],
  ],
  [
    'nothing of a parent, and the order by it',
    (db) =>
      db
        .from('plants')
        .select(`name, ${byGrower}()`)
        .in('id', [1, 4])
        .order('growers(name)', { nullsFirst: true }),
    [{ name: 'Moss' }, { name: 'Rose' }],
  ],
  [
    'nothing of a parent, spread',
    (db) => db.from('plants').select(`name, ...${byGrower}()`).eq('id', 1),
    [{ name: 'Rose' }],
  ],
  [
    'a parent that is not there',
    (db) => db.from('plants').select(`name, ${byGrower}(name)`).eq('id', 4),
    [{ name: 'Moss', growers: null }],
  ],
  [
    'a parent by its column',
    (db) => db.from('plants').select('name, grower_id(name)').eq('id', 1),
    [{ name: 'Rose', grower_id: { name: 'Acorn' } }],
  ],
  [
    'a parent by its column as hint',
    (db) => db.from('plants').select('name, growers!second_grower_id(name)').eq('id', 1),
    [{ name: 'Rose', growers: { name: 'Bramble' } }],
  ],
  [
    'both parents under aliases',
    (db) =>
      db
        .from('plants')
        .select(
          'first:growers!plants_grower_id_fkey(name),second:growers!plants_second_grower_fkey(name)',
        )
        .eq('id', 1),
    [{ first: { name: 'Acorn' }, second: { name: 'Bramble' } }],
  ],
  [
    'children',
    (db) => db.from('growers').select('name, plants!plants_grower_id_fkey(name)').eq('id', 1),
    [{ name: 'Acorn', plants: [{ name: 'Rose' }, { name: 'Fern' }] }],
  ],
  [
    'no children',
    (db) => db.from('growers').select('name, plants!plants_grower_id_fkey(name)').eq('id', 3),
    [{ name: 'Clover', plants: [] }],
  ],
  [
    'children in an order, two at most',
    (db) =>
      db
        .from('growers')
        .select('plants!plants_grower_id_fkey(name)')
        .eq('id', 1)
        .order('name', { referencedTable: 'plants' })
        .limit(1, { referencedTable: 'plants' }),
    [{ plants: [{ name: 'Fern' }] }],
  ],
  [
    'children in a range',
    (db) =>
      db
        .from('growers')
        .select('plants!plants_grower_id_fkey(id)')
        .eq('id', 1)
        .order('id', { referencedTable: 'plants' })
        .range(1, 5, { referencedTable: 'plants' }),
    [{ plants: [{ id: 2 }] }],
  ],
  [
    'filtered children',
    (db) =>
      db
        .from('growers')
        .select('id, plants!plants_grower_id_fkey(name)')
        .eq('plants.name', 'Fern')
        .order('id'),
    [
      { id: 1, plants: [{ name: 'Fern' }] },
      { id: 2, plants: [] },
      { id: 3, plants: [] },
    ],
  ],
  [
    'filtered children that must be there',
    (db) =>
      db
        .from('growers')
        .select('id, plants!plants_grower_id_fkey!inner(name)')
        .eq('plants.name', 'Fern'),
    [{ id: 1, plants: [{ name: 'Fern' }] }],
  ],
  [
    'children filtered with or',
    (db) =>
      db
        .from('growers')
        .select('plants!plants_grower_id_fkey(id)')
        .eq('id', 1)
        .or('id.eq.2,id.eq.99', { referencedTable: 'plants' }),
    [{ plants: [{ id: 2 }] }],
  ],
  [
    'children by alias, filtered by the alias',
    (db) =>
      db
        .from('growers')
        .select('stock:plants!plants_grower_id_fkey(id)')
        .eq('id', 1)
        .eq('stock.id', 2),
    [{ stock: [{ id: 2 }] }],
  ],
  [
    'a parent that must match',
    (db) =>
      db
        .from('plants')
        .select(`id, ${byGrower}!inner(name)`)
        .eq('growers.name', 'Bramble')
        .order('id'),
    [
      { id: 3, growers: { name: 'Bramble' } },
      { id: 5, growers: { name: 'Bramble' } },
    ],
  ],
  [
    'those without children',
    (db) => db.from('growers').select('id, plants!plants_grower_id_fkey()').is('plants', null),
    [{ id: 3 }],
  ],
  [
    'those with children',
    (db) =>
      db
        .from('growers')
        .select('id, plants!plants_grower_id_fkey()')
        .not('plants', 'is', null)
        .order('id'),
    [{ id: 1 }, { id: 2 }],
  ],
  [
    'through a junction',
    (db) => db.from('beds').select('label, plants(name)').eq('id', 1),
    [{ label: 'North', plants: [{ name: 'Rose' }, { name: 'Fern' }] }],
  ],
  [
    'the junction itself, and on',
    (db) =>
      db
        .from('beds')
        .select('plantings(quantity, plants(name))')
        .eq('id', 2)
        .order('quantity', { referencedTable: 'plantings' }),
    [
      {
        plantings: [
          { quantity: 1, plants: { name: 'Palm' } },
          { quantity: 40, plants: { name: 'Tulip, red "Apeldoorn"' } },
        ],
      },
    ],
  ],
  [
    'one to one',
    (db) => db.from('plants').select('id, care_sheets(advice)').in('id', [1, 2]).order('id'),
    [
      { id: 1, care_sheets: { advice: 'Prune in March' } },
      { id: 2, care_sheets: null },
    ],
  ],
  [
    'one to one, the other way',
    (db) => db.from('care_sheets').select('advice, plants(name)').eq('plant_id', 3),
    [{ advice: 'Keep warm', plants: { name: 'Palm' } }],
  ],
  [
    'three deep',
    (db) =>
      db
        .from('growers')
        .select('name, plants!plants_grower_id_fkey(name, plantings(beds(label)))')
        .eq('id', 1)
        .order('id', { referencedTable: 'plants' }),
    [
      {
        name: 'Acorn',
        plants: [
          { name: 'Rose', plantings: [{ beds: { label: 'North' } }] },
          { name: 'Fern', plantings: [{ beds: { label: 'North' } }] },
        ],
      },
    ],
  ],
  [
    'a filter two deep',
    (db) =>
      db
        .from('growers')
        .select('name, plants!plants_grower_id_fkey!inner(name, plantings!inner(quantity))')
        .gt('plants.plantings.quantity', 10),
    [
      {
        name: 'Bramble',
        plants: [{ name: 'Tulip, red "Apeldoorn"', plantings: [{ quantity: 40 }] }],
      },
    ],
  ],
  [
    'a parent spread out',
    (db) => db.from('plants').select(`name, ...${byGrower}(grower:name, town)`).eq('id', 1),
    [{ name: 'Rose', grower: 'Acorn', town: 'Malvern' }],
  ],
  [
    'a spread parent’s own parent',
    (db) =>
      db
        .from('care_sheets')
        .select(`advice, ...plants(name, ...${byGrower}(town))`)
        .eq('plant_id', 1),
    [{ advice: 'Prune in March', name: 'Rose', town: 'Malvern' }],
  ],
  [
    'everything of both',
    (db) => db.from('care_sheets').select('*, plants(*, beds(*))').eq('plant_id', 99),
    [],
  ],
]

describe.each(contractEngines)('%s', (engine) => {
  let api: TableApi
  beforeAll(async () => {
    api = await openTableApi(engine)
  })
  afterAll(() => api.remove())

  test.each(embeddings)('embeds %s', async (_, ask, expected) => {
    const { data, error } = await ask(api.client('anon'))
    expect(error).toBeNull()
    expect(data).toEqual(expected)
  })

  test('a profile comes with its roles', async () => {
    const { data } = await api
      .client('user')
      .from('profiles')
      .select('full_name, user_roles(role)')
      .single()
    expect(data).toEqual({ full_name: 'User Person', user_roles: [{ role: 'editor' }] })
  })

  test('an administrator reads every profile that has a role', async () => {
    const { data } = await api
      .client('admin')
      .from('profiles')
      .select('id, user_roles!inner(role)')
      .eq('user_roles.role', 'admin')
    expect(data).toEqual([{ id: people.admin, user_roles: [{ role: 'admin' }] }])
  })

  test('nothing failed behind the answers', () => {
    expect(api.failures).toEqual([])
  })
})
