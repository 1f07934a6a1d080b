// Functions that the official client calls.
import type { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractEngines } from '#tests/support/databases.ts'
import { openTableApi, people, type TableApi } from '#tests/support/table-api.ts'

type Answer = PromiseLike<{ data: unknown; error: unknown; status: number; count: number | null }>
type Ask = (db: PostgrestClient) => Answer

const cases: [string, Ask, unknown][] = [
  ['a function with arguments', (db) => db.rpc('add_numbers', { a: 1, b: 2 }), 3],
  ['a function with a default', (db) => db.rpc('add_numbers', { a: 1 }), 11],
  ['a function with GET', (db) => db.rpc('add_numbers', { a: 1, b: 2 }, { get: true }), 3],
  ['a function without arguments', (db) => db.rpc('hello'), 'hello'],
  ['a function without arguments with GET', (db) => db.rpc('hello', {}, { get: true }), 'hello'],
  ['a function that returns null', (db) => db.rpc('no_value'), null],
  ['a function that returns nothing', (db) => db.rpc('nothing_to_say'), null],
  ['a set of numbers', (db) => db.rpc('count_up', { most: 3 }), [1, 2, 3]],
  ['an empty set', (db) => db.rpc('count_up', { most: 0 }), []],
  ['a set of numbers as a head', (db) => db.rpc('count_up', { most: 3 }, { head: true }), null],
  [
    'rows of a table',
    (db) => db.rpc('cheap_plants', { below: 1 }).select('id'),
    [{ id: 4 }, { id: 5 }],
  ],
  [
    'rows, filtered',
    (db) => db.rpc('cheap_plants', { below: 1 }).select('id').eq('name', 'Moss'),
    [{ id: 4 }],
  ],
  [
    'rows, filtered with GET',
    (db) => db.rpc('cheap_plants', { below: 1 }, { get: true }).select('id').eq('name', 'Moss'),
    [{ id: 4 }],
  ],
  [
    'rows in an order with a limit',
    (db) =>
      db.rpc('cheap_plants', { below: 99 }).select('id').order('id', { ascending: false }).limit(2),
    [{ id: 5 }, { id: 4 }],
  ],
  [
    'rows with an embedded parent',
    (db) =>
      db
        .rpc('cheap_plants', { below: 1 })
        .select('id, growers!plants_grower_id_fkey(name)')
        .eq('id', 5),
    [{ id: 5, growers: { name: 'Bramble' } }],
  ],
  [
    'one of the rows',
    (db) => db.rpc('cheap_plants', { below: 1 }).select('id').eq('id', 5).single(),
    { id: 5 },
  ],
  ['a row', (db) => db.rpc('one_plant', { plant: 2 }).select('id,name'), { id: 2, name: 'Fern' }],
  ['rows of its own', (db) => db.rpc('prices').limit(1), [{ plant: 'Moss', cost: 0.5 }]],
  [
    'rows of its own, some columns',
    (db) => db.rpc('prices').select('cost').gt('cost', 9),
    [{ cost: 9.99 }, { cost: 30 }],
  ],
  ['a variadic function', (db) => db.rpc('longest', { words: ['a', 'ccc', 'bb'] }), 'ccc'],
  [
    'a function that takes the whole body',
    (db) => db.rpc('echo_json', { any: ['thing'] }),
    { any: ['thing'] },
  ],
  ['a function that writes', (db) => db.rpc('nothing_to_say', {}), null],
  [
    'a function with csv',
    (db) => db.rpc('prices').select('plant').limit(2).csv(),
    'plant\nMoss\n"Tulip, red ""Apeldoorn"""',
  ],
]

const refusals: [string, Ask, number, Record<string, unknown>][] = [
  [
    'an unknown function',
    (db) => db.rpc('nonesuch'),
    404,
    {
      code: 'PGRST202',
      message: 'Could not find the function public.nonesuch without parameters in the schema cache',
      details:
        'Searched for the function public.nonesuch without parameters or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
    },
  ],
  [
    'an unknown argument',
    (db) => db.rpc('add_numbers', { a: 1, c: 2 }),
    404,
    {
      code: 'PGRST202',
      message: 'Could not find the function public.add_numbers(a, c) in the schema cache',
      hint: 'Perhaps you meant to call the function public.add_numbers(a, b)',
    },
  ],
  ['a missing argument', (db) => db.rpc('add_numbers', { b: 1 }), 404, { code: 'PGRST202' }],
  [
    'an argument of the wrong type',
    (db) => db.rpc('add_numbers', { a: 'x' }),
    400,
    { code: '22P02', message: 'invalid input syntax for type integer: "x"' },
  ],
  ['a function of two kinds', (db) => db.rpc('twice', { value: 1 }), 300, { code: 'PGRST203' }],
  [
    'a function without a grant',
    (db) => db.rpc('only_for_service'),
    401,
    { code: '42501', message: 'permission denied for function only_for_service' },
  ],
  [
    'a function that would write with GET',
    (db) => db.rpc('rename_bed', { bed: 1, label: 'X' }, { get: true }),
    405,
    { code: '25006', message: 'cannot execute UPDATE in a read-only transaction' },
  ],
  [
    'what the function itself refuses',
    (db) => db.rpc('complain', { how: 'credit' }),
    402,
    { code: 'PT402', message: 'No more credit', hint: 'Pay first', details: 'Unpaid' },
  ],
  [
    'a function of another schema',
    (db) => db.schema('internal').rpc('is_admin'),
    406,
    { code: 'PGRST106' },
  ],
  ['a trigger function', (db) => db.rpc('tell_pages_changed'), 404, { code: 'PGRST202' }],
]

describe.each(contractEngines)('%s', (engine) => {
  let api: TableApi
  beforeAll(async () => {
    api = await openTableApi(engine)
  })
  afterAll(() => api.remove())

  test.each(cases)('calls %s', async (_, ask, expected) => {
    const { data, error } = await ask(api.client('anon'))
    expect(error).toBeNull()
    expect(data).toEqual(expected)
  })

  test.each(refusals)('refuses %s', async (_, ask, status, expected) => {
    const answer = await ask(api.client('anon'))
    expect(answer.status).toBe(status)
    expect(answer.error).toMatchObject(expected)
  })

  test('a function knows who calls it', async () => {
    const { data } = await api.client('user').rpc('who_am_i')
    expect(data).toEqual({ role: 'authenticated', sub: people.user })
  })

  test('a function that writes is kept to the rights of its caller', async () => {
    const { error } = await api.client('user').rpc('rename_bed', { bed: 1, label: 'Mine' })
    expect(error).toMatchObject({ code: '42501', message: 'permission denied for table beds' })
    const { data } = await api.client('service').rpc('rename_bed', { bed: 1, label: 'Ours' })
    expect(data).toMatchObject([{ id: 1, label: 'Ours' }])
  })

  test('a variadic function takes a parameter several times', async () => {
    const response = await api.request('anon', '/rpc/longest?words=a&words=ccc&words=bb')
    expect(await response.json()).toBe('ccc')
  })

  test('a count of what a function returns', async () => {
    const { data, count } = await api
      .client('anon')
      .rpc('cheap_plants', { below: 5 }, { count: 'exact' })
      .select('id')
      .limit(1)
    expect({ data, count }).toEqual({ data: [{ id: 2 }], count: 3 })
  })

  test('nothing failed behind the answers', () => {
    expect(api.failures).toEqual([])
  })
})
