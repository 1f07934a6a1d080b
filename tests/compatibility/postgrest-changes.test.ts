// What the official client updates and deletes. Each case is undone after it, so that all start from
// the same nursery.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractEngines } from '#tests/support/databases.ts'
import {
  type Ask,
  atMost,
  expectNurseryAsItWas,
  openTableApi,
  type TableApi,
} from '#tests/support/table-api.ts'

type Case = [string, Ask, { status: number; data?: unknown; count?: number | null }]

const cases: Case[] = [
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
