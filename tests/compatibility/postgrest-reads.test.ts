// What the official client selects, orders, pages and embeds, and what it hears when it may not.
import type { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { openTableApi, people, type TableApi } from '#tests/support/table-api.ts'

type Answer = PromiseLike<{
  data: unknown
  error: { code: string; message: string; details: unknown; hint: unknown } | null
  status: number
  count: number | null
}>
type Ask = (db: PostgrestClient) => Answer

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

const embeddings: [string, Ask, unknown][] = [
  [
    'a parent',
    (db) => db.from('plants').select(`name, ${byGrower}(name)`).eq('id', 1),
    [{ name: 'Rose', growers: { name: 'Acorn' } }],
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

const refusals: [string, Ask, number, string, string][] = [
  [
    'an unknown table',
    (db) => db.from('nonesuch').select(),
    404,
    'PGRST205',
    "Could not find the table 'public.nonesuch' in the schema cache",
  ],
  [
    'a table of another schema',
    (db) => db.from('auth.users').select(),
    404,
    'PGRST205',
    "Could not find the table 'public.auth.users' in the schema cache",
  ],
  [
    'another schema',
    (db) => db.schema('auth').from('users').select(),
    406,
    'PGRST106',
    'Invalid schema: auth',
  ],
  [
    'an unknown column',
    (db) => db.from('plants').select('nonesuch'),
    400,
    '42703',
    'column plants.nonesuch does not exist',
  ],
  [
    'an unknown column in a filter',
    (db) => db.from('plants').select().eq('nonesuch', 1),
    400,
    '42703',
    'column plants.nonesuch does not exist',
  ],
  [
    'an unknown column in an order',
    (db) => db.from('plants').select().order('nonesuch'),
    400,
    '42703',
    'column plants.nonesuch does not exist',
  ],
  [
    'an unknown operator',
    (db) => db.from('plants').select().filter('id', 'equals', 1),
    400,
    'PGRST100',
    '"failed to parse filter (equals.1)" (line 1, column 7)',
  ],
  [
    'a value of the wrong type',
    (db) => db.from('plants').select().eq('id', 'one'),
    400,
    '22P02',
    'invalid input syntax for type integer: "one"',
  ],
  [
    'an operator that the type lacks',
    (db) => db.from('plants').select().like('id', '1%'),
    404,
    '42883',
    'operator does not exist: integer ~~ unknown',
  ],
  [
    'is with a value',
    (db) => db.from('plants').select().filter('id', 'is', '5'),
    400,
    'PGRST100',
    '"failed to parse filter (is.5)" (line 1, column 4)',
  ],
  [
    'is true on a number',
    (db) => db.from('plants').select().is('id', true),
    400,
    '42804',
    'argument of IS TRUE must be type boolean, not type integer',
  ],
  [
    'parentheses left open',
    (db) => db.from('plants').select().or('id.eq.1,and(id.eq.2'),
    400,
    'PGRST100',
    '"failed to parse logic tree ((id.eq.1,and(id.eq.2))" (line 1, column 24)',
  ],
  [
    'a bad select',
    (db) => db.from('plants').select('id,,name'),
    400,
    'PGRST100',
    '"failed to parse select parameter (id,,name)" (line 1, column 4)',
  ],
  [
    'a bad order',
    (db) => db.from('plants').select().order('id.upwards'),
    400,
    'PGRST100',
    '"failed to parse order (id.upwards.asc)" (line 1, column 4)',
  ],
  [
    'an unknown type in a cast',
    (db) => db.from('plants').select('id::nonesuch'),
    400,
    '42704',
    'type "nonesuch" does not exist',
  ],
  [
    'a bad regular expression',
    (db) => db.from('plants').select().regexMatch('name', '('),
    400,
    '2201B',
    'invalid regular expression: parentheses () not balanced',
  ],
  [
    'an unknown language',
    (db) => db.from('plants').select().textSearch('name', 'x', { config: 'klingon' }),
    400,
    '42704',
    'text search configuration "klingon" does not exist',
  ],
  [
    'no such relationship',
    (db) => db.from('plants').select('profiles(*)'),
    400,
    'PGRST200',
    "Could not find a relationship between 'plants' and 'profiles' in the schema cache",
  ],
  [
    'two relationships',
    (db) => db.from('plants').select('growers(*)'),
    300,
    'PGRST201',
    "Could not embed because more than one relationship was found for 'plants' and 'growers'",
  ],
  [
    'a filter on what is not embedded',
    (db) => db.from('plants').select().eq('beds.id', 1),
    400,
    'PGRST108',
    "'beds' is not an embedded resource in this request",
  ],
  [
    'an order by children',
    (db) => db.from('growers').select('plants!plants_grower_id_fkey(id)').order('plants(id)'),
    400,
    'PGRST118',
    "A related order on 'plants' is not possible",
  ],
  [
    'children spread out',
    (db) => db.from('growers').select('...plants!plants_grower_id_fkey(id)'),
    400,
    'PGRST119',
    "A spread operation on 'plants' is not possible",
  ],
  [
    'a filter on a resource',
    (db) => db.from('growers').select('plants!plants_grower_id_fkey(id)').eq('plants', 1),
    400,
    'PGRST120',
    "Bad operator on the 'plants' embedded resource",
  ],
  [
    'an aggregate',
    (db) => db.from('plants').select('price.sum()'),
    400,
    'PGRST123',
    'Use of aggregate functions is not allowed',
  ],
  [
    'a count',
    (db) => db.from('plants').select('count()'),
    400,
    'PGRST123',
    'Use of aggregate functions is not allowed',
  ],
  [
    'single with several rows',
    (db) => db.from('beds').select().single(),
    406,
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
  ],
  [
    'single with no row',
    (db) => db.from('beds').select().eq('id', 9).single(),
    406,
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
  ],
  [
    'the plan',
    (db) => db.from('beds').select().explain() as unknown as Answer,
    406,
    'PGRST107',
    'None of these media types are available: application/vnd.pgrst.plan+text; for="application/json"; options=;',
  ],
  [
    'a table without a grant',
    (db) => db.from('profiles').select(),
    401,
    '42501',
    'permission denied for table profiles',
  ],
  [
    'an embed without a grant',
    (db) =>
      db
        .from('growers')
        .select('id, plants!plants_grower_id_fkey(id, plantings(*))')
        .order('nonesuch', { referencedTable: 'plants' }),
    400,
    '42703',
    'column plants.nonesuch does not exist',
  ],
]

describe.each(engines)('%s', (engine) => {
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

  test.each(embeddings)('embeds %s', async (_, ask, expected) => {
    const { data, error } = await ask(api.client('anon'))
    expect(error).toBeNull()
    expect(data).toEqual(expected)
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

  test.each(refusals)('refuses %s', async (_, ask, status, code, message) => {
    const answer = await ask(api.client('anon'))
    expect(answer.status).toBe(status)
    expect(answer.error).toMatchObject({ code, message })
  })

  test('a planned count is the planner’s guess', async () => {
    const { count } = await api.client('anon').from('plants').select('id', { count: 'planned' })
    expect(count).toBeGreaterThan(0)
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
