import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { zone } from '#content/zone.ts'
import { revision } from './schema/revision.ts'
import { schema } from './schema.ts'

test('the revision is that of the definitions', () => {
  const hash = createHash('sha256')
  for (const { name, sql } of schema.definitions) hash.update(`${name}\n${sql}\n`)
  const checksum = hash.digest('hex').slice(0, 16)
  expect(
    revision.checksum,
    `Functions, views, triggers or policies have changed: raise the number in backend/database/schema/revision.ts and set its checksum to ${checksum}.`,
  ).toBe(checksum)
})

test('migrations make nothing that is defined in files of its own', () => {
  const replaceable = /^\s*(create|alter|drop) (or replace )?(function|view|trigger|policy)\b/im
  expect(namesOf(schema.migrations.filter(({ sql }) => replaceable.test(sql)))).toEqual([])
})

test('definitions make nothing that cannot be replaced', () => {
  const lasting = /^\s*(create|alter|drop) (unlogged )?(table|index|unique|type|role|schema)\b/im
  expect(namesOf(schema.definitions.filter(({ sql }) => lasting.test(sql)))).toEqual([])
})

test("times are worked out in the company's zone or in UTC", () => {
  const zones = [...schema.migrations, ...schema.definitions].flatMap(({ name, sql }) =>
    [...sql.matchAll(/\btime zone '([^']*)'/gi)].map(([, found = '']) => ({ name, found })),
  )
  expect(zones.filter(({ found }) => found === zone).length).toBeGreaterThan(0)
  const other = zones.filter(({ found }) => found !== zone && found.toLowerCase() !== 'utc')
  expect(other).toEqual([])
})

// Grants that an earlier version of the file made must not stay.
test('before a table is granted to a role it is taken from all', () => {
  const everyRole = 'from anon, authenticated, service_role, site_staff, site_admin'
  const policies = schema.definitions.filter(({ name }) => name.startsWith('policies/'))
  const granted = policies.flatMap(({ name, sql }) =>
    [...sql.matchAll(/^grant [^;]*? on ([^;]*?)\s+to /gm)]
      .flatMap(([, tables]) => tables?.split(/,\s*/) ?? [])
      .map((table) => ({ name, sql, table })),
  )
  expect(granted.length).toBeGreaterThan(10)
  const kept = granted.filter(({ sql, table }) => {
    const [revoke = ''] = /^revoke all on [^;]*;/m.exec(sql) ?? []
    return !(revoke.includes(table) && revoke.endsWith(`${everyRole};`))
  })
  expect(namesOf(kept)).toEqual([])
})

function namesOf(files: { name: string }[]): string[] {
  return files.map(({ name }) => name)
}
