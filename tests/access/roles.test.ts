// Every table, view and function that is reachable over HTTP, requested by a visitor, an account without
// a role, staff and an administrator: one line each, on both engines. A new one that is not listed fails.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthService, startAuth } from '#tests/support/auth-service.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { callStaff, openAccount, staffApp } from '#tests/support/staff-app.ts'
import { addStaff, openTableApi, people, staffId, type TableApi } from '#tests/support/table-api.ts'

const callers = ['anon', 'user', 'staff', 'admin'] as const
const enquiryId = '00000000-0000-4000-8000-0000000000e1'

/** The number of rows for each of the four callers, or the status of the refusal. */
const reads: Record<string, string[]> = {
  answer_attachments: ['401', '0', '1', '1'],
  answer_files: ['401', '0', '1', '1'],
  audit_trail: ['401', '0', '0', '16'],
  customer_changes: ['401', '0', '0', '0'],
  customer_enquiries: ['401', '0', '1', '1'],
  customer_matches: ['401', '0', '0', '0'],
  customers: ['401', '0', '1', '1'],
  enquiries: ['401', '0', '2', '2'],
  enquiry_contacts: ['401', '0', '1', '1'],
  enquiry_customers: ['401', '0', '1', '1'],
  enquiry_deliveries: ['401', '0', '1', '1'],
  enquiry_desk: ['401', '0', '2', '2'],
  enquiry_messages: ['401', '0', '1', '1'],
  enquiry_notes: ['401', '0', '1', '1'],
  enquiry_visits: ['401', '0', '0', '0'],
  enquiry_standings: ['401', '0', '1', '1'],
  google_reviews: ['6', '6', '6', '10'],
  notice_choices: ['401', '0', '0', '0'],
  profiles: ['401', '1', '1', '4'],
  // All columns are asked for, and the keys of devices are for the server alone.
  push_subscriptions: ['401', '403', '403', '403'],
  review_enquiries: ['401', '0', '0', '1'],
  review_requests: ['401', '0', '1', '1'],
  // What is in it: saved-views.test.ts.
  saved_views: ['401', '0', '0', '0'],
  // What is in them: tests/site/permissions.
  site_changes: ['401', '0', '0', '0'],
  site_documents: ['0', '0', '0', '0'],
  site_drafts: ['401', '0', '0', '0'],
  site_versions: ['401', '0', '0', '0'],
  user_roles: ['401', '1', '1', '5'],
}

const id = `id=eq.${enquiryId}`
const writes: [what: string, method: string, path: string, body: object, answers: string[]][] = [
  ['move an enquiry', 'PATCH', `enquiries?${id}`, { status: 'won' }, ['401', '403', '1', '1']],
  [
    'plan the next step',
    'PATCH',
    `enquiries?${id}`,
    { assigned_to: staffId, follow_up_on: '2026-12-01', quote_pence: 125000 },
    ['401', '403', '1', '1'],
  ],
  [
    'pretend that nobody changed it',
    'PATCH',
    `enquiries?${id}`,
    { version: 1 },
    ['401', '403', '403', '403'],
  ],
  [
    'book a visit past its function',
    'POST',
    'enquiry_visits',
    { enquiry_id: enquiryId, starts_at: '2030-01-01T10:00:00Z', minutes: 60 },
    ['401', '403', '403', '403'],
  ],
  [
    'choose which emails one gets',
    'POST',
    'notice_choices?on_conflict=user_id',
    { digest: false },
    ['401', '403', '1', '1'],
  ],
  [
    'choose for another',
    'POST',
    'notice_choices',
    { user_id: people.other, digest: false },
    ['401', '403', '403', '403'],
  ],
  [
    'add a device',
    'POST',
    'push_subscriptions',
    { endpoint: 'https://push.example.com/x', p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    ['401', '403', '1', '1'],
  ],
  [
    'add a device for another',
    'POST',
    'push_subscriptions',
    {
      user_id: people.other,
      ...{ endpoint: 'https://push.example.com/x', p256dh: `B${'A'.repeat(86)}` },
      auth: 'A'.repeat(22),
    },
    ['401', '403', '403', '403'],
  ],
  [
    'pretend that a device was told',
    'PATCH',
    'push_subscriptions?label=eq.x',
    { last_success_at: '2030-01-01T10:00:00Z' },
    ['401', '403', '403', '403'],
  ],
  ['rewrite an enquiry', 'PATCH', `enquiries?${id}`, { name: 'X' }, ['401', '403', '403', '403']],
  ['remove an enquiry', 'DELETE', `enquiries?${id}`, {}, ['401', '403', '403', '403']],
  [
    'write a note',
    'POST',
    'enquiry_notes',
    { enquiry_id: enquiryId, body: 'Rang' },
    ['401', '403', '1', '1'],
  ],
  [
    'log a call',
    'POST',
    'enquiry_contacts',
    { enquiry_id: enquiryId, outcome: 'spoke' },
    ['401', '403', '1', '1'],
  ],
  ['save a view', 'POST', 'saved_views', { name: 'X' }, ['401', '403', '1', '1']],
  [
    'write a message past the endpoint',
    'POST',
    'enquiry_messages',
    { enquiry_id: enquiryId, kind: 'answer', subject: 'X', body: 'Y' },
    ['401', '403', '403', '403'],
  ],
  [
    'store a file past the endpoint',
    'POST',
    'answer_files',
    { id: enquiryId, name: 'X.pdf', content_type: 'application/pdf', size: 1 },
    ['401', '403', '403', '403'],
  ],
  [
    'rewrite a delivery',
    'PATCH',
    `enquiry_deliveries?enquiry_id=eq.${enquiryId}`,
    { state: 'delivered' },
    ['401', '403', '403', '403'],
  ],
  ['write the trail', 'POST', 'audit_trail', { actor: 'X' }, ['401', '403', '403', '403']],
  [
    'put a review request off',
    'PATCH',
    `review_requests?enquiry_id=eq.${enquiryId}`,
    { due_at: '2030-01-01T10:00:00Z' },
    ['401', '403', '403', '403'],
  ],
  [
    'plan a review request past the trigger',
    'POST',
    'review_requests',
    { enquiry_id: enquiryId, due_at: '2030-01-01T10:00:00Z' },
    ['401', '403', '403', '403'],
  ],
  [
    'untie a review from its enquiry',
    'DELETE',
    `review_enquiries?enquiry_id=eq.${enquiryId}`,
    {},
    ['401', '403', '403', '1'],
  ],
  ['add a review', 'POST', 'google_reviews', { author_name: 'X' }, ['401', '403', '403', '1']],
  [
    'edit a review',
    'PATCH',
    'google_reviews?author_name=eq.Author%201',
    { rating: 1 },
    ['401', '0', '0', '1'],
  ],
  ['delete reviews', 'DELETE', 'google_reviews?rating=gt.0', {}, ['401', '0', '0', '10']],
  [
    'become an administrator',
    'POST',
    'user_roles',
    { user_id: staffId, role: 'admin' },
    ['401', '403', '403', '1'],
  ],
  [
    'take a role from another',
    'DELETE',
    `user_roles?user_id=eq.${people.other}`,
    {},
    ['401', '0', '0', '2'],
  ],
  [
    'rename a role to admin',
    'PATCH',
    `user_roles?user_id=eq.${staffId}`,
    { role: 'admin' },
    ['401', '403', '403', '403'],
  ],
  [
    'rename another',
    'PATCH',
    `profiles?id=eq.${people.other}`,
    { full_name: 'X' },
    ['401', '403', '403', '403'],
  ],
]

/** The status of each function for the four callers, with an empty body. */
const forAdmins = ['401', '403', '403', '200 or 400']
const forStaff = ['401', '403', '200 or 400', '200 or 400']
const ownAccount = ['401', '403', '403', '403']
const functions: Record<string, string[]> = {
  accounts: forAdmins,
  invite: forAdmins,
  reset: forAdmins,
  'withdraw-reset': forAdmins,
  disable: forAdmins,
  enable: forAdmins,
  'forget-factor': forAdmins,
  'forget-spam': forAdmins,
  resend: forStaff,
  'mail-list': forAdmins,
  backups: forAdmins,
  // Allowed, but this product takes no backups.
  'back-up': ['401', '403', '403', '409'],
  'test-mail': forAdmins,
  'mail-server': forAdmins,
  'save-mail-server': forAdmins,
  'remove-mail-server': forAdmins,
  'send-kept': forAdmins,
  'resend-mail': forAdmins,
  'drop-mail': forAdmins,
  'find-person': forAdmins,
  'export-person': forAdmins,
  'erase-person': forAdmins,
  checks: forAdmins,
  sessions: forStaff,
  'end-session': forStaff,
  // For every account's own data: these need the second factor or a code.
  'recovery-codes': ownAccount,
  'recovery-count': ownAccount,
  recover: ['401', '400', '400', '400'],
  '/functions/v1/enquiry-answer': forStaff,
  '/functions/v1/enquiry-answer-file': forStaff,
  '/functions/v1/enquiry-answer-templates': forStaff,
  '/functions/v1/enquiry-review-requests': forStaff,
  '/functions/v1/enquiry-answers': forStaff,
  '/functions/v1/enquiry-answers-preview': forStaff,
  '/functions/v1/enquiry-visit': forStaff,
  calendar: forStaff,
  'push-key': forStaff,
  'push-test': forStaff,
  '/functions/v1/enquiry-enter': forStaff,
  '/functions/v1/enquiry-correct': forStaff,
  '/functions/v1/site-documents': forStaff,
  '/functions/v1/site-picture': forStaff,
  '/functions/v1/site-preview': forStaff,
  '/functions/v1/site-save-draft': forStaff,
  '/functions/v1/site-discard-draft': forStaff,
  '/functions/v1/site-publish': forAdmins,
  '/functions/v1/site-restore': forAdmins,
}

describe.each(engines)('%s', (engine) => {
  describe('the table API', () => {
    let api: TableApi
    beforeAll(async () => {
      api = await openTableApi(engine)
      await addStaff(api)
      await api.database.query(
        `insert into enquiries (id, name, email, phone, address, service, message)
         values ($1, 'Bo Day', 'bo@x.test', '01632 960002', 'WR1 2AB', 'Other', 'Please ring me')`,
        [enquiryId],
      )
      await api.database.query('select internal.recognise_customers($1)', [[enquiryId]])
      await api.database.query(
        `insert into enquiry_deliveries (enquiry_id, channel) values ($1, 'office_mail')`,
        [enquiryId],
      )
      await api.database.query(
        `insert into enquiry_notes (enquiry_id, author_id, body) values ($1, $2, 'One')`,
        [enquiryId, people.admin],
      )
      await api.database.query(
        `insert into enquiry_messages (enquiry_id, kind, subject, body)
         values ($1, 'answer', 'Your lawn', 'We can visit.')`,
        [enquiryId],
      )
      await api.database.query(
        `insert into answer_files (id, enquiry_id, name, content_type, size)
         values ($1, $1, 'Quote.pdf', 'application/pdf', 1000)`,
        [enquiryId],
      )
      await api.database.query(
        `insert into answer_attachments (message_id, position, file_id)
         select id, 1, $1 from enquiry_messages`,
        [enquiryId],
      )
      await api.database.query(
        `insert into enquiry_contacts (enquiry_id, outcome) values ($1, 'no_answer')`,
        [enquiryId],
      )
      await api.database.query(
        `insert into review_requests (enquiry_id, due_at, state, ended_at)
         values ($1, now(), 'sent', now())`,
        [enquiryId],
      )
      await api.database.query(
        `insert into review_enquiries (review_id, enquiry_id)
         select id, $1 from google_reviews order by id limit 1`,
        [enquiryId],
      )
    })
    afterAll(() => api.remove())

    async function ask(caller: (typeof callers)[number], path: string, init: RequestInit = {}) {
      const headers = { 'Content-Type': 'application/json', ...init.headers }
      return api.request(caller, `/${path}`, { ...init, headers })
    }

    function told({ ok, status, headers }: Response): string {
      return ok ? (headers.get('content-range')?.split('/')[1] ?? '') : String(status)
    }

    test.each(Object.entries(reads))('reading %s', async (table, expected) => {
      const said: string[] = []
      for (const caller of callers) {
        const answer = await ask(caller, `${table}?limit=1`, { headers: { Prefer: 'count=exact' } })
        said.push(told(answer))
      }
      expect(said).toEqual(expected)
    })

    test.each(writes)('%s', async (_, method, path, body, expected) => {
      const said: string[] = []
      for (const caller of callers) {
        const answer = await ask(caller, path, {
          method,
          headers: { Prefer: 'return=minimal, count=exact, tx=rollback' },
          ...(method === 'DELETE' ? {} : { body: JSON.stringify(body) }),
        })
        said.push(told(answer))
      }
      expect(said).toEqual(expected)
    })

    test.each(['colleagues', 'today'])('the function %s', async (name) => {
      const said: number[] = []
      for (const caller of callers) {
        said.push((await ask(caller, `rpc/${name}`, { method: 'POST', body: '{}' })).status)
      }
      expect(said).toEqual([401, 403, 200, 200])
    })

    test.each(['enquiry_figures', 'enquiry_results'])('the figures of %s', async (name) => {
      const said: number[] = []
      for (const caller of callers) {
        const init = { method: 'POST', body: JSON.stringify({ since: '2000-01-01' }) }
        said.push((await ask(caller, `rpc/${name}`, init)).status)
      }
      expect(said).toEqual([401, 403, 200, 200])
    })

    test('what happened to an enquiry', async () => {
      const said: number[] = []
      for (const caller of callers) {
        const init = { method: 'POST', body: JSON.stringify({ enquiry: enquiryId }) }
        said.push((await ask(caller, 'rpc/enquiry_timeline', init)).status)
      }
      expect(said).toEqual([401, 403, 200, 200])
    })

    test('merging, splitting and undoing', async () => {
      for (const [name, body] of [
        ['merge_customers', { kept: enquiryId, merged: enquiryId }],
        ['split_customer', { enquiry: enquiryId }],
        ['undo_customer_change', { change: enquiryId }],
      ] as const) {
        const said: number[] = []
        for (const caller of callers) {
          const init = { method: 'POST', body: JSON.stringify(body) }
          said.push((await ask(caller, `rpc/${name}`, init)).status)
        }
        // 409: allowed, but there is nothing to merge, split or undo.
        expect([name, ...said]).toEqual([name, 401, 403, 409, 409])
      }
    })

    test('stopping a review request', async () => {
      const said: number[] = []
      for (const caller of callers) {
        const body = JSON.stringify({ enquiry: enquiryId, why: 'job_not_done' })
        said.push((await ask(caller, 'rpc/stop_review_request', { method: 'POST', body })).status)
      }
      // 409: allowed, but it has gone out.
      expect(said).toEqual([401, 403, 409, 409])
    })

    test('staff learn nothing of others by embedding', async () => {
      const embeds = [
        'enquiry_notes?select=body,profiles(full_name,email)',
        'enquiry_notes?select=body,profiles!inner(email)',
      ]
      for (const path of embeds) {
        const rows = (await (await ask('staff', path)).json()) as { profiles: unknown }[]
        expect(rows.filter(({ profiles }) => profiles !== null)).toEqual([])
      }
      const [own] = (await (await ask('staff', 'profiles?select=id,user_roles(role)')).json()) as [
        unknown,
      ]
      expect(own).toEqual({ id: staffId, user_roles: [{ role: 'staff' }] })
    })
  })

  describe('the staff functions', () => {
    let opened: TestDatabase
    let service: AuthService
    let app: ReturnType<typeof staffApp>
    const tokens: Partial<Record<(typeof callers)[number], string>> = {}

    beforeAll(async () => {
      opened = await openTestDatabase(engine)
      service = await startAuth(opened.database)
      app = staffApp(opened.database, service)
      for (const role of ['user', 'staff', 'admin'] as const) {
        const account = await openAccount(opened.database, service, {
          email: `${role}@x.test`,
          ...(role === 'user' ? {} : { role }),
        })
        tokens[role] = account.token
      }
    })
    afterAll(() => opened.remove())

    test('every function is in the list above', () => {
      const mounted = app.routes.map(({ path }) => path.replace('/functions/v1/staff-', ''))
      expect([...new Set(mounted)].sort()).toEqual(Object.keys(functions).sort())
    })

    test.each(Object.entries(functions))('%s', async (verb, expected) => {
      const said: string[] = []
      const refusals = new Set<string>()
      for (const caller of callers) {
        const { status, body } = await callStaff(app, service, [verb, tokens[caller]])
        said.push(status === 200 || status === 400 ? '200 or 400' : String(status))
        if (caller !== 'anon' && status === 403) refusals.add(JSON.stringify(body.error))
      }
      expect(said).toEqual(expected.map((text) => (text === '400' ? '200 or 400' : text)))
      // Staff get the same as an account without a role.
      expect(refusals.size).toBeLessThanOrEqual(1)
    })
  })
})
