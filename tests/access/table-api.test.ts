// Section 6 of the specification over HTTP: every caller, table and verb, with raw requests.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import {
  type CallerName,
  callerNames,
  openTableApi,
  people,
  type TableApi,
} from '#tests/support/table-api.ts'

const shown = '00000000-0000-4000-9000-000000000001'
const enquiry = {
  name: 'Bob Day',
  email: 'bob@example.com',
  phone: '01632 960002',
  address: 'WR1 2AB',
  service: 'Other',
  message: 'Please call me as well',
}

/** Below 100 the number of rows, from 100 on the status of the refusal. */
type Expected = Record<(typeof callerNames)[number], number>

const table: [string, string, string, unknown, Expected][] = [
  [
    'reads reviews',
    'GET',
    '/google_reviews',
    undefined,
    { anon: 6, user: 6, admin: 10, service: 10 },
  ],
  [
    'adds a review',
    'POST',
    '/google_reviews',
    { author_name: 'X' },
    { anon: 401, user: 403, admin: 1, service: 1 },
  ],
  [
    'adds a featured review',
    'POST',
    '/google_reviews',
    { author_name: 'X', is_featured: true },
    { anon: 401, user: 403, admin: 1, service: 1 },
  ],
  [
    'edits reviews',
    'PATCH',
    '/google_reviews?rating=gt.0',
    { rating: 1 },
    { anon: 401, user: 0, admin: 10, service: 10 },
  ],
  [
    'replaces a review',
    'PUT',
    `/google_reviews?id=eq.${shown}`,
    { id: shown, author_name: 'X' },
    { anon: 401, user: 403, admin: 1, service: 1 },
  ],
  [
    'deletes reviews',
    'DELETE',
    '/google_reviews?rating=gt.0',
    undefined,
    { anon: 401, user: 0, admin: 10, service: 10 },
  ],

  ['reads profiles', 'GET', '/profiles', undefined, { anon: 401, user: 1, admin: 3, service: 3 }],
  [
    "reads another's profile",
    'GET',
    `/profiles?id=eq.${people.other}`,
    undefined,
    { anon: 401, user: 0, admin: 1, service: 1 },
  ],
  [
    'adds a profile',
    'POST',
    '/profiles',
    { id: shown },
    { anon: 401, user: 403, admin: 403, service: 409 },
  ],
  [
    'edits profiles',
    'PATCH',
    '/profiles?id=not.is.null',
    { full_name: 'X' },
    { anon: 401, user: 403, admin: 403, service: 3 },
  ],
  [
    'edits its own profile',
    'PATCH',
    `/profiles?id=eq.${people.user}`,
    { full_name: 'X' },
    { anon: 401, user: 403, admin: 403, service: 1 },
  ],
  [
    'replaces a profile',
    'PUT',
    `/profiles?id=eq.${people.other}`,
    { id: people.other, full_name: 'X' },
    { anon: 401, user: 403, admin: 403, service: 1 },
  ],
  [
    'deletes a profile',
    'DELETE',
    `/profiles?id=eq.${people.other}`,
    undefined,
    { anon: 401, user: 403, admin: 403, service: 1 },
  ],

  ['reads roles', 'GET', '/user_roles', undefined, { anon: 401, user: 1, admin: 4, service: 4 }],
  [
    "reads another's roles",
    'GET',
    `/user_roles?user_id=eq.${people.other}`,
    undefined,
    { anon: 401, user: 0, admin: 2, service: 2 },
  ],
  [
    'grants a role',
    'POST',
    '/user_roles',
    { user_id: people.user, role: 'helper' },
    { anon: 401, user: 403, admin: 1, service: 1 },
  ],
  [
    'renames roles',
    'PATCH',
    '/user_roles?role=eq.editor',
    { role: 'helper' },
    { anon: 401, user: 403, admin: 403, service: 2 },
  ],
  [
    'replaces a role',
    'PUT',
    `/user_roles?id=eq.${shown}`,
    { id: shown, user_id: people.user, role: 'helper' },
    { anon: 401, user: 403, admin: 403, service: 1 },
  ],
  [
    'takes roles away',
    'DELETE',
    '/user_roles?role=eq.editor',
    undefined,
    { anon: 401, user: 0, admin: 2, service: 2 },
  ],
  [
    'removes the last admin',
    'DELETE',
    '/user_roles?role=eq.admin',
    undefined,
    { anon: 401, user: 0, admin: 400, service: 400 },
  ],

  ['reads enquiries', 'GET', '/enquiries', undefined, { anon: 401, user: 0, admin: 1, service: 1 }],
  [
    'adds an enquiry',
    'POST',
    '/enquiries',
    enquiry,
    { anon: 401, user: 403, admin: 403, service: 1 },
  ],
  [
    'moves an enquiry on',
    'PATCH',
    '/enquiries?id=not.is.null',
    { status: 'contacted' },
    { anon: 401, user: 403, admin: 1, service: 1 },
  ],
  [
    'rewrites an enquiry',
    'PATCH',
    '/enquiries?id=not.is.null',
    { message: 'Something else' },
    { anon: 401, user: 403, admin: 403, service: 1 },
  ],
  [
    'replaces an enquiry',
    'PUT',
    `/enquiries?id=eq.${shown}`,
    { id: shown, ...enquiry },
    { anon: 401, user: 403, admin: 403, service: 1 },
  ],
  [
    'deletes enquiries',
    'DELETE',
    '/enquiries?id=not.is.null',
    undefined,
    { anon: 401, user: 403, admin: 403, service: 1 },
  ],

  [
    'reads accounts',
    'GET',
    '/users',
    undefined,
    { anon: 404, user: 404, admin: 404, service: 404 },
  ],
  [
    'reads secrets',
    'GET',
    '/secrets',
    undefined,
    { anon: 404, user: 404, admin: 404, service: 404 },
  ],
  [
    'reads a table without policies',
    'GET',
    '/secret_notes',
    undefined,
    { anon: 401, user: 403, admin: 403, service: 0 },
  ],
  [
    'makes itself admin',
    'POST',
    '/user_roles',
    { user_id: people.user, role: 'admin' },
    { anon: 401, user: 403, admin: 1, service: 1 },
  ],
  [
    'makes itself admin by upsert',
    'POST',
    '/user_roles?on_conflict=user_id,role',
    { user_id: people.user, role: 'admin' },
    { anon: 401, user: 403, admin: 403, service: 1 },
  ],
  [
    'takes over a role row',
    'PATCH',
    '/user_roles?role=eq.admin',
    { user_id: people.user },
    { anon: 401, user: 403, admin: 403, service: 1 },
  ],
  [
    'reads roles through profiles',
    'GET',
    '/profiles?select=user_roles!inner(role)&user_roles.role=eq.admin',
    undefined,
    { anon: 401, user: 0, admin: 1, service: 1 },
  ],
  [
    'reads profiles through roles',
    'GET',
    '/user_roles?select=profiles!inner(email)',
    undefined,
    { anon: 401, user: 1, admin: 4, service: 4 },
  ],
  [
    'orders by what it may not see',
    'GET',
    '/user_roles?select=role,profiles(email)&order=profiles(email)',
    undefined,
    { anon: 401, user: 1, admin: 4, service: 4 },
  ],
]

describe.each(engines)('%s', (engine) => {
  let api: TableApi
  beforeAll(async () => {
    api = await openTableApi(engine)
  })
  afterAll(() => api.remove())

  async function reach(caller: CallerName, method: string, path: string, body: unknown) {
    const isUpsert = path.includes('on_conflict')
    const response = await api.request(caller, path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        Prefer: `count=exact,tx=rollback${isUpsert ? ',resolution=merge-duplicates' : ''}`,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (response.status >= 400) {
      expect(Object.keys(await response.json())).toEqual(['code', 'message', 'details', 'hint'])
      return response.status
    }
    // PUT returns no range: a success means that it wrote its one row.
    return Number(response.headers.get('content-range')?.split('/')[1] ?? 1)
  }

  const cells = table.flatMap(([what, method, path, body, expected]) =>
    callerNames.map((caller) => ({ caller, what, method, path, body, expected: expected[caller] })),
  )
  test.each(cells)(
    '$caller $what → $expected',
    async ({ caller, method, path, body, expected }) => {
      expect(await reach(caller, method, path, body)).toBe(expected)
    },
  )

  test('an administrator who is demoted is no administrator at the next request', async () => {
    const grant = { user_id: people.user, role: 'admin' }
    await api.request('service', '/user_roles', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(grant),
    })
    expect(await reach('user', 'GET', '/profiles', undefined)).toBe(3)
    await api.request('service', `/user_roles?user_id=eq.${people.user}&role=eq.admin`, {
      method: 'DELETE',
    })
    expect(await reach('user', 'GET', '/profiles', undefined)).toBe(1)
  })

  test('requests of different callers at once do not mix', async () => {
    const asked = Array.from({ length: 60 }, (_, n) => callerNames[n % 4] ?? 'anon')
    const reached = await Promise.all(
      asked.map((caller) => reach(caller, 'GET', '/google_reviews', undefined)),
    )
    const expected = { anon: 6, user: 6, admin: 10, service: 10 }
    expect(reached).toEqual(asked.map((caller) => expected[caller]))
  })

  test('nothing failed behind the answers', () => {
    expect(api.failures).toEqual([])
  })
})
