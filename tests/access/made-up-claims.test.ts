// Forged claims: a caller of the table API tries to get a higher role.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { openTableApi, type TableApi } from '#tests/support/table-api.ts'

describe.each(engines)('%s', (engine) => {
  let api: TableApi
  beforeAll(async () => {
    api = await openTableApi(engine)
  })
  afterAll(() => api.remove())

  describe('claims that a caller makes up', () => {
    const attempts: [string, string, RequestInit][] = [
      [
        'a role header',
        '/user_roles',
        { headers: { role: 'service_role', 'X-Role': 'service_role' } },
      ],
      ['a claims parameter', '/user_roles?request.jwt.claims=eq.x', {}],
      ['a role parameter', `/user_roles?role=service_role`, {}],
      [
        'a Prefer header that sets',
        '/user_roles',
        { headers: { Prefer: "timezone=UTC'; set role postgres; --" } },
      ],
      ['a schema in the table name', '/internal.secrets', {}],
      ['a quoted schema in the table name', '/%22auth%22.%22users%22', {}],
      ['a schema header', '/secrets', { headers: { 'Accept-Profile': 'internal' } }],
      ['an embedded table of another schema', '/profiles?select=users(*)', {}],
      ['a function of the database', '/rpc/pg_sleep?seconds=1', {}],
      [
        'a setting by function',
        '/rpc/set_config?setting_name=role&new_value=postgres&is_local=false',
        {},
      ],
      ['a subquery in a cast', '/profiles?select=id::text,(select 1)', {}],
    ]
    test.each(attempts)('%s reaches nothing more', async (_, path, init) => {
      const response = await api.request('user', path, init)
      const text = await response.text()
      expect(response.status).toBeLessThan(500)
      expect(text).not.toMatch(/admin@x|other@x|"admin"|encrypted_password|BEGIN|sb_secret/)
    })
  })

  test('nothing failed behind the answers', () => {
    expect(api.failures).toEqual([])
  })
})
