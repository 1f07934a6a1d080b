// Publishing and restoring site documents, on both engines.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asCaller, type Caller } from '#backend/database/as-caller.ts'
import { engines } from '#tests/support/databases.ts'
import { openSiteApi, type SiteApi } from '#tests/support/site-api.ts'
import { people } from '#tests/support/table-api.ts'

const administrator: Caller = { role: 'authenticated', claims: { sub: people.admin } }

describe.each(engines)('%s', (engine) => {
  let api: SiteApi
  beforeAll(async () => {
    api = await openSiteApi(engine)
  })
  beforeEach(() => forgetSite(api))
  afterAll(() => api.remove())

  const publish = (keys: string[], summary: string[] = []) =>
    api.call('admin', 'publish_site', { keys, summary })
  const restore = (id: number) =>
    api.call('admin', 'restore_site_version', { id, summary: ['Back'] })

  test('a publication replaces, removes and gives back documents at once', async () => {
    const first = await api.publish({ company: { name: 'One' }, hours: { monday: '9' } })
    await api.draft('company', { name: 'Two' })
    await api.draft('hours', null, 'shipped')
    await api.draft('services/patios', null, 'removed')
    await api.draft('look', { colour: 'green' })
    const { status, body } = await publish(
      ['company', 'hours', 'services/patios', 'company'],
      ['Name', 'Hours'],
    )
    expect(status).toBe(200)
    expect(await api.published()).toEqual({ company: { name: 'Two' }, 'services/patios': null })
    expect((await api.drafts()).map(({ key }) => key)).toEqual(['look'])
    expect(await api.versions()).toMatchObject([
      { id: first, summary: ['Changed'], restored_from: null },
      {
        id: body,
        published_by: people.admin,
        published_by_name: 'Admin Person',
        summary: ['Name', 'Hours'],
      },
    ])
    const { rows } = await api.database.query(
      'select key, state, body from site_changes where version_id = $1 order by key',
      [body],
    )
    expect(rows).toEqual([
      { key: 'company', state: 'edited', body: { name: 'Two' } },
      { key: 'hours', state: 'shipped', body: null },
      { key: 'services/patios', state: 'removed', body: null },
    ])
    expect((await api.activity()).at(-1)).toEqual({
      actor: 'Admin Person',
      label: null,
      action: 'update',
      before: null,
      after: { version: body, count: 3, keys: ['company', 'hours', 'services/patios'] },
    })
  })

  test('a draft that was changed since it was looked at is not published', async () => {
    const looked = await api.draft('company', { name: 'Looked at' })
    const other = await api.draft('look', { colour: 'green' })
    const slipped = { key: 'company', state: 'edited', body: { name: 'Slipped in' } }
    await api.call('staff', 'save_site_draft', { ...slipped, expected_revision: looked })
    const [now] = await api.drafts()
    const publishSeen = (revisions: (number | null)[]) =>
      api.call('admin', 'publish_site', { keys: ['company', 'look'], summary: [], revisions })
    const refused = await publishSeen([looked, other])
    expect(refused.status).toBe(409)
    const { message, details } = refused.body as { message: string; details: string }
    expect(message).toContain('Changed since you looked: company.')
    expect(JSON.parse(details)).toEqual({ changed: ['company'] })
    expect((await publishSeen([null, other])).status).toBe(409)
    expect((await publishSeen([now?.revision ?? 0])).status).toBe(400)
    expect(await api.published()).toEqual({})
    expect((await publishSeen([now?.revision ?? 0, other])).status).toBe(200)
    expect(await api.published()).toMatchObject({ company: { name: 'Slipped in' } })
  })

  test('a draft over an older document is refused by name, with all the others', async () => {
    await api.publish({ company: { name: 'One' } })
    const revision = await api.draft('company', { name: 'Mine' })
    await api.draft('look', { colour: 'green' })
    expect((await restore(0)).status).toBe(200)
    const refused = await publish(['look', 'company'])
    expect(refused.status).toBe(409)
    const { message, details } = refused.body as { message: string; details: string }
    expect(message).toContain(
      'Something else was published since these drafts were begun: company.',
    )
    expect(JSON.parse(details)).toEqual({ keys: ['company'] })
    expect(await api.published()).toEqual({})
    expect(await api.drafts()).toHaveLength(2)
    // Taking over the new base is a decision of its own, about the draft that was looked at.
    const rebase = (expected_revision: number) =>
      api.call('admin', 'rebase_site_draft', { key: 'company', expected_revision })
    expect((await rebase(revision + 1000)).status).toBe(409)
    expect((await rebase(revision)).status).toBe(200)
    expect((await publish(['look', 'company'])).status).toBe(200)
    expect(await api.published()).toEqual({ company: { name: 'Mine' }, look: { colour: 'green' } })
  })

  test.each<[string, (key: string) => Promise<unknown>]>([
    ['published', (key) => api.publish({ [key]: { name: 'Theirs' } })],
    ['taken back', () => restore(0)],
  ])('what was %s after the text was read is told before it is replaced', async (_, change) => {
    const read_version = await api.publish({ company: { name: 'One' }, hours: { monday: '9' } })
    const draft = { state: 'edited', body: { name: 'Mine' }, expected_revision: 0, read_version }
    await change('company')
    expect((await api.call('staff', 'save_site_draft', { ...draft, key: 'company' })).status).toBe(
      200,
    )
    expect(await publish(['company'])).toMatchObject({
      status: 409,
      body: { details: expect.stringMatching(/^\{"keys": ?\["company"\]\}$/) },
    })
  })

  test('what was published of other texts after one was read keeps it from nothing', async () => {
    const read_version = await api.publish({ company: { name: 'One' }, hours: { monday: '9' } })
    await api.publish({ hours: { monday: '10' } })
    for (const key of ['company', 'look']) {
      const draft = { key, state: 'edited', body: { name: 'Mine' }, expected_revision: 0 }
      const saved = await api.call('staff', 'save_site_draft', { ...draft, read_version })
      expect(saved.status).toBe(200)
    }
    expect((await publish(['company', 'look'])).status).toBe(200)
  })

  test('keys without a draft, and no keys, are refused', async () => {
    await api.draft('company', {})
    const refused = await publish(['company', 'hours'])
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('There is no draft of hours.') },
    })
    for (const keys of [[], null]) {
      const none = await api.call('admin', 'publish_site', { keys, summary: [] })
      expect(none).toMatchObject({
        status: 400,
        body: { message: 'Name at least one draft to publish' },
      })
    }
    expect(await api.versions()).toEqual([])
  })

  test('the second of two publications at once waits, and then finds no draft', async () => {
    await api.draft('company', { name: 'Once' })
    let second: Promise<unknown> | undefined
    await asCaller(api.database, administrator, async (tx) => {
      await tx.query(`select publish_site('{company}', '{}')`)
      second = publish(['company'])
      // On PostgreSQL it waits for the lock, on the embedded engine for the connection.
      if (engine === 'postgres') await expect.poll(() => countWaiting(api)).toBe(1)
    })
    expect(await second).toMatchObject({ status: 409 })
    expect(await api.versions()).toHaveLength(1)
  })

  test('of many publications at once each has its own version', async () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const key of keys) await api.draft(key, { key })
    const answers = await Promise.all(keys.map((key) => publish([key])))
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(keys.length)
    expect(Object.keys(await api.published())).toEqual(keys)
  })

  test('a version is restored as a new one with the differences, and that can be undone', async () => {
    const one = await api.publish({ company: { name: 'One' }, hours: { monday: '9' } })
    await api.draft('company', { name: 'Two' })
    await api.draft('look', { colour: 'green' })
    await publish(['company', 'look'])
    const atTwo = await api.published()

    const back = await restore(one)
    expect(await api.published()).toEqual({ company: { name: 'One' }, hours: { monday: '9' } })
    const { rows } = await api.database.query(
      'select key, state from site_changes where version_id = $1 order by key',
      [back.body],
    )
    expect(rows).toEqual([
      { key: 'company', state: 'edited' },
      { key: 'look', state: 'shipped' },
    ])
    expect((await api.versions()).at(-1)).toMatchObject({ restored_from: one, summary: ['Back'] })
    expect((await api.activity()).at(-1)).toMatchObject({
      after: { version: back.body, restored_from: one, count: 2, keys: ['company', 'look'] },
    })

    const [, two] = await api.versions()
    expect((await restore(two?.id ?? 0)).status).toBe(200)
    expect(await api.published()).toEqual(atTwo)
    expect((await restore(0)).status).toBe(200)
    expect(await api.published()).toEqual({})
    // A removed document comes back as removed.
    await api.draft('services/patios', null, 'removed')
    const removed = await publish(['services/patios'])
    expect((await restore(one)).status).toBe(200)
    expect((await restore(Number(removed.body))).status).toBe(200)
    expect(await api.published()).toEqual({ 'services/patios': null })
  })

  test('restoring what is there already, or a version that never was, is told', async () => {
    const one = await api.publish({ company: { name: 'One' } })
    expect(await restore(one)).toMatchObject({
      status: 422,
      body: { message: 'The site is as it was then: there is nothing to restore' },
    })
    for (const id of [one + 100, -1]) {
      expect(await restore(id)).toMatchObject({
        status: 404,
        body: { message: 'There is no such version' },
      })
    }
    expect(await api.versions()).toHaveLength(1)
  })

  test('every instance is told once for each publication, and of no draft', async () => {
    const heard: string[] = []
    await api.database.listen('pages_changed', {
      onMessage: (table) => void heard.push(table),
      onReconnect: () => {},
    })
    const published = await api.publish({ company: { a: 1 }, hours: { b: 1 }, look: { c: 1 } })
    await expect.poll(() => heard).toEqual(['site_documents'])
    heard.length = 0
    // Inserts, changes and deletes in one.
    await api.draft('company', { a: 2 })
    await api.draft('hours', null, 'shipped')
    await api.draft('faqs', { d: 1 })
    await publish(['company'], [''.padEnd(301)])
    await publish(['company', 'hours', 'faqs'])
    await restore(published)
    await api.database.query(`notify pages_changed, 'end'`)
    await expect.poll(() => heard).toEqual(['site_documents', 'site_documents', 'end'])
  })

  test('summaries and the number of documents are limited', async () => {
    await api.draft('company', {})
    for (const summary of [Array(201).fill('x'), ['x'.repeat(301)], ['a\nb'], [null], null]) {
      const refused = await api.call('admin', 'publish_site', { keys: ['company'], summary })
      expect(refused).toMatchObject({
        status: 400,
        body: { message: 'A summary has at most 200 lines of 300 characters' },
      })
    }
    const full = Array(200).fill('x'.repeat(300))
    const { body } = await publish(['company'], full)
    await api.database.query(
      `insert into site_documents (key, state, version_id)
       select 'many/' || n, 'removed', $1 from generate_series(1, 1999) n`,
      [body],
    )
    await api.draft('one-more', {})
    expect(await publish(['one-more'])).toMatchObject({
      status: 400,
      body: { message: 'There are at most 2,000 documents' },
    })
    // One goes as another comes.
    await api.draft('company', null, 'shipped')
    expect((await publish(['one-more', 'company'])).status).toBe(200)
  })

  test('all documents together have at most 16 MB', async () => {
    const version = await api.publish({ company: { name: 'One' } })
    await api.database.query(
      `insert into site_documents (key, state, body, version_id)
       select 'services/many-' || n, 'edited', to_jsonb(repeat('x', 262142)), $1
       from generate_series(1, 63) n`,
      [version],
    )
    await api.draft('hours', 'x'.repeat(262_142))
    expect(await publish(['hours'])).toMatchObject({
      status: 400,
      body: { message: 'All documents together have at most 16 MB' },
    })
    await api.draft('company', null, 'shipped')
    expect((await publish(['hours', 'company'])).status).toBe(200)
  })

  test('what was published cannot be rewritten, not even by its owner', async () => {
    await api.publish({ company: { name: 'One' } })
    for (const sql of [
      `update site_versions set summary = '{}'`,
      `update site_versions set published_by = '${people.user}'`,
      'delete from site_versions',
      `update site_changes set body = '{}'`,
      'delete from site_changes',
      'truncate site_changes',
    ]) {
      await expect(api.database.query(sql), sql).rejects.toThrow('can only be added to')
    }
  })

  test('versions outlive the account of who published them', async () => {
    const one = await api.publish({ company: { name: 'One' } })
    await api.database.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [
      people.other,
    ])
    await api.database.query(
      `update auth.users set raw_user_meta_data = '{"full_name":"Robin New"}' where id = $1`,
      [people.admin],
    )
    expect(await api.versions()).toMatchObject([{ published_by_name: 'Robin New' }])
    await api.database.query('delete from auth.users where id = $1', [people.admin])
    expect(await api.versions()).toMatchObject([
      { id: one, published_by: null, published_by_name: null, summary: ['Changed'] },
    ])
    expect(await api.published()).toEqual({ company: { name: 'One' } })
    const other: Caller = { role: 'authenticated', claims: { sub: people.other } }
    await asCaller(api.database, other, (tx) => tx.query(`select restore_site_version(0, '{}')`))
    expect(await api.published()).toEqual({})
  })
})

/** What no caller can do: the site as shipped, without a history. */
async function forgetSite({ database }: SiteApi): Promise<void> {
  const tables = ['site_documents', 'site_drafts', 'site_changes', 'site_versions']
  await database.transaction(async (tx) => {
    for (const table of tables) await tx.query(`alter table ${table} disable trigger user`)
    await tx.query(`truncate ${tables.join(', ')}`)
    for (const table of tables) await tx.query(`alter table ${table} enable trigger user`)
  })
}

async function countWaiting({ database }: SiteApi): Promise<number> {
  const { count } = await database.query(
    `select from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return count
}
