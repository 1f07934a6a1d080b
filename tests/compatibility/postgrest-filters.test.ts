// Every filter that the official client can send, against a small nursery of five plants.
import type { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractEngines } from '#tests/support/databases.ts'
import { openTableApi, type TableApi } from '#tests/support/table-api.ts'

type Plants = ReturnType<ReturnType<PostgrestClient['from']>['select']>

const shapes: [string, (plants: Plants) => Plants, number[]][] = [
  ['no filter', (q) => q, [1, 2, 3, 4, 5]],
  ['eq', (q) => q.eq('id', 3), [3]],
  ['eq with text', (q) => q.eq('name', 'Rose'), [1]],
  ['eq with commas and quotes', (q) => q.eq('name', 'Tulip, red "Apeldoorn"'), [5]],
  ['eq with numeric', (q) => q.eq('price', 4.5), [2]],
  ['eq with a number beyond 2^53', (q) => q.eq('stock', '9007199254740993'), [5]],
  ['eq with boolean', (q) => q.eq('is_hardy', true), [1, 2, 5]],
  ['eq with an empty text', (q) => q.eq('name', ''), []],
  ['eq with a date', (q) => q.eq('sown_on', '2025-10-01'), [1]],
  ['eq with an array', (q) => q.eq('tags', '{green}'), [2]],
  ['eq on a generated column', (q) => q.eq('words', "'fern':1"), [2]],
  ['neq', (q) => q.neq('id', 3), [1, 2, 4, 5]],
  ['neq leaves nulls out', (q) => q.neq('is_hardy', true), [3]],
  ['gt', (q) => q.gt('price', 4.5), [1, 3]],
  ['gte', (q) => q.gte('price', 4.5), [1, 2, 3]],
  ['lt', (q) => q.lt('price', 0.75), [4]],
  ['lte', (q) => q.lte('price', 0.75), [4, 5]],
  ['gt and lt together', (q) => q.gt('id', 1).lt('id', 4), [2, 3]],
  ['gt on a date', (q) => q.gt('sown_on', '2025-01-01'), [1, 5]],
  ['like', (q) => q.like('name', 'R%'), [1]],
  ['like is case-sensitive', (q) => q.like('name', 'r%'), []],
  ['like with a star for a wildcard', (q) => q.like('name', '*o*'), [1, 4, 5]],
  ['like with one letter open', (q) => q.like('name', '_ern'), [2]],
  ['ilike', (q) => q.ilike('name', '%TULIP%'), [5]],
  ['ilike with quotes', (q) => q.ilike('name', '%"apel%'), [5]],
  ['likeAnyOf', (q) => q.likeAnyOf('name', ['R%', 'F%']), [1, 2]],
  ['likeAllOf', (q) => q.likeAllOf('name', ['%o%', '%s%']), [1, 4]],
  ['ilikeAnyOf', (q) => q.ilikeAnyOf('name', ['r%', 'f%']), [1, 2]],
  ['ilikeAllOf', (q) => q.ilikeAllOf('name', ['%O%', '%S%']), [1, 4]],
  ['regexMatch', (q) => q.regexMatch('name', '^[RF]'), [1, 2]],
  ['regexIMatch', (q) => q.regexIMatch('name', '^ROSE$'), [1]],
  ['is null', (q) => q.is('is_hardy', null), [4]],
  ['is true', (q) => q.is('is_hardy', true), [1, 2, 5]],
  ['is false', (q) => q.is('is_hardy', false), [3]],
  ['is unknown', (q) => q.filter('is_hardy', 'is', 'unknown'), [4]],
  ['is not_null', (q) => q.filter('is_hardy', 'is', 'not_null'), [1, 2, 3, 5]],
  ['not is null', (q) => q.not('is_hardy', 'is', null), [1, 2, 3, 5]],
  ['isDistinct keeps nulls', (q) => q.isDistinct('is_hardy', true), [3, 4]],
  ['in', (q) => q.in('id', [1, 3, 99]), [1, 3]],
  ['in with text', (q) => q.in('name', ['Rose', 'Fern']), [1, 2]],
  ['in with commas, quotes', (q) => q.in('name', ['Tulip, red "Apeldoorn"', 'x(y)']), []],
  ['in with an empty list', (q) => q.in('id', []), []],
  ['notIn', (q) => q.notIn('id', [1, 2, 3]), [4, 5]],
  ['not in', (q) => q.not('id', 'in', '(1,2)'), [3, 4, 5]],
  ['not eq', (q) => q.not('id', 'eq', 1), [2, 3, 4, 5]],
  ['not like', (q) => q.not('name', 'like', '%o%'), [2, 3]],
  ['contains on an array', (q) => q.contains('tags', ['red']), [1, 5]],
  ['contains with a space', (q) => q.contains('tags', ['"spring bulb"']), [5]],
  ['contains on jsonb', (q) => q.contains('details', { colour: 'green' }), [2, 3]],
  ['contains on deep jsonb', (q) => q.contains('details', { size: { height: 400 } }), [3]],
  ['contains on a range', (q) => q.contains('flowering', '[2026-06-01,2026-06-02)'), [1]],
  ['containedBy on an array', (q) => q.containedBy('tags', ['green', 'tall']), [2, 3, 4]],
  ['containedBy on jsonb', (q) => q.containedBy('details', { colour: 'green', x: 1 }), [2]],
  ['overlaps on an array', (q) => q.overlaps('tags', ['tall', 'thorny']), [1, 3]],
  ['overlaps on a range', (q) => q.overlaps('flowering', '[2026-04-15,2026-05-15)'), [1, 5]],
  ['rangeGt', (q) => q.rangeGt('flowering', '[2026-04-01,2026-05-01)'), [1]],
  ['rangeGte', (q) => q.rangeGte('flowering', '[2026-05-01,2026-05-02)'), [1]],
  ['rangeLt', (q) => q.rangeLt('flowering', '[2026-05-01,2026-09-01)'), [5]],
  ['rangeLte', (q) => q.rangeLte('flowering', '[2026-04-01,2026-05-01)'), [5]],
  ['rangeAdjacent', (q) => q.rangeAdjacent('flowering', '[2026-05-01,2026-09-01)'), [5]],
  ['textSearch on a vector', (q) => q.textSearch('words', 'rose'), [1]],
  ['textSearch on text', (q) => q.textSearch('name', 'tulip & red'), [5]],
  ['textSearch in a language', (q) => q.textSearch('name', 'roses', { config: 'english' }), [1]],
  ['textSearch plain', (q) => q.textSearch('name', 'red tulip', { type: 'plain' }), [5]],
  ['textSearch phrase', (q) => q.textSearch('name', 'tulip red', { type: 'phrase' }), [5]],
  ['textSearch web', (q) => q.textSearch('name', 'rose or fern', { type: 'websearch' }), [1, 2]],
  ['not textSearch', (q) => q.not('words', 'fts', 'rose'), [2, 3, 4, 5]],
  ['match', (q) => q.match({ grower_id: 1, is_hardy: true }), [1, 2]],
  ['or', (q) => q.or('id.eq.1,id.eq.2'), [1, 2]],
  ['or with in', (q) => q.or('id.in.(1,2),name.eq.Moss'), [1, 2, 4]],
  ['or with and', (q) => q.or('id.eq.4,and(price.gt.4,is_hardy.is.true)'), [1, 2, 4]],
  ['or with not', (q) => q.or('id.eq.4,not.and(id.gt.1,id.lt.9)'), [1, 4]],
  ['or with a negated filter', (q) => q.or('is_hardy.not.is.null,id.eq.99'), [1, 2, 3, 5]],
  ['or with quotes', (q) => q.or('name.eq."Tulip, red \\"Apeldoorn\\"",id.eq.1'), [1, 5]],
  ['or with an array', (q) => q.or('tags.cs.{red},id.eq.2'), [1, 2, 5]],
  ['or with like any', (q) => q.or('name.like(any).{R%,M%},id.eq.2'), [1, 2, 4]],
  ['or with text search', (q) => q.or('name.fts(english).rose,id.eq.2'), [1, 2]],
  ['or twice is and', (q) => q.or('id.eq.1,id.eq.2').or('id.eq.2,id.eq.3'), [2]],
  ['or with spaces', (q) => q.or('id.eq.1, id.eq.2'), [1, 2]],
  ['or three deep', (q) => q.or('and(id.gt.1,or(id.lt.3,and(id.gt.4,id.lt.6))),id.eq.99'), [2, 5]],
  ['eq any', (q) => q.filter('id', 'eq(any)', '{1,2}'), [1, 2]],
  ['gt all', (q) => q.filter('id', 'gt(all)', '{1,3}'), [4, 5]],
  ['a path into jsonb', (q) => q.eq('details->>colour', 'green'), [2, 3]],
  ['a deep path into jsonb', (q) => q.gt('details->size->height', 200), [3]],
  ['an index into jsonb', (q) => q.eq('details->2->>deep', 'value'), [5]],
  ['a negative index into jsonb', (q) => q.eq('details->-1->>deep', 'value'), [5]],
  ['a path into json', (q) => q.eq('raw->>a', '1'), [1]],
  ['a path in or', (q) => q.or('details->>colour.eq.red,id.eq.4'), [1, 4]],
  ['is null on a path', (q) => q.is('details->size', null), [2, 4, 5]],
]

describe.each(contractEngines)('%s', (engine) => {
  let api: TableApi
  beforeAll(async () => {
    api = await openTableApi(engine)
  })
  afterAll(() => api.remove())

  test.each(shapes)('filters with %s', async (_, filter, expected) => {
    const plants = api.client('anon').from('plants').select('id') as unknown as Plants
    const { data, error } = await filter(plants).order('id')
    expect(error).toBeNull()
    expect((data as { id: number }[]).map(({ id }) => id)).toEqual(expected)
  })

  test('nothing failed behind the answers', () => {
    expect(api.failures).toEqual([])
  })
})
