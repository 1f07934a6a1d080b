// Views that staff save: whose they are, who reads them, and what the database refuses. On both engines.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { restoreBackup } from '#backend/backups/restore.ts'
import { writeBackup } from '#backend/backups/write-backup.ts'
import { asCaller, type Caller } from '#backend/database/as-caller.ts'
import { type Database, sqlState } from '#backend/database/database.ts'
import { maxViewName, maxViewQuery, maxViews } from '#schemas/saved-view.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { admin, callers, peopleAndRows, staff } from '#tests/support/people-and-rows.ts'

describe.each(engines)('%s', (engine) => {
  const people = peopleAndRows(engine)
  beforeAll(async () => void (await people.database.query('delete from saved_views')))
  afterEach(async () => void (await people.database.query('delete from saved_views')))

  const as = (caller: Caller, sql: string, values: unknown[] = []) =>
    asCaller(people.database, caller, (tx) => tx.query<Record<string, unknown>>(sql, values))
  const save = (caller: Caller, name: string, { query = '', isShared = false } = {}) =>
    as(caller, 'insert into saved_views (name, query, is_shared) values ($1, $2, $3)', [
      name,
      query,
      isShared,
    ])
  const namesFor = async (caller: Caller) =>
    (await as(caller, 'select name from saved_views order by name')).rows.map(({ name }) => name)
  /** The code with which the database refuses it; '' when it does not. */
  const refusal = (work: Promise<unknown>) => work.then(() => '', sqlState)

  test('staff see their own and what is shared', async () => {
    await save(callers.staff, 'Own')
    await save(callers.staff, 'Shared', { isShared: true })
    await save(callers.admin, 'Private')
    expect(await namesFor(callers.staff)).toEqual(['Own', 'Shared'])
    expect(await namesFor(callers.admin)).toEqual(['Private', 'Shared'])
    expect(await namesFor(callers.user)).toEqual([])
  })

  test('only the owner changes a view; an administrator removes what is shared', async () => {
    await save(callers.staff, 'Own')
    await save(callers.staff, 'Shared', { isShared: true })
    await save(callers.admin, 'Ours', { isShared: true })
    expect((await as(callers.admin, `update saved_views set query = 'town=X'`)).count).toBe(1)
    expect((await as(callers.staff, `delete from saved_views where name = 'Ours'`)).count).toBe(0)
    expect((await as(callers.admin, 'delete from saved_views')).count).toBe(2)
    expect(await namesFor(callers.staff)).toEqual(['Own'])
  })

  test('what is shared is in the activity, what is private is not', async () => {
    const since = async (id: unknown) =>
      (
        await people.database.query<Record<string, unknown>>(
          `select actor_id, label, action, before, after from audit_trail
           where subject = 'view' and id > $1 order by id`,
          [id],
        )
      ).rows
    const { rows } = await people.database.query<{ id: number }>(
      'select coalesce(max(id), 0) as id from audit_trail',
    )
    const start = rows[0]?.id
    await save(callers.staff, 'Private')
    await as(callers.staff, `update saved_views set name = 'Mine'`)
    await as(callers.staff, 'delete from saved_views')
    expect(await since(start)).toEqual([])
    await save(callers.staff, 'Late', { isShared: true })
    await as(callers.staff, `update saved_views set name = 'Overdue', query = 'status=overdue'`)
    await as(callers.staff, `update saved_views set query = 'status=overdue'`)
    await as(callers.staff, 'update saved_views set is_shared = false')
    await as(callers.staff, 'update saved_views set is_shared = true')
    await as(callers.admin, 'delete from saved_views')
    const told = await since(start)
    expect(told.map(({ actor_id, label, action }) => [actor_id, label, action])).toEqual([
      [staff, 'Late', 'insert'],
      [staff, 'Overdue', 'update'],
      [staff, 'Overdue', 'update'],
      [staff, 'Overdue', 'update'],
      [admin, 'Overdue', 'delete'],
    ])
    expect(told[1]).toMatchObject({
      before: { name: 'Late', query: '' },
      after: { name: 'Overdue', query: 'status=overdue' },
    })
    expect(told[2]).toMatchObject({ before: { is_shared: true }, after: { is_shared: false } })
  })

  test('a view that is no longer shared disappears for the others', async () => {
    await save(callers.staff, 'Shared', { isShared: true })
    await as(callers.staff, 'update saved_views set is_shared = false')
    expect(await namesFor(callers.admin)).toEqual([])
  })

  test('the owner’s name is the database’s and follows the profile', async () => {
    await save(callers.staff, 'Shared', { isShared: true })
    const owner = async () =>
      (await as(callers.admin, 'select owner_name from saved_views')).rows[0]?.owner_name
    expect(await owner()).toBe('A colleague')
    await people.database.query(`update profiles set full_name = 'Sam Staff' where id = $1`, [
      staff,
    ])
    expect(await owner()).toBe('Sam Staff')
    await people.database.query(`update saved_views set owner_name = 'The owner'`)
    expect(await owner()).toBe('Sam Staff')
  })

  test('a name is unique for its owner, whatever its case', async () => {
    await save(callers.staff, 'Hedges')
    expect(await refusal(save(callers.staff, 'HEDGES'))).toBe('23505')
    expect(await refusal(save(callers.admin, 'Hedges'))).toBe('')
  })

  test.each([
    ['an empty name', '', '', false],
    ['a blank name', '  ', '', false],
    ['a name with a line break', 'a\nb', '', false],
    ['the longest name', '🌳'.repeat(maxViewName), '', true],
    ['a name that is too long', 'x'.repeat(maxViewName + 1), '', false],
    ['the longest query', 'Long', 't'.repeat(maxViewQuery), true],
    ['a query that is too long', 'Long', 't'.repeat(maxViewQuery + 1), false],
    ['search words', 'Ann', 'search=Ann+Lee', false],
    ['search words after a filter', 'Ann', 'town=Malvern&search=Ann', false],
    ['a source named search', 'Ads', 'source=search', true],
  ])('%s', async (_, name, query, isKept) => {
    expect(await refusal(save(callers.staff, name, { query }))).toBe(isKept ? '' : '23514')
  })

  test('nobody has more than fifty, also when two are added at once', async () => {
    const insert = `insert into saved_views (owner_id, name)
      select $1, 'View ' || n from generate_series(1, $2::int) n`
    await people.database.query(insert, [staff, maxViews - 1])
    const both = await Promise.all([
      refusal(save(callers.staff, 'Fifty')),
      refusal(save(callers.staff, 'Fifty as well')),
    ])
    expect(both.sort()).toEqual(['', '23514'])
    expect(await refusal(save(callers.admin, 'Another person’s'))).toBe('')
    await people.database.query('delete from saved_views')
    expect(await refusal(people.database.query(insert, [staff, maxViews + 1]))).toBe('23514')
  })

  test('changing a view dates it, and following a name does not', async () => {
    await save(callers.admin, 'Ours')
    await people.database.query(`update saved_views set updated_at = '2020-01-01'`)
    const year = async () => {
      const { rows } = await people.database.query<{ updated_at: Date }>(
        'select updated_at from saved_views',
      )
      return rows[0]?.updated_at.getUTCFullYear()
    }
    await people.database.query(`update profiles set full_name = 'Ada' where id = $1`, [admin])
    expect(await year()).toBe(2020)
    await as(callers.admin, `update saved_views set name = 'Theirs'`)
    expect(await year()).toBeGreaterThan(2020)
  })

  test('views go with the account of their owner', async () => {
    const id = randomUUID()
    await people.database.query('insert into auth.users (id, email) values ($1, $2)', [
      id,
      `${id}@x.test`,
    ])
    await people.database.query(`insert into saved_views (owner_id, name) values ($1, 'Gone')`, [
      id,
    ])
    await people.database.query('delete from auth.users where id = $1', [id])
    expect((await people.database.query('select from saved_views')).count).toBe(0)
  })

  test('a backup has them', async () => {
    await save(callers.staff, 'Kept', { query: 'town=Malvern', isShared: true })
    const lines: string[] = []
    await writeBackup(people.database, (line) => {
      lines.push(line)
    })
    const target = await openTestDatabase(engine)
    await restoreBackup(
      target.database,
      (async function* () {
        yield* lines
      })(),
    )
    const read = (from: Database) => from.query('select * from saved_views')
    expect((await read(target.database)).rows).toEqual((await read(people.database)).rows)
    await target.remove()
  })
})
