// The endpoints of site documents: what a save tells, and what keeps a site from being published.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SiteProblem } from '#backend/site/check-site.ts'
import { siteStore } from '#backend/site/site-store.ts'
import { type AuthService, startAuth } from '#tests/support/auth-service.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'

/** A page needs a title, and a link to a service that was not removed. */
async function checkSite(documents: Map<string, unknown>): Promise<SiteProblem[]> {
  return [...documents].flatMap(([key, body]) => {
    if (!key.startsWith('pages/') || body === null) return []
    const { title, link } = body as { title?: string; link?: string }
    const problems: SiteProblem[] = []
    const tell = (path: string, message: string, isHint = false) =>
      problems.push({ key, path: [path], message, isHint })
    if (!title) tell('title', 'A page has a title')
    else if (title.length < 5) tell('title', 'A longer title says more', true)
    if (link && documents.get(link) === null) tell('link', `There is no ${link}`)
    return problems
  })
}

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  let service: AuthService
  let app: ReturnType<typeof staffApp>
  let staff = ''
  let admin = ''
  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    service = await startAuth(opened.database)
    app = staffApp(opened.database, service, { checkSite })
    const open = async (role: 'staff' | 'admin') =>
      (await openAccount(opened.database, service, { email: `${role}@x.test`, role })).token
    staff = await open('staff')
    admin = await open('admin')
  })
  beforeEach(() => opened.database.query('delete from site_drafts'))
  afterAll(() => opened.remove())

  const call = (verb: string, token: string, body: object) =>
    callStaff(app, service, [`/functions/v1/site-${verb}`, token, body])
  const save = (key: string, body: unknown, more: object = {}) =>
    call('save-draft', staff, { key, state: 'edited', body, expected_revision: 0, ...more })
  const publish = (...keys: string[]) => call('publish', admin, { keys, summary: ['Changed'] })
  const published = () => siteStore(opened.database).readPublished()

  test('a draft with problems is saved, and its problems are told', async () => {
    const { status, body } = await save('pages/about', { title: '' })
    expect(status).toBe(200)
    expect(body.problems).toEqual([
      { key: 'pages/about', path: ['title'], message: 'A page has a title', isHint: false },
    ])
    const { rows } = await opened.database.query('select revision, body from site_drafts')
    expect(rows).toEqual([{ revision: body.revision, body: { title: '' } }])
  })

  test('a save is checked with the drafts of others and what is published', async () => {
    await save('pages/other', { title: 'Patios for all', link: 'services/patios' })
    const { body } = await save('services/patios', undefined, { state: 'removed' })
    expect(body.problems).toMatchObject([{ key: 'pages/other', path: ['link'] }])
  })

  test('a problem keeps all from being published, a hint does not', async () => {
    const before = await published()
    const { body: saved } = await save('pages/home', { title: '' })
    await save('company', { name: 'Green' })
    expect(await publish('company', 'pages/home')).toMatchObject({
      status: 422,
      body: {
        error: 'site_problems',
        details: { problems: [{ key: 'pages/home', path: ['title'], isHint: false }] },
      },
    })
    expect(await published()).toEqual(before)
    expect((await opened.database.query('select from site_drafts')).count).toBe(2)

    await save('pages/home', { title: 'Hi' }, { expected_revision: saved.revision })
    const { status, body } = await publish('company', 'pages/home')
    expect(status).toBe(200)
    expect(body.problems).toMatchObject([{ key: 'pages/home', isHint: true }])
    expect(await published()).toEqual({
      version: body.version,
      documents: [
        { key: 'company', state: 'edited', body: { name: 'Green' } },
        { key: 'pages/home', state: 'edited', body: { title: 'Hi' } },
      ],
    })
  })

  test('a version that would be wrong today is not restored', async () => {
    await save('pages/home', { title: 'Welcome' })
    await publish('pages/home')
    const { version } = await published()
    const strict = staffApp(opened.database, service, {
      checkSite: async (documents) =>
        documents.size === 0
          ? [{ key: 'company', path: [], message: 'A name is needed', isHint: false }]
          : [],
    })
    const restore = (site: typeof app, to: number) =>
      callStaff(site, service, ['/functions/v1/site-restore', admin, { version: to, summary: [] }])
    expect(await restore(strict, 0)).toMatchObject({
      status: 422,
      body: { error: 'site_problems', details: { problems: [{ key: 'company' }] } },
    })
    expect((await published()).version).toBe(version)
    expect(await restore(app, 0)).toMatchObject({ status: 200, body: { problems: [] } })
    expect((await published()).documents).toEqual([])
    expect(await restore(app, 0)).toMatchObject({
      status: 422,
      body: { error: 'nothing_to_restore' },
    })
    expect(await restore(app, 1e9)).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })

  test('conflicts come with their facts', async () => {
    const { body: first } = await save('hours', { monday: 9 })
    expect(await save('hours', { monday: 8 })).toMatchObject({
      status: 409,
      body: {
        error: 'conflict',
        message: expect.stringContaining('A colleague saved hours at'),
        details: { key: 'hours', revision: first.revision },
      },
    })
    expect(await publish('hours', 'look')).toMatchObject({
      status: 409,
      body: { error: 'conflict', details: { keys: ['look'] } },
    })
    const discard = (expected_revision: number) =>
      call('discard-draft', staff, { key: 'hours', expected_revision })
    expect((await discard(first.revision + 1)).status).toBe(409)
    expect(await discard(first.revision)).toMatchObject({ status: 200, body: { ok: true } })
    expect((await discard(0)).status).toBe(404)
  })

  let deep: unknown = 1
  for (let level = 0; level < 1000; level += 1) deep = [deep]

  test.each<[string, object, string]>([
    ['an unknown form of key', { key: '../etc' }, 'A key is like company'],
    ['no key', { key: undefined }, 'Expected "key"'],
    ['another state', { state: 'gone' }, 'The state of a draft is'],
    ['no revision', { expected_revision: undefined }, 'Expected "expected_revision"'],
    ['a huge revision', { expected_revision: 2 ** 31 }, 'The revision is a whole number'],
    ['no body', { body: undefined }, 'A body belongs to the state edited'],
    ['a body that is null', { body: null }, 'A body belongs to the state edited'],
    ['a body over 256 KB', { body: 'x'.repeat(262_143) }, 'at most 256 KB'],
    ['a deep body', { body: deep }, 'nested too deeply'],
    ['a NUL', { body: { text: 'a\0b' } }, 'cannot be stored'],
    ['half a character', { body: { text: '\ud83c' } }, 'cannot be stored'],
  ])('%s is refused in words', async (_, more, message) => {
    const { status, body } = await save('faqs', {}, more)
    expect([status, body.error.startsWith('invalid_')]).toEqual([400, true])
    expect(body.message).toContain(message)
    expect((await opened.database.query('select from site_drafts')).count).toBe(0)
  })

  test.each<[string, string, object, string]>([
    ['no drafts', 'publish', { keys: [], summary: [] }, 'Name at least one draft'],
    [
      'a summary of 201 lines',
      'publish',
      { keys: ['a'], summary: Array(201).fill('') },
      '200 lines',
    ],
    ['no summary', 'restore', { version: 0 }, 'Expected "summary"'],
    ['no version', 'restore', { version: -1, summary: [] }, 'The version is a whole number'],
  ])('%s is refused in words', async (_, verb, sent, message) => {
    const { status, body } = await call(verb, admin, sent)
    expect([status, body.error]).toEqual([400, 'invalid_request'])
    expect(body.message).toContain(message)
  })

  test('bodies over a megabyte and what is no JSON are refused', async () => {
    const send = (body: string) =>
      app.request('/functions/v1/site-save-draft', {
        method: 'POST',
        headers: { apikey: service.keys.publishableKey, Authorization: `Bearer ${staff}` },
        body,
      })
    expect((await send('{"key":')).status).toBe(400)
    const levels = 500_000
    const body = `${'['.repeat(levels)}${']'.repeat(levels)}`
    const sent = `{"key":"a","state":"edited","expected_revision":0,"body":${body}}`
    expect((await send(sent)).status).toBe(400)
    expect((await send('x'.repeat(1_048_577))).status).toBe(413)
    expect(service.errors).toEqual([])
  })
})
