// The average that pages state is over every review, and visitors still read only the featured ones.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymous, asCaller } from '#backend/database/as-caller.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openTestDatabase(engine)
  })
  afterAll(() => opened.remove())

  const summary = () =>
    asCaller(opened.database, anonymous, async (tx) => {
      const { rows } = await tx.query('select count, average from internal.review_summary()')
      return rows[0]
    })

  test('without reviews there is nothing to average', async () => {
    expect(await summary()).toEqual({ count: 0, average: 0 })
  })

  test('reviews that are not shown count as well', async () => {
    await opened.database.query(
      `insert into google_reviews (author_name, rating, is_featured)
       values ('Ann', 5, true), ('Ben', 5, true), ('Cy', 2, false)`,
    )
    expect(await summary()).toEqual({ count: 3, average: 4 })
  })
})
