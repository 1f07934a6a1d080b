// Hidden rows do not leak: the response is the same whether a value exists in them or not. The planner
// has statistics of every table, so this covers errors and counts as well as rows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#backend/database/database.ts'
import { engines } from '#tests/support/databases.ts'
import { addStaff, openTableApi, people, type TableApi } from '#tests/support/table-api.ts'

/** Of the product's own schema, without tables that tests add. */
const tables = {
  adminOnly: ['audit_trail', 'review_enquiries'],
  staffOnly: [
    ...['answer_attachments', 'answer_files'],
    ...['customer_changes', 'customer_enquiries', 'customer_matches', 'customers'],
    ...['enquiries', 'enquiry_contacts', 'enquiry_customers', 'enquiry_deliveries'],
    ...['enquiry_desk', 'enquiry_messages', 'enquiry_notes', 'enquiry_standings', 'enquiry_visits'],
    ...['review_requests', 'site_changes', 'site_drafts', 'site_versions'],
  ],
  guarded: [
    ...[
      'google_reviews',
      'notice_choices',
      'profiles',
      'push_subscriptions',
      'saved_views',
      'site_documents',
      'user_roles',
    ],
  ],
}
const nursery =
  /^(growers|plants|beds|plantings|care_sheets|hardy_plants|secret_notes|varieties|.*_plants)$/

describe.each(engines)('%s', (engine) => {
  let api: TableApi
  let database: Database
  beforeAll(async () => {
    api = await openTableApi(engine)
    database = api.database
    await addStaff(api)
    await database.query(
      `insert into enquiries (name, email, phone, address, service, message, town)
       select 'Amelia Hart ' || n, 'amelia' || n || '@hidden.test', '01632 960' || lpad(n::text, 3, '0'),
         'WR1 2AB', 'Other', 'The gate code is 4711, number ' || n, 'Hidden Town'
       from generate_series(1, 300) n`,
    )
    await database.query(
      `insert into enquiry_notes (enquiry_id, author_id, body) select id, $1, 'Amelia called' from enquiries`,
      [people.admin],
    )
    await database.query(
      `insert into enquiry_deliveries (enquiry_id, channel, last_error)
       select id, 'office_mail', 'Amelia refused' from enquiries`,
    )
    await database.query(
      `insert into enquiry_messages (enquiry_id, kind, subject, body)
       select id, 'answer', 'Your patio', 'Amelia, we can visit' from enquiries`,
    )
    await database.query(
      `insert into answer_files (id, enquiry_id, name, content_type, size)
       select id, id, 'Amelia.pdf', 'application/pdf', 1000 from enquiries`,
    )
    await database.query(
      `insert into answer_attachments (message_id, position, file_id)
       select id, 1, enquiry_id from enquiry_messages`,
    )
    await database.query(
      `insert into enquiry_contacts (enquiry_id, outcome) select id, 'no_answer' from enquiries`,
    )
    await database.query(
      `update google_reviews set author_name = 'Amelia ' || author_name where not is_featured`,
    )
    await database.query(`update profiles set full_name = 'Amelia' where id = $1`, [people.other])
    await database.query(`update user_roles set role = 'Amelia' where role = 'viewer'`)
    await database.query(
      `insert into site_drafts (key, state, base_version, updated_by) values ('a', 'removed', 0, $1)`,
      [people.other],
    )
    await database.query(`insert into site_versions (published_by, summary) values ($1, '{}')`, [
      people.other,
    ])
    await database.query(
      `select internal.recognise_customers(array(select id from enquiries where email like '%@hidden.test'))`,
    )
    await database.query(
      `insert into customer_changes (kind, customer_id, other_id, enquiry_ids, made_by)
       select 'split', id, id, '{}', $1 from customers limit 1`,
      [people.other],
    )
    await database.query(
      `insert into review_requests (enquiry_id, state, reason, due_at, ended_at, stopped_by)
       select id, 'stopped', 'job_not_done', now(), now(), $1 from enquiries`,
      [people.other],
    )
    await database.query(
      `insert into review_enquiries (review_id, enquiry_id)
       select r.id, (select id from enquiries limit 1) from google_reviews r`,
    )
    await database.query(
      `insert into saved_views (owner_id, name, query) values ($1, 'Amelia', 'source=Amelia')`,
      [people.other],
    )
    await database.query('analyze')
  })
  afterAll(() => api.remove())

  test('every table that can be reached is in the list above', async () => {
    const { rows } = await database.query<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'f', 'p')
         and (has_any_column_privilege('anon', c.oid, 'select, insert, update')
           or has_any_column_privilege('authenticated', c.oid, 'select, insert, update'))
       order by 1`,
    )
    const reachable = rows.map(({ name }) => name).filter((name) => !nursery.test(name))
    expect(reachable).toEqual(Object.values(tables).flat().sort())
  })

  test('what is granted to the roles that read every row is in the list above', async () => {
    const granted = async (role: string) => {
      const { rows } = await database.query<{ name: string }>(
        `select c.relname as name from pg_class c, aclexplode(c.relacl) a
         where c.relnamespace = 'public'::regnamespace and a.grantee = to_regrole($1)
         group by 1 having array_agg(a.privilege_type) = '{SELECT}' order by 1`,
        [role],
      )
      return rows.map(({ name }) => name)
    }
    expect(await granted('site_staff')).toEqual(tables.staffOnly)
    expect(await granted('site_admin')).toEqual(tables.adminOnly)
  })

  test('no view lends its owner’s rights', async () => {
    const { rows } = await database.query(
      `select c.relname from pg_class c
       where c.relkind in ('v', 'm') and c.relnamespace in ('public'::regnamespace, 'internal'::regnamespace)
         and c.relname !~ 'plants' and c.relowner <> 'pg_database_owner'::regrole
         and not coalesce(c.reloptions @> array['security_invoker=true'], false)
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
    )
    expect(rows).toEqual([])
  })

  // Those of site documents ask for the role before they look anything up: tests/site/permissions.
  test('functions with their owner’s rights take nothing from a caller without a role', async () => {
    const { rows } = await database.query<{ name: string }>(
      `select p.oid::regprocedure::text as name from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'internal'::regnamespace, 'auth'::regnamespace)
         and p.prosecdef and p.prorettype <> 'trigger'::regtype
         and (has_function_privilege('anon', p.oid, 'execute')
           or has_function_privilege('authenticated', p.oid, 'execute')
           or has_function_privilege('site_staff', p.oid, 'execute')
           or has_function_privilege('site_admin', p.oid, 'execute'))
       order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'colleagues()',
      'discard_site_draft(text,integer)',
      // Asks for the role first too: see below.
      'enquiry_timeline(uuid)',
      'internal.caller_standing()',
      'internal.is_admin()',
      'internal.is_staff()',
      'internal.review_summary()',
      'internal.site_version()',
      'merge_customers(uuid,uuid)',
      'publish_site(text[],text[],integer[])',
      'rebase_site_draft(text,integer)',
      'restore_site_version(bigint,text[])',
      'save_site_draft(text,text,jsonb,integer,bigint)',
      'split_customer(uuid)',
      'stop_review_request(uuid,text)',
      'undo_customer_change(uuid)',
    ])
  })

  test('the functions that a signed-in caller can reach are known', async () => {
    const { rows } = await database.query<{ name: string }>(
      `select p.proname as name from pg_proc p
       where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
         and p.proname like 'enquir%' or p.proname like '%staff%' and p.pronamespace = 'public'::regnamespace
       order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'enquiry_figures',
      'enquiry_results',
      'enquiry_timeline',
    ])
  })

  /** With a value that exists in hidden rows, or one that does not exist but sorts next to it. */
  const questions = (column: string, value: string): string[] => [
    `select=${column}&${column}=like.${value}*\\`,
    `select=${column}&${column}=like.${value}*`,
    `select=${column}&${column}=ilike.*${value}*\\`,
    `select=${column}&${column}=match.^${value}`,
    `select=${column}&${column}=imatch.(${value})%2B`,
    `select=${column}&${column}=eq.${value}`,
    `select=${column}&${column}=not.in.(${value},x)`,
    `select=${column}&or=(${column}.like.${value}*\\,and(${column}.gt.${value},${column}.lt.${value}z))`,
    `select=${column}&${column}=gte.${value}&order=${column}.desc&limit=1`,
    `select=x:${column}::int4&${column}=like.${value}*`,
    `select=x:${column}::uuid&${column}=eq.${value}`,
    `select=${column}&${column}=fts.${value}`,
    `select=${column}&offset=1&${column}=like.${value}*`,
  ]
  const columns: [table: string, column: string][] = [
    ['enquiries', 'name'],
    ['enquiries', 'email'],
    ['enquiries', 'search_text'],
    ['enquiries', 'message'],
    ['enquiry_desk', 'name'],
    ['customer_enquiries', 'name'],
    ['customer_changes', 'made_by_name'],
    ['enquiry_desk', 'email_key'],
    ['enquiry_desk', 'search_text'],
    ['enquiry_notes', 'body'],
    ['enquiry_messages', 'body'],
    ['answer_files', 'name'],
    ['enquiry_deliveries', 'last_error'],
    ['review_requests', 'stopped_by_name'],
    ['audit_trail', 'label'],
    ['profiles', 'full_name'],
    ['user_roles', 'role'],
    ['google_reviews', 'author_name'],
    ['saved_views', 'name'],
    ['saved_views', 'query'],
    ['saved_views', 'owner_name'],
    ['site_drafts', 'updated_by_name'],
    ['site_versions', 'published_by_name'],
  ]
  const preferences = ['', 'count=exact', 'count=planned', 'count=estimated']

  async function ask(
    caller: 'anon' | 'user' | 'staff',
    path: string,
    prefer: string,
    init: RequestInit = {},
  ) {
    const headers = { ...(prefer ? { Prefer: prefer } : {}), ...init.headers }
    const answer = await api.request(caller, path, { ...init, headers })
    const body = (await answer.text()).replaceAll(/Amelia|Amelix/g, '…')
    return [answer.status, answer.headers.get('content-range'), body]
  }

  /** Staff get the same response as an account without a role. */
  const hiddenFrom = {
    anon: columns,
    user: columns,
    staff: columns.filter(([table]) => !tables.staffOnly.includes(table)),
  }

  describe.each(['anon', 'user', 'staff'] as const)('%s', (caller) => {
    test.each(hiddenFrom[caller])('%s.%s', async (table, column) => {
      for (const prefer of preferences) {
        const misses = questions(column, 'Amelix')
        for (const [at, hit] of questions(column, 'Amelia').entries()) {
          const said = await ask(caller, `/${table}?${hit}`, prefer)
          expect([hit, prefer, said]).toEqual([
            hit,
            prefer,
            await ask(caller, `/${table}?${misses[at]}`, prefer),
          ])
        }
      }
    })

    test.skipIf(caller === 'staff')('embedding, changing and removing', async () => {
      const asked = (value: string): [string, RequestInit][] => [
        [`/profiles?select=id,enquiry_notes(body)&enquiry_notes.body=like.${value}*\\`, {}],
        [`/profiles?select=id,enquiry_notes!inner(body)&enquiry_notes.body=like.${value}*`, {}],
        [`/enquiry_notes?select=body,enquiries!inner(name)&enquiries.name=like.${value}*\\`, {}],
        [
          `/profiles?select=id,user_roles!inner(role)&user_roles.role=eq.${value}&id=neq.${people.user}`,
          {},
        ],
        [`/enquiries?name=like.${value}*\\`, { method: 'DELETE' }],
        [
          `/enquiries?name=like.${value}*\\`,
          {
            method: 'PATCH',
            headers: { 'Content-Type': 'application/json' },
            body: '{"status":"won"}',
          },
        ],
      ]
      const misses = asked('Amelix')
      for (const prefer of preferences) {
        for (const [at, [path, init]] of asked('Amelia').entries()) {
          const [missed, same] = misses[at] ?? ['', {}]
          const said = await ask(caller, path, prefer, init)
          expect([path, said]).toEqual([path, await ask(caller, missed, prefer, same)])
        }
      }
    })
  })

  const ids: Record<string, string> = {
    ...{ site_changes: 'version_id', site_drafts: 'key' },
    ...{ customer_matches: 'customer_id', enquiry_customers: 'enquiry_id' },
    ...{ enquiry_standings: 'enquiry_id', review_requests: 'enquiry_id' },
    ...{ review_enquiries: 'review_id', answer_attachments: 'message_id' },
  }

  test('an account without a role is answered alike whatever it asks of staff’s tables', async () => {
    for (const table of [...tables.adminOnly, ...tables.staffOnly]) {
      const id = ids[table] ?? 'id'
      const asked = [
        '',
        '?limit=1',
        `?select=${id}&order=${id}`,
        `?${id}=eq.not-an-id`,
        `?${id}=is.null`,
      ]
      for (const path of asked) {
        for (const prefer of ['count=exact', 'count=planned', 'count=estimated']) {
          expect(await ask('user', `/${table}${path}`, prefer)).toEqual([200, '*/0', '[]'])
          if (!tables.adminOnly.includes(table)) continue
          expect(await ask('staff', `/${table}${path}`, prefer)).toEqual([200, '*/0', '[]'])
        }
      }
    }
  })

  test('the figures refuse it before they count anything', async () => {
    const body = JSON.stringify({ since: '0001-01-01', until: '294276-01-01' })
    const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }
    const answer = await api.request('user', '/rpc/enquiry_figures', init)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      code: '42501',
      message: 'permission denied for function enquiry_figures',
    })
  })

  test('what happened to an enquiry is refused alike, whether there is one or not', async () => {
    const { rows } = await database.query<{ id: string }>('select id from enquiries limit 1')
    for (const enquiry of [rows[0]?.id, '00000000-0000-4000-8000-000000000000', null]) {
      const body = JSON.stringify({ enquiry })
      const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }
      const answer = await api.request('user', '/rpc/enquiry_timeline', init)
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({
        code: '42501',
        message: 'permission denied for function enquiry_timeline',
      })
    }
  })

  test.each(['staff', 'admin'] as const)('%s search, count and see all figures', async (who) => {
    const { data, count, error } = await api
      .client(who)
      .from('enquiry_desk')
      .select('name', { count: 'estimated' })
      .like('search_text', '%amelia hart 7%')
      .limit(3)
    expect(error).toBeNull()
    expect([data?.length, count]).toEqual([3, 11])
    const range = { since: '0001-01-01', until: '294276-01-01' }
    const figures = await api.client(who).rpc('enquiry_figures', range)
    expect(figures.data).toMatchObject({ total: 301 })
  })
})
