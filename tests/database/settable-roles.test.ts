// Who makes the roles of requests on PostgreSQL 16 and later can take them. The embedded engine is newer
// than that.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/databases.ts'

const migration = readFileSync(
  new URL(
    '../../backend/database/schema/migrations/auth/20261204000000_settable_roles.sql',
    import.meta.url,
  ),
  'utf8',
)

test('a role that is no superuser can take the roles that it made', async () => {
  const { database, remove } = await openTestDatabase('embedded')
  const canTake = `select pg_has_role('maker', 'made', 'set') as can`
  const undo = new Error('undo')
  const seen: unknown[] = []
  await database
    .transaction(async (tx) => {
      await tx.query('create role maker createrole')
      await tx.query('set local role maker')
      await tx.query('create role made nologin noinherit')
      seen.push(...(await tx.query(canTake)).rows)
      await tx.query(migration.replace(/array\[[^\]]+\]/, `array['made']`))
      seen.push(...(await tx.query(canTake)).rows)
      await tx.query('set local role made')
      throw undo
    })
    .catch((error) => expect(error).toBe(undo))
  expect(seen).toEqual([{ can: false }, { can: true }])
  await remove()
})
