// Drafts of site documents: two people at one key, limits, and what Activity tells.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentSchemas } from '#content/documents.ts'
import { engines } from '#tests/support/databases.ts'
import { openSiteApi, type SiteApi } from '#tests/support/site-api.ts'
import { staffId } from '#tests/support/table-api.ts'

describe.each(engines)('%s', (engine) => {
  let api: SiteApi
  beforeAll(async () => {
    api = await openSiteApi(engine)
  })
  afterAll(() => api.remove())

  const save = (caller: 'staff' | 'admin', key: string, body: unknown, expected_revision: number) =>
    api.call(caller, 'save_site_draft', { key, state: 'edited', body, expected_revision })
  const bodyOf = async (key: string) =>
    (await api.drafts()).find((draft) => draft.key === key)?.body

  test('the second of two people is told who saved and when, and overwrites nothing', async () => {
    const revision = await api.draft('company', { name: 'By staff' })
    const late = await save('admin', 'company', { name: 'By admin' }, 0)
    expect(late.status).toBe(409)
    const { message, details } = late.body as { message: string; details: string }
    expect(message).toMatch(
      /^Staff Person saved company at \d\d:\d\d on \d+ \w+ \d{4} UTC\. Nothing was overwritten\.$/,
    )
    expect(JSON.parse(details)).toMatchObject({
      key: 'company',
      revision,
      updated_by: staffId,
      updated_by_name: 'Staff Person',
      updated_at: expect.stringMatching(/^\d{4}-/),
    })
    expect(await bodyOf('company')).toEqual({ name: 'By staff' })
    // Having seen it, the other may go on from there.
    const next = await save('admin', 'company', { name: 'Both' }, revision)
    expect(next.status).toBe(200)
    expect(await save('staff', 'company', { name: 'Stale' }, revision)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Admin Person saved company') },
    })
    expect(await bodyOf('company')).toEqual({ name: 'Both' })
  })

  test('of two who save at once one is refused', async () => {
    const answers = await Promise.all([
      save('staff', 'hours', { by: 'staff' }, 0),
      save('admin', 'hours', { by: 'admin' }, 0),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = answers[0]?.status === 200 ? 'staff' : 'admin'
    expect(await bodyOf('hours')).toEqual({ by: winner })
  })

  test('a draft that was discarded does not come back over the next one', async () => {
    const first = await api.draft('look', { colour: 'green' })
    const gone = await api.call('admin', 'discard_site_draft', {
      key: 'look',
      expected_revision: first,
    })
    expect(gone.status).toBe(204)
    expect(await save('staff', 'look', { colour: 'red' }, first)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('The draft of look is gone') },
    })
    const second = await api.draft('look', { colour: 'blue' })
    expect(second).not.toBe(first)
    expect((await save('staff', 'look', { colour: 'red' }, first)).status).toBe(409)
    const stale = { key: 'look', expected_revision: first }
    expect((await api.call('staff', 'discard_site_draft', stale)).status).toBe(409)
    expect(await bodyOf('look')).toEqual({ colour: 'blue' })
  })

  test('discarding and rebasing what is not there is told', async () => {
    const args = { key: 'nowhere', expected_revision: 0 }
    for (const name of ['discard_site_draft', 'rebase_site_draft']) {
      expect(await api.call('staff', name, args)).toMatchObject({
        status: 404,
        body: { message: 'There is no such draft' },
      })
    }
  })

  test.each<[string, object, string]>([
    ['a key in capitals', { key: 'Company' }, 'A key is like company'],
    ['a key of three parts', { key: 'a/b/c' }, 'A key is like company'],
    ['a long key', { key: 'a'.repeat(61) }, 'A key is like company'],
    ['a key of no collection', { key: 'many/1' }, 'A key is like company'],
    ['a key of dashes', { key: 'services/--' }, 'A key is like company'],
    ['a key with a line break', { key: 'a\n' }, 'A key is like company'],
    ['another state', { state: 'odd' }, 'The state of a draft is'],
    ['no body', { body: null }, 'A body belongs to the state edited'],
    ['a body of a removed document', { state: 'removed' }, 'A body belongs to the state edited'],
    ['a body over 256 KB', { body: 'x'.repeat(262_143) }, 'at most 256 KB'],
  ])('%s is refused in words', async (_, change, message) => {
    const draft = { key: 'faqs', state: 'edited', body: {}, expected_revision: 0, ...change }
    expect(await api.call('staff', 'save_site_draft', draft)).toMatchObject({
      status: 400,
      body: { code: '23514', message: expect.stringContaining(message) },
    })
  })

  test.each(['1e131071', '-1e400', '0e-16383', '1e-300'])(
    'a body full of %s is refused before it becomes text',
    async (number) => {
      const many = Array(60_000).fill(number).join(',')
      const answer = await api.request('staff', '/rpc/save_site_draft', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: `{"key":"faqs","state":"edited","expected_revision":0,"body":{"a":[${many}]}}`,
      })
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { message: 'A number in the body has too many digits' },
      ])
    },
  )

  test('ordinary numbers are stored as they are', async () => {
    const body = { a: [52.113, -2.3265, 1e14, 0, -0.000001, 123456789012345] }
    await api.draft('geography', body)
    expect(await bodyOf('geography')).toEqual(body)
  })

  test('a body of 256 KB and keys of 60 letters are stored', async () => {
    const key = `services/${'9'.repeat(60)}`
    await api.draft(key, 'x'.repeat(262_142))
    expect(await bodyOf(key)).toHaveLength(262_142)
  })

  test('the tables hold the limits by themselves', async () => {
    for (const [columns, values] of [
      ['key, state, body, base_version', `'Odd Key', 'edited', '{}', 0`],
      ['key, state, body, base_version', `'odd', 'edited', null, 0`],
      ['key, state, body, base_version', `'odd', 'shipped', '{}', 0`],
      ['key, state, body, base_version', `'odd', 'edited', to_jsonb(repeat('x', 262143)), 0`],
    ]) {
      await expect(
        api.database.query(`insert into site_drafts (${columns}) values (${values})`),
      ).rejects.toMatchObject({ code: '23514' })
    }
  })

  test('there are at most 2,000 drafts', async () => {
    const { count } = await api.database.query('select from site_drafts')
    await api.database.query(
      `insert into site_drafts (key, state, base_version)
       select 'many/' || n, 'removed', 0 from generate_series(1, $1) n`,
      [2000 - count],
    )
    const over = { key: 'one-more', state: 'removed', expected_revision: 0 }
    expect(await api.call('staff', 'save_site_draft', over)).toMatchObject({
      status: 400,
      body: { message: 'There are at most 2,000 drafts' },
    })
    const [full] = await api.drafts()
    expect((await save('staff', full?.key ?? '', {}, full?.revision ?? 0)).status).toBe(200)
    await api.database.query(`delete from site_drafts where key like 'many/%'`)
  })

  test('every key of a firm can be a draft', async () => {
    const keys = [...Object.keys(documentSchemas), 'services/patios', 'towns/great-malvern']
    const { rows } = await api.database.query<{ key: string }>(
      'select key from unnest($1::text[]) key where not internal.is_document_key(key)',
      [keys],
    )
    expect(rows).toEqual([])
  })

  test('all drafts together have at most 16 MB', async () => {
    await api.database.query('delete from site_drafts')
    const body = 'x'.repeat(262_142)
    // Compresses to a hundredth: what counts is the text.
    await api.database.query(
      `insert into site_drafts (key, state, body, base_version)
       select 'services/many-' || n, 'edited', to_jsonb($1::text), 0 from generate_series(1, 63) n`,
      [body],
    )
    const last = await api.draft('services/last', body)
    const over = await save('staff', 'services/over', {}, 0)
    const refused = { status: 400, body: { message: 'All drafts together have at most 16 MB' } }
    expect(over).toMatchObject(refused)
    expect((await save('staff', 'services/last', 'short', last)).status).toBe(200)
    const next = await save('staff', 'services/over', body.slice(100), 0)
    expect(next).toMatchObject({ status: 200 })
    expect(await save('staff', 'services/over', body, Number(next.body))).toMatchObject(refused)
    await api.database.query('delete from site_drafts')
  })

  test('Activity has a line for each person and intent, not for each save', async () => {
    const before = (await api.activity()).length
    let revision = await api.draft('towns/malvern', { name: 'M' })
    for (const name of ['Ma', 'Mal', 'Malvern']) {
      revision = Number((await save('staff', 'towns/malvern', { name }, revision)).body)
    }
    revision = Number((await save('admin', 'towns/malvern', { name: 'Great' }, revision)).body)
    const removal = { key: 'towns/malvern', state: 'removed', expected_revision: revision }
    revision = Number((await api.call('admin', 'save_site_draft', removal)).body)
    await api.call('admin', 'discard_site_draft', {
      key: 'towns/malvern',
      expected_revision: revision,
    })
    const line = { label: 'towns/malvern', before: null }
    expect((await api.activity()).slice(before)).toEqual([
      { ...line, actor: 'Staff Person', action: 'insert', after: { draft: 'edited' } },
      { ...line, actor: 'Admin Person', action: 'update', after: { draft: 'edited' } },
      { ...line, actor: 'Admin Person', action: 'update', after: { draft: 'removed' } },
      {
        ...line,
        actor: 'Admin Person',
        action: 'delete',
        before: { draft: 'removed' },
        after: null,
      },
    ])
  })

  test('a renamed colleague is found under the new name, a deleted one under none', async () => {
    await api.draft('gone', {})
    await api.database.query(
      `update auth.users set raw_user_meta_data = '{"full_name":"Robin New"}' where id = $1`,
      [staffId],
    )
    const draftOf = async () => (await api.drafts()).find(({ key }) => key === 'gone')
    expect(await draftOf()).toMatchObject({ updated_by: staffId, updated_by_name: 'Robin New' })
    await api.database.query('delete from auth.users where id = $1', [staffId])
    expect(await draftOf()).toMatchObject({ updated_by: null, updated_by_name: null })
    expect(await save('admin', 'gone', {}, 0)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('A colleague whose account is gone saved gone') },
    })
  })
})
