// What the official client hears when it may not read, or asks for what is not there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractEngines } from '#tests/support/databases.ts'
import { type Ask, openTableApi, type TableApi } from '#tests/support/table-api.ts'

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
    (db) => db.from('beds').select().explain() as unknown as ReturnType<Ask>,
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

describe.each(contractEngines)('%s', (engine) => {
  let api: TableApi
  beforeAll(async () => {
    api = await openTableApi(engine)
  })
  afterAll(() => api.remove())

  test.each(refusals)('refuses %s', async (_, ask, status, code, message) => {
    const answer = await ask(api.client('anon'))
    expect(answer.status).toBe(status)
    expect(answer.error).toMatchObject({ code, message })
  })

  test('nothing failed behind the answers', () => {
    expect(api.failures).toEqual([])
  })
})
