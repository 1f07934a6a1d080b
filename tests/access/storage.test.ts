// Who may do what with files over HTTP, what tokens are good for, and how files are served.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { photo } from '#tests/support/pictures.ts'
import { openStorageService, type StorageService } from '#tests/support/storage-service.ts'
import { people, sessionOf, staffId, userToken } from '#tests/support/table-api.ts'

const object = '/object/enquiry-photos/one/lawn.jpg'

describe.each(engines)('%s', (engine) => {
  let service: StorageService
  let jpeg: Uint8Array<ArrayBuffer>
  beforeAll(async () => {
    service = await openStorageService(engine)
    jpeg = new Uint8Array(await photo({ width: 200, height: 100 }))
    await upload('service', 'one/lawn.jpg')
  })
  afterAll(() => service.remove())

  type Name = Parameters<StorageService['request']>[0]
  const upload = (caller: Name, name: string, body: BodyInit = jpeg) =>
    service.request(caller, `/object/enquiry-photos/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      body,
    })
  const post = (caller: Name, path: string, body: object) =>
    service.request(caller, path, { method: 'POST', body: JSON.stringify(body) })
  const codeOf = async (response: Response) =>
    response.ok ? response.status : Number((await response.json()).statusCode)
  const count = async () => {
    const { rows } = await service.database.query<{ count: number }>(
      'select count(*)::int from storage.objects',
    )
    return rows[0]?.count
  }

  test.each([
    ['nobody', 403],
    ['anon', 404],
    ['user', 404],
    ['staff', 200],
    ['admin', 200],
    ['service', 200],
  ] as const)('%s reads a photograph: %i', async (caller, expected) => {
    expect(await codeOf(await service.request(caller, object))).toBe(expected)
    const info = await service.request(caller, object.replace('object', 'object/info'))
    expect(await codeOf(info)).toBe(expected)
    const sign = await post(caller, object.replace('object', 'object/sign'), { expiresIn: 60 })
    expect(await codeOf(sign)).toBe(expected)
    const render = await service.request(
      caller,
      `${object.replace('object', 'render/image/authenticated')}?width=10`,
    )
    expect(await codeOf(render)).toBe(expected)
  })

  test.each(['nobody', 'anon', 'user', 'staff', 'admin'] as const)(
    '%s changes nothing',
    async (caller) => {
      const before = await count()
      expect(await codeOf(await upload(caller, 'x.jpg'))).toBe(403)
      const signed = await post(caller, '/object/upload/sign/enquiry-photos/x.jpg', {})
      expect(await codeOf(signed)).toBe(403)
      const target = { bucketId: 'enquiry-photos', sourceKey: 'one/lawn.jpg', destinationKey: 'y' }
      expect(await codeOf(await post(caller, '/object/move', target))).toBeGreaterThan(400)
      expect(await codeOf(await post(caller, '/object/copy', target))).toBeGreaterThan(400)
      await service.request(caller, '/object/enquiry-photos', {
        method: 'DELETE',
        body: JSON.stringify({ prefixes: ['one/lawn.jpg'] }),
      })
      expect(
        await codeOf(await service.request(caller, object, { method: 'DELETE' })),
      ).toBeGreaterThan(400)
      expect(await count()).toBe(before)
      expect(await codeOf(await service.request('service', object))).toBe(200)
    },
  )

  test.each(['anon', 'user'] as const)('%s lists nothing', async (caller) => {
    const list = await post(caller, '/object/list/enquiry-photos', { prefix: '' })
    expect(await list.json()).toEqual([])
    const many = await post(caller, '/object/sign/enquiry-photos', {
      expiresIn: 9,
      paths: ['one/lawn.jpg'],
    })
    expect(await many.json()).toMatchObject([{ signedURL: null }])
  })

  test('a private bucket is not public', async () => {
    const response = await service.request('nobody', object.replace('object', 'object/public'))
    expect(await codeOf(response)).toBe(404)
  })

  test('an ended session reads nothing', async () => {
    const token = await userToken(service.keys, people.admin, {
      session_id: sessionOf(people.other),
    })
    const headers = { ...service.headers('anon'), Authorization: `Bearer ${token}` }
    expect(await codeOf(await service.request('nobody', object, { headers }))).toBe(403)
  })

  test('the token of an OAuth client reads nothing', async () => {
    const token = await userToken(service.keys, people.admin, { client_id: people.other })
    const headers = { ...service.headers('anon'), Authorization: `Bearer ${token}` }
    expect(await codeOf(await service.request('nobody', object, { headers }))).toBe(403)
  })

  describe('a signed URL', () => {
    let readToken: string
    let uploadToken: string
    beforeAll(async () => {
      const read = await post('staff', object.replace('object', 'object/sign'), { expiresIn: 60 })
      readToken = (await read.json()).signedURL.split('token=')[1]
      const written = await post('service', '/object/upload/sign/enquiry-photos/new.jpg', {})
      uploadToken = (await written.json()).token
    })
    const signed = (path: string, token: string, init?: RequestInit) =>
      service.request('nobody', `${path}?token=${token}`, init)

    test('is good for its object alone', async () => {
      const path = object.replace('object', 'object/sign')
      expect((await signed(path, readToken)).status).toBe(200)
      expect((await signed(path.replace('lawn', 'other'), readToken)).status).toBe(400)
      expect((await signed(path, `${readToken}x`)).status).toBe(400)
      expect((await signed(path, '')).status).toBe(400)
    })

    test('shows nothing of what its signer may not read any more', async () => {
      const { database } = service
      const many = await post('staff', '/object/sign/enquiry-photos', {
        expiresIn: 604_800,
        paths: ['one/lawn.jpg'],
      })
      const [{ signedURL }] = await many.json()
      const one = await post('staff', object.replace('object', 'object/sign'), { expiresIn: 60 })
      const urls = [signedURL, (await one.json()).signedURL]
      const answers = () =>
        Promise.all(urls.map(async (url) => codeOf(await service.request('nobody', url))))
      expect(await answers()).toEqual([200, 200])
      await database.query('delete from user_roles where user_id = $1', [staffId])
      expect(await answers()).toEqual([404, 404])
      await database.query(`insert into user_roles (user_id, role) values ($1, 'staff')`, [staffId])
      expect(await answers()).toEqual([200, 200])
      await database.query(
        `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
        [staffId],
      )
      expect(await answers()).toEqual([403, 403])
      await database.query('update auth.users set banned_until = null where id = $1', [staffId])
      const { rows } = await database.query(
        `delete from auth.sessions where user_id = $1 returning to_jsonb(sessions) as row`,
        [staffId],
      )
      expect(await answers()).toEqual([403, 403])
      await database.query(
        'insert into auth.sessions select * from jsonb_populate_record(null::auth.sessions, $1::jsonb)',
        [JSON.stringify(rows[0]?.row)],
      )
      expect(await answers()).toEqual([200, 200])
    })

    test('to read does not upload, and the other way round', async () => {
      const path = '/object/upload/sign/enquiry-photos/one/lawn.jpg'
      expect((await signed(path, readToken, { method: 'PUT', body: jpeg })).status).toBe(400)
      expect((await signed('/object/sign/enquiry-photos/new.jpg', uploadToken)).status).toBe(400)
    })

    test('is no key and no access token', async () => {
      for (const token of [readToken, uploadToken]) {
        const asKey = { apikey: token, Authorization: `Bearer ${token}` }
        expect(await codeOf(await service.request('nobody', object, { headers: asKey }))).toBe(401)
        const asBearer = { ...service.headers('anon'), Authorization: `Bearer ${token}` }
        expect(await codeOf(await service.request('nobody', object, { headers: asBearer }))).toBe(
          401,
        )
      }
    })

    test('is not made of an access token', async () => {
      const token = await userToken(service.keys, people.admin, {
        url: 'enquiry-photos/one/lawn.jpg',
      })
      expect((await signed(object.replace('object', 'object/sign'), token)).status).toBe(400)
    })

    test.each([0, -1, 1.5, 604_801, 'soon'])('does not last %s seconds', async (expiresIn) => {
      const response = await post('staff', object.replace('object', 'object/sign'), { expiresIn })
      expect(response.status).toBe(400)
    })

    test('ends', async () => {
      const exp = Math.floor(Date.now() / 1000) - 1
      const claims = { role: 'storage_read', url: 'enquiry-photos/one/lawn.jpg', exp }
      const token = await service.keys.sign(claims)
      const response = await signed(object.replace('object', 'object/sign'), token)
      expect(await response.json()).toMatchObject({ message: '"exp" claim timestamp check failed' })
    })
  })

  describe('what is served', () => {
    const get = (headers: Record<string, string> = {}, method = 'GET') =>
      service.request('staff', object, { method, headers })

    test('runs nothing and is kept by nobody else', async () => {
      const { headers } = await get()
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'content-disposition': `inline; filename="lawn.jpg"; filename*=UTF-8''lawn.jpg`,
        'cache-control': 'private, max-age=3600',
        'accept-ranges': 'bytes',
      })
    })

    test('comes in parts', async () => {
      const whole = Buffer.from(await (await get()).arrayBuffer())
      const part = await get({ range: 'bytes=10-19' })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-range')).toBe(`bytes 10-19/${whole.length}`)
      expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20))
      const end = await get({ range: 'bytes=-5' })
      expect(Buffer.from(await end.arrayBuffer())).toEqual(whole.subarray(-5))
      const beyond = await get({ range: 'bytes=999999-' })
      expect(beyond.status).toBe(416)
      expect(beyond.headers.get('content-range')).toBe(`bytes */${whole.length}`)
      const changed = await get({ range: 'bytes=0-1', 'if-range': '"other"' })
      expect(changed.status).toBe(200)
    })

    test('is not sent again to a browser that has it', async () => {
      const eTag = (await get()).headers.get('etag') ?? ''
      expect((await get({ 'if-none-match': eTag })).status).toBe(304)
      expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
    })

    test('HEAD tells the size alone', async () => {
      const whole = await (await get()).arrayBuffer()
      const head = await get({}, 'HEAD')
      expect(head.headers.get('content-length')).toBe(String(whole.byteLength))
      expect(await head.text()).toBe('')
    })
  })

  test.each([
    '../secret.jpg',
    'a/../b.jpg',
    'a//b.jpg',
    '/a.jpg',
    'a/',
    'x'.repeat(1025),
    'a\u0000b',
    'a\nb',
    'a%b',
    'ü.jpg',
    'a?b.jpg',
  ])('a name is refused: %j', async (name) => {
    const { error } = await service
      .client('service')
      .from('enquiry-photos')
      .copy('one/lawn.jpg', name)
    expect(error).toMatchObject({
      statusCode: '400',
      message: expect.stringContaining('Invalid key'),
    })
  })

  const nul = '\u0000'
  test.each([
    ['POST', '/object/list/enquiry-photos', { prefix: nul }],
    ['POST', '/object/list/enquiry-photos', { search: nul }],
    ['POST', '/object/list/enquiry-photos', { offset: 1e300 }],
    ['POST', '/object/list-v2/enquiry-photos', { prefix: nul }],
    ['POST', '/object/list-v2/enquiry-photos', { cursor: cursorOf(nul) }],
    ['POST', '/object/move', { bucketId: nul, sourceKey: 'a', destinationKey: 'b' }],
    ['POST', '/object/sign/enquiry-photos', { expiresIn: 60, paths: [nul] }],
    ['DELETE', '/object/enquiry-photos', { prefixes: [nul] }],
    ['POST', '/bucket', { name: 'x', file_size_limit: '999999999999999GB' }],
    ['POST', '/bucket', { name: 'x', allowed_mime_types: [nul] }],
  ])(
    'a value that cannot be held is the caller’s mistake: %s %s %j',
    async (method, path, body) => {
      for (const caller of ['anon', 'service'] as const) {
        const headers = { 'content-type': 'application/json' }
        const answer = await service.request(caller, path, {
          method,
          headers,
          body: JSON.stringify(body),
        })
        expect(answer.status).toBe(400)
        expect(await answer.json()).toMatchObject({ statusCode: '400', code: 'InvalidParameter' })
      }
    },
  )

  test.each(['{"a":"\\u0000"}', '{"a":"\\ud800"}'])(
    'metadata of an upload that cannot be held is refused: %s',
    async (metadata) => {
      const answer = await service.request('service', '/object/enquiry-photos/odd.jpg', {
        method: 'POST',
        headers: {
          'content-type': 'image/jpeg',
          'x-metadata': Buffer.from(metadata).toString('base64'),
        },
        body: Buffer.from(await photo({ width: 20, height: 20 })),
      })
      expect(answer.status).toBe(400)
    },
  )

  test('nothing failed behind the answers', () => {
    expect(service.failures).toEqual([])
  })
})

function cursorOf(after: string): string {
  return Buffer.from(JSON.stringify({ after })).toString('base64url')
}
