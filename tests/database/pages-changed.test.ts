// Cached pages are invalidated when a review changes, and only then.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  const heard: string[] = []
  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    await opened.database.listen('pages_changed', {
      onMessage: (table) => void heard.push(table),
      onReconnect: () => {},
    })
  })
  afterAll(() => opened.remove())

  test('a statement that changes no row tells nobody', async () => {
    const { database } = opened
    await database.query('update google_reviews set is_featured = true where false')
    await database.query('delete from google_reviews where false')
    await database.query('insert into google_reviews (author_name) select $1 where false', ['x'])
    expect(heard).toEqual([])
    for (const sql of [
      `insert into google_reviews (author_name) values ('Ann')`,
      'update google_reviews set is_featured = true',
      'delete from google_reviews',
    ]) {
      heard.length = 0
      await database.query(sql)
      await expect.poll(() => heard).toEqual(['google_reviews'])
    }
  })
})
