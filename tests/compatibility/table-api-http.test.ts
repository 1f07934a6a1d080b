// What the table API says in HTTP: methods, headers, preferences, bodies and other origins.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractEngines } from '#tests/support/databases.ts'
import { type CallerName, openTableApi, origin, type TableApi } from '#tests/support/table-api.ts'

const json = { 'Content-Type': 'application/json' }

describe.each(contractEngines)('%s', (engine) => {
  let api: TableApi
  beforeAll(async () => {
    api = await openTableApi(engine)
    await api.request('anon', '/plants')
  })
  afterAll(() => api.remove())

  const anon = (path: string, init?: RequestInit) => api.request('anon', path, init)
  const service = (path: string, init?: RequestInit) => api.request('service', path, init)

  test.each([
    ['/plants?order=id&limit=2', {}, 200, '0-1/*'],
    ['/plants?order=id&limit=2', { Prefer: 'count=exact' }, 206, '0-1/5'],
    ['/plants?order=id&offset=3', { Prefer: 'count=exact' }, 206, '3-4/5'],
    ['/plants?order=id', { Range: '1-2', 'Range-Unit': 'items' }, 200, '1-2/*'],
    ['/plants?order=id', { Range: '3-', Prefer: 'count=exact' }, 206, '3-4/5'],
    ['/plants?order=id&limit=1', { Range: '2-4' }, 200, '2-2/*'],
    ['/plants', { Prefer: 'count=exact' }, 200, '0-4/5'],
    ['/plants?id=eq.99', { Prefer: 'count=exact' }, 200, '*/0'],
    ['/plants?id=eq.99', {}, 200, '*/*'],
    ['/plants?limit=0', {}, 200, '*/*'],
    ['/plants?limit=many', {}, 200, '0-4/*'],
    ['/plants?offset=5', { Prefer: 'count=exact' }, 206, '*/5'],
    ['/rpc/count_up?most=3', {}, 200, '0-2/*'],
  ])('GET %s with %o has the range', async (path, headers, status, range) => {
    const response = await anon(path, { headers: headers as Record<string, string> })
    expect([response.status, response.headers.get('content-range')]).toEqual([status, range])
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('HEAD has the headers of GET and no body', async () => {
    const response = await anon('/plants', { method: 'HEAD', headers: { Prefer: 'count=exact' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-range')).toBe('0-4/5')
    expect(response.headers.get('preference-applied')).toBe('count=exact')
    expect(await response.text()).toBe('')
  })

  test('bytes of a large number and of a price are the database’s own', async () => {
    const response = await anon('/plants?id=in.(3,5)&select=stock,price&order=id')
    expect(await response.text()).toBe(
      '[{"stock":2,"price":30.00}, {"stock":9007199254740993,"price":0.75}]',
    )
  })

  test('OPTIONS says what may be done', async () => {
    const table = await anon('/plants', { method: 'OPTIONS' })
    expect(table.headers.get('allow')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
    const view = await anon('/hardy_plants', { method: 'OPTIONS' })
    expect(view.headers.get('allow')).toBe('OPTIONS,GET,HEAD,POST,PATCH,DELETE')
    const stable = await anon('/rpc/hello', { method: 'OPTIONS' })
    expect(stable.headers.get('allow')).toBe('OPTIONS,GET,HEAD,POST')
    const volatile = await anon('/rpc/nothing_to_say', { method: 'OPTIONS' })
    expect(volatile.headers.get('allow')).toBe('OPTIONS,POST')
  })

  describe('preferences', () => {
    test('what was applied is said', async () => {
      const response = await service('/beds', {
        method: 'POST',
        headers: {
          ...json,
          Prefer:
            'resolution=merge-duplicates, missing=default, return=representation, count=exact, tx=rollback, handling=lenient, nonesuch',
        },
        body: '{"id": 77, "label": "X"}',
      })
      expect(response.status).toBe(201)
      expect(response.headers.get('content-range')).toBe('*/1')
      expect(response.headers.get('preference-applied')).toBe(
        'resolution=merge-duplicates, missing=default, return=representation, count=exact, tx=rollback, handling=lenient',
      )
    })

    test('strict handling refuses what it does not know', async () => {
      const response = await anon('/beds', { headers: { Prefer: 'handling=strict, foo, bar' } })
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({
        code: 'PGRST122',
        message: 'Invalid preferences given with handling=strict',
        details: 'Invalid preferences: foo, bar',
        hint: null,
      })
    })

    test('times are shown in the time zone asked for', async () => {
      const read = (zone: string, more = '') =>
        anon('/google_reviews?select=time_posted&author_name=eq.Author 1', {
          headers: { Prefer: `timezone=${zone}${more}` },
        })
      const tokyo = await read('Asia/Tokyo')
      expect(await tokyo.json()).toEqual([{ time_posted: '2026-01-02T09:00:00+09:00' }])
      expect(tokyo.headers.get('preference-applied')).toBe('timezone=Asia/Tokyo')
      const unknown = await read('Mars/Phobos')
      expect(await unknown.json()).toEqual([{ time_posted: '2026-01-02T00:00:00+00:00' }])
      expect(unknown.headers.get('preference-applied')).toBeNull()
      expect((await read('Mars/Phobos', ', handling=strict')).status).toBe(400)
      // The next request on the connection is back to the usual.
      const usual = await anon('/google_reviews?select=time_posted&author_name=eq.Author 1')
      expect(await usual.json()).toEqual([{ time_posted: '2026-01-02T00:00:00+00:00' }])
    })

    test('headers-only answers where the row is', async () => {
      const response = await service('/plantings', {
        method: 'POST',
        headers: { ...json, Prefer: 'return=headers-only, tx=rollback' },
        body: '{"plant_id": 4, "bed_id": 3}',
      })
      expect(response.status).toBe(201)
      expect(response.headers.get('location')).toBe('/plantings?plant_id=eq.4&bed_id=eq.3')
      expect(await response.text()).toBe('')
    })
  })

  describe('bodies', () => {
    const post = (
      body: BodyInit,
      headers: Record<string, string>,
      path = '/beds?select=id,label',
    ) =>
      service(path, {
        method: 'POST',
        headers: { Prefer: 'return=representation, tx=rollback', ...headers },
        body,
      })

    test('CSV is inserted, with its nulls', async () => {
      const response = await post(
        'id,label,"odd,""name"\n50,"A, ""b""",NULL\n51,C,\n',
        {
          'Content-Type': 'text/csv',
        },
        '/beds',
      )
      expect(await response.json()).toEqual([
        { id: 50, label: 'A, "b"', 'odd,"name': null },
        { id: 51, label: 'C', 'odd,"name': '' },
      ])
    })

    test('a form is inserted', async () => {
      const response = await post('id=50&label=A+%26+b', {
        'Content-Type': 'application/x-www-form-urlencoded',
      })
      expect(await response.json()).toEqual([{ id: 50, label: 'A & b' }])
    })

    test('with columns, other keys are left out', async () => {
      const response = await post(
        '[{"id": 50, "label": "A", "junk": 1}, {"id": 51, "label": "B"}]',
        json,
        '/beds?columns=id,label&select=id,label',
      )
      expect(await response.json()).toEqual([
        { id: 50, label: 'A' },
        { id: 51, label: 'B' },
      ])
    })

    test.each<[string, BodyInit, Record<string, string>, number, string, string]>([
      ['nothing', '', json, 400, 'PGRST102', 'Empty or invalid json'],
      ['broken JSON', '{"id": ', json, 400, 'PGRST102', 'Empty or invalid json'],
      [
        'objects that differ',
        '[{"id":1},{"label":"x"}]',
        json,
        400,
        'PGRST102',
        'All object keys must match',
      ],
      ['a list of numbers', '[1,2]', json, 400, 'PGRST102', 'All object keys must match'],
      [
        'NUL characters',
        '{"id":60,"label":"a\\u0000b"}',
        json,
        400,
        'PGRST102',
        'The NUL character (\\u0000) is not allowed in text',
      ],
      [
        'half a surrogate pair',
        '{"id":60,"label":"\\ud800"}',
        json,
        400,
        '22P02',
        'invalid input syntax for type json',
      ],
      [
        'what is not UTF-8',
        new Uint8Array([0x22, 0xff, 0x22]),
        json,
        400,
        'PGRST102',
        'The body is not UTF-8',
      ],
      [
        'JSON nested too deep',
        `${'['.repeat(5000)}${']'.repeat(5000)}`,
        json,
        400,
        'PGRST102',
        'The json is nested more than 64 deep',
      ],
      [
        'more than a mebibyte',
        `{"label":"${'x'.repeat(1024 * 1024)}"}`,
        json,
        413,
        'PGRST102',
        'The request body is too large',
      ],
      [
        'another type',
        'x',
        { 'Content-Type': 'text/plain' },
        400,
        'PGRST102',
        'Content-Type not acceptable: text/plain',
      ],
      [
        'uneven CSV',
        'id,label\n1',
        { 'Content-Type': 'text/csv' },
        400,
        'PGRST102',
        'All lines must have same number of fields',
      ],
      ['a backslash before u0000 is text', '{"id":60,"label":"\\\\u0000"}', json, 201, '', ''],
    ])('%s', async (_, body, headers, status, code, message) => {
      const response = await post(body, headers)
      expect(response.status).toBe(status)
      if (status >= 400) expect(await response.json()).toMatchObject({ code, message })
    })
  })

  describe('PUT', () => {
    const put = (path: string, body: unknown) =>
      service(path, {
        method: 'PUT',
        headers: { ...json, Prefer: 'return=representation, tx=rollback' },
        body: JSON.stringify(body),
      })

    test('makes or replaces the row that it names', async () => {
      const made = await put('/beds?id=eq.70&select=id,label', { id: 70, label: 'New' })
      expect([made.status, await made.json()]).toEqual([201, [{ id: 70, label: 'New' }]])
      const replaced = await put('/beds?id=eq.1&select=id,label', { id: 1, label: 'New' })
      expect([replaced.status, await replaced.json()]).toEqual([200, [{ id: 1, label: 'New' }]])
    })

    test.each([
      ['/beds?id=eq.1', { id: 2, label: 'X' }, 400, 'PGRST115'],
      [
        '/beds?id=eq.1',
        [
          { id: 1, label: 'X' },
          { id: 1, label: 'Y' },
        ],
        400,
        'PGRST115',
      ],
      ['/beds?id=gt.1', { id: 2, label: 'X' }, 405, 'PGRST105'],
      ['/beds', { id: 2, label: 'X' }, 405, 'PGRST105'],
      ['/beds?id=eq.1&label=eq.x', { id: 1, label: 'X' }, 405, 'PGRST105'],
      ['/beds?id=eq.1&limit=1', { id: 1, label: 'X' }, 400, 'PGRST114'],
    ])('%s with %o is refused', async (path, body, status, code) => {
      const response = await put(path, body)
      expect([response.status, (await response.json()).code]).toEqual([status, code])
    })
  })

  describe('CORS', () => {
    test('a preflight is answered without a key', async () => {
      const response = await api.fetch(`${origin}/rest/v1/plants`, {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://elsewhere.example',
          'Access-Control-Request-Method': 'PATCH',
          'Access-Control-Request-Headers': 'apikey,prefer',
        },
      })
      expect(response.status).toBe(204)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
      expect(response.headers.get('access-control-allow-headers')).toBe('apikey,prefer')
      expect(response.headers.get('access-control-max-age')).toBe('86400')
      // No cookie of the visitor comes with it.
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    })

    test('a page may ask what a table allows', async () => {
      const response = await api.request('anon', '/plants', {
        method: 'OPTIONS',
        headers: { Origin: 'https://elsewhere.example' },
      })
      expect(response.headers.get('allow')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
    })

    test.each<[CallerName, string, number]>([
      ['anon', '/plants', 200],
      ['anon', '/nonesuch', 404],
    ])('%s %s may be read by any page', async (caller, path, status) => {
      const response = await api.request(caller, path, {
        headers: { Origin: 'https://elsewhere.example' },
      })
      expect(response.status).toBe(status)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-expose-headers')).toContain('Content-Range')
    })
  })
})
