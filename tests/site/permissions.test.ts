// Who reads and changes site documents: a visitor, an account without a role, staff, an administrator
// and the secret key, through the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentSchemas } from '#content/documents.ts'
import { engines } from '#tests/support/databases.ts'
import { openSiteApi, type SiteApi } from '#tests/support/site-api.ts'

const callers = ['anon', 'user', 'staff', 'admin', 'service'] as const
/** Of what every firm has: no page shows these as they are. The others, services and towns are shown. */
const privateKeys = ['announcement', 'answers', 'redirects', 'review-request']
const publicKeys = [
  ...['company', 'coverage', 'hours', 'look', 'map', 'mark', 'navigation'],
  ...['pages/about', 'pages/contact', 'pages/home', 'pages/not-found', 'pages/privacy-policy'],
  ...['pages/terms', 'pictures', 'quote-steps', 'services', 'towns', 'trust'],
]
const tables = ['site_documents', 'site_drafts', 'site_versions', 'site_changes']

describe.each(engines)('%s', (engine) => {
  let api: SiteApi
  let revision = 0
  beforeAll(async () => {
    api = await openSiteApi(engine)
    await api.publish({ company: { name: 'Green' }, hours: { monday: '9' } })
    revision = await api.draft('pages/home', { title: 'Soon' })
  })
  afterAll(() => api.remove())

  test.each([
    ['site_documents', ['2', '2', '2', '2', '2']],
    ['site_drafts', ['401', '0', '1', '1', '1']],
    ['site_versions', ['401', '0', '1', '1', '1']],
    ['site_changes', ['401', '0', '2', '2', '2']],
  ])('reading %s', async (table, expected) => {
    const said: string[] = []
    for (const caller of callers) {
      const answer = await api.request(caller, `/${table}?limit=1`, {
        headers: { Prefer: 'count=exact' },
      })
      const total = answer.headers.get('content-range')?.split('/')[1] ?? ''
      said.push(answer.ok ? total : String(answer.status))
    }
    expect(said).toEqual(expected)
  })

  test.each(tables)('no caller writes %s by hand', async (table) => {
    const column = table === 'site_versions' ? 'published_by_name' : 'state'
    for (const caller of callers) {
      const path = `/${table}?${column}=neq.x`
      const headers = { 'Content-Type': 'application/json' }
      const body = JSON.stringify({ [column]: 'removed' })
      const answers = [
        await api.request(caller, `/${table}`, { method: 'POST', headers, body }),
        await api.request(caller, path, { method: 'PATCH', headers, body }),
        await api.request(caller, path, { method: 'DELETE' }),
      ]
      const refused = caller === 'anon' ? 401 : 403
      expect(answers.map(({ status }) => status)).toEqual([refused, refused, refused])
    }
    await expect(api.published()).resolves.toEqual({
      company: { name: 'Green' },
      hours: { monday: '9' },
    })
  })

  const staffOnly = [401, 403, 200, 200, 403]
  const adminOnly = [401, 403, 403, 200, 403]
  const calls: [name: string, args: () => object, statuses: number[]][] = [
    [
      'save_site_draft',
      () => ({ key: 'look', state: 'edited', body: {}, expected_revision: 0 }),
      staffOnly,
    ],
    [
      'discard_site_draft',
      () => ({ key: 'pages/home', expected_revision: revision }),
      staffOnly.map((status) => (status === 200 ? 204 : status)),
    ],
    ['rebase_site_draft', () => ({ key: 'pages/home', expected_revision: revision }), staffOnly],
    ['publish_site', () => ({ keys: ['pages/home'], summary: [] }), adminOnly],
    ['restore_site_version', () => ({ id: 0, summary: [] }), adminOnly],
  ]

  test.each(calls)('calling %s', async (name, args, expected) => {
    const said: number[] = []
    for (const caller of callers) {
      const answer = await api.request(caller, `/rpc/${name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Prefer: 'tx=rollback' },
        body: JSON.stringify(args()),
      })
      said.push(answer.status)
    }
    expect(said).toEqual(expected)
  })

  // The API refuses others by itself: the functions must not depend on it.
  test.each(calls)('%s asks for the role itself', async (name, args) => {
    const named = Object.entries(args()).map(([key, value]) => {
      const list = Array.isArray(value) ? `array[${value.map((one) => `'${one}'`)}]::text[]` : ''
      const plain = typeof value === 'number' ? String(value) : `'${value}'`
      return `${key} => ${list || (key === 'body' ? `'{}'` : plain)}`
    })
    const { rows } = await api.database.query<{ id: string }>(
      `select id from profiles where email = 'user@x.test'`,
    )
    const asUser = api.database.transaction(async (tx) => {
      await tx.query(
        `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
        [JSON.stringify({ sub: rows[0]?.id, role: 'authenticated' })],
      )
      await tx.query(`select public.${name}(${named.join(', ')})`)
    })
    await expect(asUser).rejects.toMatchObject({
      code: '42501',
      message: `permission denied for function ${name}`,
    })
  })

  test('every document is either for visitors or for staff', async () => {
    expect([...privateKeys, ...publicKeys].sort()).toEqual(Object.keys(documentSchemas).sort())
    const before = await api.versions()
    const keys = [...privateKeys, ...publicKeys, 'services/patios', 'towns/ledbury']
    const insert = `insert into site_documents (key, state, body, version_id)
      select unnest($1::text[]), 'edited', '{"secret":"4711"}', $2 on conflict do nothing`
    await api.database.query(insert, [keys, before[0]?.id])
    const readKeys = async (caller: (typeof callers)[number], filter = '') => {
      const answer = await api.request(caller, `/site_documents?select=key${filter}`)
      return ((await answer.json()) as { key: string }[]).map(({ key }) => key).sort()
    }
    const shown = keys.filter((key) => !privateKeys.includes(key)).sort()
    for (const caller of ['anon', 'user'] as const) {
      expect(await readKeys(caller), caller).toEqual(shown)
      expect(await readKeys(caller, '&key=eq.answers'), caller).toEqual([])
      expect(await readKeys(caller, '&body->>secret=eq.4711&key=like.a*'), caller).toEqual([])
    }
    for (const caller of ['staff', 'admin', 'service'] as const) {
      expect(await readKeys(caller), caller).toEqual([...keys].sort())
    }
    // The server makes the site of all of them.
    expect(Object.keys(await api.published()).sort()).toEqual([...keys].sort())
    await api.database.query(`delete from site_documents where body ? 'secret'`)
  })

  test('an administrator whose second factor is not proved publishes nothing', async () => {
    await api.database.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       select gen_random_uuid(), id, 'totp', 'verified', now(), now() from auth.users
       where email = 'admin@x.test'`,
    )
    const { status } = await api.call('admin', 'publish_site', {
      keys: ['pages/home'],
      summary: [],
    })
    expect(status).toBe(403)
    await api.database.query('delete from auth.mfa_factors')
  })
})
