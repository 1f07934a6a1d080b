// Section 6 of the specification as a table: who may do what to which table, on both engines.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asCaller, type Caller } from '#backend/database/as-caller.ts'
import type { Database } from '#backend/database/database.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

const admin = randomUUID()
const user = randomUUID()
const other = randomUUID()
const enquiryId = randomUUID()

const callers = {
  anon: { role: 'anon', claims: {} },
  user: { role: 'authenticated', claims: { sub: user } },
  admin: { role: 'authenticated', claims: { sub: admin } },
  service: { role: 'service_role', claims: {} },
} satisfies Record<string, Caller>
type CallerName = keyof typeof callers

const enquiry = `name, email, phone, address, service, message`
const enquiryValues = `'Ann Lee', 'ann@example.com', '01632 960001', 'WR1 2AB', 'Other', 'Please call me back'`

// For each statement, the number of rows that each caller reaches; a dash means that the database
// refuses the statement outright.
const table: [string, string, Record<CallerName, number | '-'>][] = [
  [
    'featured reviews',
    `select from google_reviews where is_featured`,
    { anon: 1, user: 1, admin: 1, service: 1 },
  ],
  ['all reviews', `select from google_reviews`, { anon: 1, user: 1, admin: 2, service: 2 }],
  [
    'add a review',
    `insert into google_reviews (author_name) values ('New')`,
    { anon: '-', user: '-', admin: 1, service: 1 },
  ],
  [
    'feature a review',
    `update google_reviews set is_featured = not is_featured`,
    { anon: '-', user: 0, admin: 2, service: 2 },
  ],
  ['delete reviews', `delete from google_reviews`, { anon: '-', user: 0, admin: 2, service: 2 }],

  ['profiles', `select from profiles`, { anon: '-', user: 1, admin: 3, service: 3 }],
  [
    'another profile',
    `select from profiles where id = '${other}'`,
    { anon: '-', user: 0, admin: 1, service: 1 },
  ],
  [
    'add a profile',
    `insert into profiles (id) values ('${randomUUID()}')`,
    { anon: '-', user: '-', admin: '-', service: '-' },
  ],
  [
    'edit profiles',
    `update profiles set full_name = 'X'`,
    { anon: '-', user: '-', admin: '-', service: 3 },
  ],
  [
    'delete a profile',
    `delete from profiles where id = '${other}'`,
    { anon: '-', user: '-', admin: '-', service: 1 },
  ],

  ['roles', `select from user_roles`, { anon: '-', user: 1, admin: 3, service: 3 }],
  [
    "another's roles",
    `select from user_roles where user_id = '${other}'`,
    { anon: '-', user: 0, admin: 1, service: 1 },
  ],
  [
    'make oneself admin',
    `insert into user_roles (user_id, role) values ('${user}', 'admin')`,
    { anon: '-', user: '-', admin: 1, service: 1 },
  ],
  [
    'rename a role',
    `update user_roles set role = 'admin' where user_id = '${user}'`,
    { anon: '-', user: '-', admin: '-', service: 1 },
  ],
  [
    'take roles away',
    `delete from user_roles where user_id <> '${admin}'`,
    { anon: '-', user: 0, admin: 2, service: 2 },
  ],
  [
    'remove the last admin',
    `delete from user_roles where role = 'admin'`,
    { anon: '-', user: 0, admin: '-', service: '-' },
  ],

  ['enquiries', `select from enquiries`, { anon: '-', user: 0, admin: 1, service: 1 }],
  [
    'add an enquiry',
    `insert into enquiries (${enquiry}) values (${enquiryValues})`,
    { anon: '-', user: '-', admin: '-', service: 1 },
  ],
  [
    'move an enquiry on',
    `update enquiries set status = 'contacted'`,
    { anon: '-', user: 0, admin: 1, service: 1 },
  ],
  [
    'rewrite an enquiry',
    `update enquiries set message = 'Something else'`,
    { anon: '-', user: '-', admin: '-', service: 1 },
  ],
  [
    'say why an enquiry was lost',
    `update enquiries set status = 'lost', lost_reason = 'Too far away'`,
    { anon: '-', user: 0, admin: 1, service: 1 },
  ],
  [
    'pretend that an enquiry was answered',
    `update enquiries set first_reply_at = now()`,
    { anon: '-', user: '-', admin: '-', service: 1 },
  ],
  ['delete enquiries', `delete from enquiries`, { anon: '-', user: '-', admin: '-', service: 1 }],
  [
    'read why an enquiry is taken for spam',
    `select spam_reasons, reference from enquiries`,
    { anon: '-', user: 0, admin: 1, service: 1 },
  ],

  ['the desk', `select from enquiry_desk`, { anon: '-', user: 0, admin: 1, service: '-' }],
  [
    'write past the policies through the desk',
    `update enquiry_desk set message = 'Something else'`,
    { anon: '-', user: '-', admin: '-', service: '-' },
  ],

  ['deliveries', `select from enquiry_deliveries`, { anon: '-', user: 0, admin: 1, service: 1 }],
  [
    'add a delivery',
    `insert into enquiry_deliveries (enquiry_id, channel) select id, 'webhook' from enquiries`,
    { anon: '-', user: '-', admin: '-', service: 1 },
  ],
  [
    'call a delivery done',
    `update enquiry_deliveries set state = 'delivered'`,
    { anon: '-', user: '-', admin: '-', service: 1 },
  ],
  [
    'delete deliveries',
    `delete from enquiry_deliveries`,
    { anon: '-', user: '-', admin: '-', service: 1 },
  ],
  ['jobs', `select from internal.jobs`, { anon: '-', user: '-', admin: '-', service: '-' }],
  [
    'add a job',
    `insert into internal.jobs (kind) values ('mail')`,
    { anon: '-', user: '-', admin: '-', service: '-' },
  ],
  [
    'enquiry keys',
    `select from internal.enquiry_keys`,
    { anon: '-', user: '-', admin: '-', service: '-' },
  ],

  ['notes', `select from enquiry_notes`, { anon: '-', user: 0, admin: 2, service: 2 }],
  [
    'write a note',
    `insert into enquiry_notes (enquiry_id, body) select id, 'Called back' from enquiries`,
    { anon: '-', user: 0, admin: 1, service: 1 },
  ],
  [
    'write a note about an enquiry that is known by its id',
    `insert into enquiry_notes (enquiry_id, body) values ('${enquiryId}', 'Called back')`,
    { anon: '-', user: '-', admin: 1, service: 1 },
  ],
  [
    'write a note in the name of another',
    `insert into enquiry_notes (enquiry_id, body, author_id) values ('${enquiryId}', 'X', '${other}')`,
    { anon: '-', user: '-', admin: '-', service: 1 },
  ],
  [
    'rewrite notes',
    `update enquiry_notes set body = 'Y'`,
    { anon: '-', user: '-', admin: '-', service: 2 },
  ],
  ['take back notes', `delete from enquiry_notes`, { anon: '-', user: 0, admin: 1, service: 2 }],
  [
    'count enquiries',
    `select from enquiry_figures('2000-01-01') figures where (figures ->> 'total')::int > 0`,
    { anon: '-', user: 0, admin: 1, service: 1 },
  ],

  [
    'the audit trail',
    `select from audit_trail where subject_id = '${other}'`,
    { anon: '-', user: 0, admin: 1, service: 1 },
  ],
  [
    'write into the audit trail',
    `insert into audit_trail (actor, subject, action) values ('X', 'role', 'insert')`,
    { anon: '-', user: '-', admin: '-', service: '-' },
  ],
  [
    'rewrite the audit trail',
    `update audit_trail set actor = 'X'`,
    { anon: '-', user: '-', admin: '-', service: '-' },
  ],
  [
    'empty the audit trail',
    `delete from audit_trail`,
    { anon: '-', user: '-', admin: '-', service: '-' },
  ],

  ['accounts', `select from auth.users`, { anon: '-', user: '-', admin: '-', service: '-' }],
  ['secrets', `select from internal.secrets`, { anon: '-', user: '-', admin: '-', service: '-' }],
  [
    'migrations',
    `select from internal.migrations`,
    { anon: '-', user: '-', admin: '-', service: '-' },
  ],
]

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  let database: Database

  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    database = opened.database
    for (const [id, email] of [
      [admin, 'admin@x.test'],
      [user, 'user@x.test'],
      [other, 'other@x.test'],
    ]) {
      await database.query('insert into auth.users (id, email) values ($1, $2)', [id, email])
    }
    await database.query(
      `insert into user_roles (user_id, role) values ($1, 'admin'), ($2, 'editor'), ($3, 'editor')`,
      [admin, user, other],
    )
    await database.query(
      `insert into google_reviews (author_name, is_featured) values ('Shown', true), ('Hidden', false)`,
    )
    await database.query(
      `insert into enquiries (id, ${enquiry}) values ('${enquiryId}', ${enquiryValues})`,
    )
    await database.query(
      `insert into enquiry_deliveries (enquiry_id, channel) select id, 'office_mail' from enquiries`,
    )
    await database.query(
      `insert into enquiry_notes (enquiry_id, author_id, body) values ($1, $2, 'One'), ($1, $3, 'Two')`,
      [enquiryId, admin, other],
    )
  })
  afterAll(() => opened.remove())

  const cells = table.flatMap(([what, sql, expected]) =>
    (Object.keys(callers) as CallerName[]).map((name) => ({
      what,
      sql,
      name,
      expected: expected[name],
    })),
  )

  test.each(cells)('$name: $what → $expected', async ({ sql, name, expected }) => {
    expect(await reach(database, callers[name], sql)).toBe(expected)
  })

  test('an administrator who releases an enquiry sends what was withheld', async () => {
    const undo = new Error('undo')
    let jobs = 0
    await database
      .transaction(async (tx) => {
        await tx.query(`update enquiries set status = 'spam'`)
        await tx.query(`update enquiry_deliveries set state = 'withheld'`)
        await tx.query(
          `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
          [JSON.stringify({ sub: admin })],
        )
        await tx.query(`update enquiries set status = 'new'`)
        await tx.query('reset role')
        jobs = (await tx.query(`select from internal.jobs where kind = 'enquiry-mail'`)).count
        throw undo
      })
      .catch((error) => expect(error).toBe(undo))
    expect(jobs).toBe(1)
  })

  test('a new account has a profile with the name given at sign-up', async () => {
    const id = randomUUID()
    await database.query(
      `insert into auth.users (id, email, raw_user_meta_data) values ($1, 'new@x.test', '{"full_name":"Newt Newman"}')`,
      [id],
    )
    await database.query(`update auth.users set email = 'moved@x.test' where id = $1`, [id])
    const { rows } = await database.query('select full_name, email from profiles where id = $1', [
      id,
    ])
    expect(rows).toEqual([{ full_name: 'Newt Newman', email: 'moved@x.test' }])
    await database.query('delete from auth.users where id = $1', [id])
  })

  test.each([
    ['deleting the account', `delete from auth.users where id = '${admin}'`],
    ['renaming the role', `update user_roles set role = 'editor2' where role = 'admin'`],
    ['emptying the table', `truncate user_roles`],
  ])('%s does not remove the last administrator', async (_, sql) => {
    await expect(database.query(sql)).rejects.toThrow('The last administrator cannot be removed')
  })

  test('the audit trail says who changed what, and cannot be rewritten by its owner', async () => {
    const undo = new Error('undo')
    await asCaller(database, callers.admin, async (tx) => {
      await tx.query(`update google_reviews set is_featured = true where author_name = 'Hidden'`)
      await tx.query(`update enquiries set status = 'won'`)
      await tx.query(`delete from user_roles where user_id = '${other}'`)
      const { rows } = await tx.query(
        `select actor_id, actor, subject, label, action, before, after from audit_trail
         where actor_id is not null order by id`,
      )
      const by = { actor_id: admin, actor: 'admin@x.test' }
      expect(rows).toEqual([
        {
          ...by,
          subject: 'review',
          label: 'Hidden',
          action: 'update',
          before: { is_featured: false },
          after: { is_featured: true },
        },
        {
          ...by,
          subject: 'enquiry',
          label: 'Other',
          action: 'update',
          before: { status: 'new' },
          after: { status: 'won' },
        },
        {
          ...by,
          subject: 'role',
          label: 'other@x.test',
          action: 'delete',
          before: { role: 'editor' },
          after: null,
        },
      ])
      throw undo
    }).catch((error: unknown) => {
      if (error !== undo) throw error
    })
    for (const sql of ['update audit_trail set actor = actor', 'truncate audit_trail']) {
      await expect(database.query(sql)).rejects.toThrow('can only be added to')
    }
  })

  test('a disabled administrator is none at once', async () => {
    await database.query(
      `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      [admin],
    )
    expect(await reach(database, callers.admin, 'select from enquiries')).toBe(0)
    await database.query('update auth.users set banned_until = null where id = $1', [admin])
  })

  test('an administrator with a second factor needs it proved', async () => {
    await database.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [admin],
    )
    const withLevel = (aal: string): Caller => ({
      role: 'authenticated',
      claims: { sub: admin, aal },
    })
    expect(await reach(database, withLevel('aal1'), 'select from enquiries')).toBe(0)
    expect(await reach(database, withLevel('aal2'), 'select from enquiries')).toBe(1)
    await database.query('delete from auth.mfa_factors where user_id = $1', [admin])
  })

  test('two administrators who demote each other at once leave one', async () => {
    for (const isolation of ['read committed', 'repeatable read', 'serializable']) {
      await database.query(
        `insert into user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`,
        [admin],
      )
      await database.query(
        `insert into user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`,
        [other],
      )
      const demote = (whom: string) =>
        database.transaction(async (tx) => {
          await tx.query(`set transaction isolation level ${isolation}`)
          await tx.query(`delete from user_roles where user_id = $1 and role = 'admin'`, [whom])
        })
      await Promise.allSettled([demote(admin), demote(other)])
      const { count } = await database.query(`select from user_roles where role = 'admin'`)
      expect(count).toBe(1)
    }
  })
})

/** Rows reached by a statement that is then undone; '-' when the database refuses it. */
async function reach(database: Database, caller: Caller, sql: string): Promise<number | '-'> {
  const undo = new Error('undo')
  let count: number | '-' = '-'
  await asCaller(database, caller, async (tx) => {
    count = (await tx.query(sql)).count
    throw undo
  }).catch(() => {})
  return count
}
