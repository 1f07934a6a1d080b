// Four users, and a row in each table that they may or may not access.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { asCaller, type Caller } from '#backend/database/as-caller.ts'
import type { Database } from '#backend/database/database.ts'
import { type EngineName, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

export const admin = randomUUID()
export const user = randomUUID()
export const staff = randomUUID()
export const other = randomUUID()
export const enquiryId = randomUUID()

/** `user` has a role without permissions, equal to none. */
export const callers = {
  anon: { role: 'anon', claims: {} },
  user: { role: 'authenticated', claims: { sub: user } },
  staff: { role: 'authenticated', claims: { sub: staff } },
  admin: { role: 'authenticated', claims: { sub: admin } },
  service: { role: 'service_role', claims: {} },
} satisfies Record<string, Caller>
export type CallerName = keyof typeof callers

export const enquiry = `name, email, phone, address, service, message`
export const enquiryValues = `'Ann Lee', 'ann@example.com', '01632 960001', 'WR1 2AB', 'Other', 'Please call me back'`

/** A database with all of them for the tests of a file. */
export function peopleAndRows(engine: EngineName) {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    await seed(opened.database)
  })
  afterAll(() => opened.remove())
  return {
    get database() {
      return opened.database
    },
  }
}

async function seed(database: Database): Promise<void> {
  for (const [id, email] of [
    [admin, 'admin@x.test'],
    [user, 'user@x.test'],
    [other, 'other@x.test'],
    [staff, 'staff@x.test'],
  ]) {
    await database.query('insert into auth.users (id, email) values ($1, $2)', [id, email])
  }
  await database.query(
    `insert into user_roles (user_id, role) values ($1, 'admin'), ($2, 'editor'), ($3, 'editor'),
       ($4, 'staff')`,
    [admin, user, other, staff],
  )
  await database.query(
    `insert into google_reviews (author_name, is_featured) values ('Shown', true), ('Hidden', false)`,
  )
  await database.query(
    `insert into enquiries (id, ${enquiry}) values ('${enquiryId}', ${enquiryValues})`,
  )
  await database.query(`select internal.recognise_customers(array['${enquiryId}'::uuid])`)
  await database.query(
    `insert into enquiry_deliveries (enquiry_id, channel) select id, 'office_mail' from enquiries`,
  )
  await database.query(
    `insert into enquiry_notes (enquiry_id, author_id, body) values ($1, $2, 'One'), ($1, $3, 'Two'), ($1, $4, 'Three')`,
    [enquiryId, admin, other, staff],
  )
  await database.query(
    `insert into enquiry_messages (enquiry_id, kind, author_id, subject, body)
     values ($1, 'answer', $2, 'Your patio', 'We can visit on Tuesday.')`,
    [enquiryId, admin],
  )
  await database.query(
    `insert into answer_files (id, enquiry_id, uploader_id, name, content_type, size)
     select gen_random_uuid(), $1, uploader, name, 'application/pdf', 1000
     from (values ($2::uuid, 'Sent.pdf'), ($2, 'Draft.pdf'), ($3, 'Draft.pdf'))
       as file (uploader, name)`,
    [enquiryId, admin, staff],
  )
  await database.query(
    `insert into answer_attachments (message_id, position, file_id)
     select m.id, 1, f.id from enquiry_messages m, answer_files f where f.name = 'Sent.pdf'`,
  )
  await database.query('insert into notice_choices (user_id) values ($1)', [staff])
  await database.query(
    `insert into push_subscriptions (user_id, endpoint, p256dh, auth)
     select id, 'https://push.example.com/' || id, 'B' || repeat('A', 86), repeat('A', 22)
     from unnest($1::uuid[]) id`,
    [[staff, other]],
  )
  await database.query(
    `insert into enquiry_contacts (enquiry_id, outcome, author_id)
     values ($1, 'no_answer', $2), ($1, 'no_answer', $3)`,
    [enquiryId, admin, staff],
  )
  await database.query(
    `insert into saved_views (owner_id, name, is_shared)
     values ($1, 'Own', false), ($1, 'Shared', true), ($2, 'Own', false), ($2, 'Shared', true)`,
    [admin, staff],
  )
}

/** Rows affected by a statement that is rolled back; '-' when the database refuses it. */
export async function reach(
  database: Database,
  caller: Caller,
  sql: string,
): Promise<number | '-'> {
  const undo = new Error('undo')
  let count: number | '-' = '-'
  await asCaller(database, caller, async (tx) => {
    count = (await tx.query(sql)).count
    throw undo
  }).catch(() => {})
  return count
}
