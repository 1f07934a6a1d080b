// Section 6 of the specification as a matrix of role, table and verb, on both engines.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import {
  admin,
  type CallerName,
  callers,
  enquiry,
  enquiryId,
  enquiryValues,
  other,
  peopleAndRows,
  reach,
  staff,
  user,
} from '#tests/support/people-and-rows.ts'

// The number of rows that each statement reaches, per caller; a dash means that the database refuses
// the statement.
const table: [string, string, Record<CallerName, number | '-'>][] = [
  [
    'featured reviews',
    `select from google_reviews where is_featured`,
    { anon: 1, user: 1, staff: 1, admin: 1, service: 1 },
  ],
  [
    'all reviews',
    `select from google_reviews`,
    { anon: 1, user: 1, staff: 1, admin: 2, service: 2 },
  ],
  [
    'add a review',
    `insert into google_reviews (author_name) values ('New')`,
    { anon: '-', user: '-', staff: '-', admin: 1, service: 1 },
  ],
  [
    'feature a review',
    `update google_reviews set is_featured = not is_featured`,
    { anon: '-', user: 0, staff: 0, admin: 2, service: 2 },
  ],
  [
    'delete reviews',
    `delete from google_reviews`,
    { anon: '-', user: 0, staff: 0, admin: 2, service: 2 },
  ],

  ['profiles', `select from profiles`, { anon: '-', user: 1, staff: 1, admin: 4, service: 4 }],
  [
    'another profile',
    `select from profiles where id = '${other}'`,
    { anon: '-', user: 0, staff: 0, admin: 1, service: 1 },
  ],
  [
    'add a profile',
    `insert into profiles (id) values ('${randomUUID()}')`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'edit profiles',
    `update profiles set full_name = 'X'`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 4 },
  ],
  [
    'delete a profile',
    `delete from profiles where id = '${other}'`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],

  ['roles', `select from user_roles`, { anon: '-', user: 1, staff: 1, admin: 4, service: 4 }],
  [
    "another's roles",
    `select from user_roles where user_id = '${other}'`,
    { anon: '-', user: 0, staff: 0, admin: 1, service: 1 },
  ],
  [
    'make oneself admin',
    `insert into user_roles (user_id, role) values ('${user}', 'admin')`,
    { anon: '-', user: '-', staff: '-', admin: 1, service: 1 },
  ],
  [
    'make staff an administrator',
    `insert into user_roles (user_id, role) values ('${staff}', 'admin')`,
    { anon: '-', user: '-', staff: '-', admin: 1, service: 1 },
  ],
  [
    'make another staff',
    `insert into user_roles (user_id, role) values ('${other}', 'staff')`,
    { anon: '-', user: '-', staff: '-', admin: 1, service: 1 },
  ],
  [
    'give up the role of staff, or take it from another',
    `delete from user_roles where role = 'staff'`,
    { anon: '-', user: 0, staff: 0, admin: 1, service: 1 },
  ],
  [
    'rename a role',
    `update user_roles set role = 'admin' where user_id = '${user}'`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'take roles away',
    `delete from user_roles where user_id <> '${admin}'`,
    { anon: '-', user: 0, staff: 0, admin: 3, service: 3 },
  ],
  [
    'remove the last admin',
    `delete from user_roles where role = 'admin'`,
    { anon: '-', user: 0, staff: 0, admin: '-', service: '-' },
  ],

  ['enquiries', `select from enquiries`, { anon: '-', user: 0, staff: 1, admin: 1, service: 1 }],
  [
    'add an enquiry',
    `insert into enquiries (${enquiry}) values (${enquiryValues})`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'move an enquiry on',
    `update enquiries set status = 'contacted'`,
    { anon: '-', user: 0, staff: 1, admin: 1, service: 1 },
  ],
  [
    'rewrite an enquiry',
    `update enquiries set message = 'Something else'`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'say why an enquiry was lost',
    `update enquiries set status = 'lost', lost_reason = 'Too far away'`,
    { anon: '-', user: 0, staff: 1, admin: 1, service: 1 },
  ],
  [
    'plan the next step of an enquiry',
    `update enquiries set assigned_to = '${staff}', follow_up_on = '2026-12-01', quote_pence = 100, won_pence = 0`,
    { anon: '-', user: 0, staff: 1, admin: 1, service: 1 },
  ],
  [
    'assign an enquiry to who is no colleague',
    `update enquiries set assigned_to = '${other}'`,
    { anon: '-', user: 0, staff: '-', admin: '-', service: '-' },
  ],
  [
    'sign an assignment with another name',
    `update enquiries set assigned_name = 'X'`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'turn back the version of an enquiry',
    `update enquiries set version = 1`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'colleagues',
    `select from colleagues()`,
    { anon: '-', user: '-', staff: 2, admin: 2, service: '-' },
  ],
  ['today', `select from today()`, { anon: '-', user: '-', staff: 1, admin: 1, service: '-' }],
  ['visits', `select from enquiry_visits`, { anon: '-', user: 0, staff: 0, admin: 0, service: 0 }],
  [
    'book a visit past its function',
    `insert into enquiry_visits (enquiry_id, starts_at, minutes) values ('${enquiryId}', now(), 60)`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'cancel visits past their function',
    `update enquiry_visits set state = 'cancelled'`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 0 },
  ],
  [
    'addresses of calendars',
    `select from internal.calendar_feeds`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'choices of emails',
    `select from notice_choices`,
    { anon: '-', user: 0, staff: 1, admin: 0, service: 1 },
  ],
  [
    'choose no digest',
    `insert into notice_choices (digest) values (false) on conflict (user_id) do update set digest = false`,
    { anon: '-', user: '-', staff: 1, admin: 1, service: '-' },
  ],
  [
    'choose for others',
    `update notice_choices set digest = false`,
    { anon: '-', user: 0, staff: 1, admin: 0, service: 1 },
  ],
  [
    'name another in one’s choice',
    `insert into notice_choices (user_id, digest) values ('${other}', false)`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'devices',
    `select id, endpoint, label from push_subscriptions`,
    { anon: '-', user: 0, staff: 1, admin: 0, service: 2 },
  ],
  [
    'the keys of devices',
    `select p256dh, auth from push_subscriptions`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 2 },
  ],
  [
    'add a device',
    `insert into push_subscriptions (endpoint, p256dh, auth)
     values ('https://push.example.com/x', 'B' || repeat('A', 86), repeat('A', 22))`,
    { anon: '-', user: '-', staff: 1, admin: 1, service: '-' },
  ],
  [
    'add a device to another',
    `insert into push_subscriptions (user_id, endpoint, p256dh, auth)
     values ('${other}', 'https://push.example.com/x', 'B' || repeat('A', 86), repeat('A', 22))`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'take over a device',
    `update push_subscriptions set user_id = auth.uid()`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'remove devices',
    `delete from push_subscriptions`,
    { anon: '-', user: 0, staff: 1, admin: 0, service: 2 },
  ],
  [
    'the key for notifications',
    `select from internal.push_keys`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'tell devices of an enquiry',
    `select internal.queue_push(array['${enquiryId}'::uuid])`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'who was sent a digest',
    `select from internal.digests_sent`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'who was told what is overdue',
    `select from internal.overdue_told`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    "take another's digest",
    `select internal.take_digest('${staff}', now(), '2026-11-16')`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'pretend that an enquiry was answered',
    `update enquiries set first_reply_at = now()`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'delete enquiries',
    `delete from enquiries`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'read why an enquiry is taken for spam',
    `select spam_reasons, reference from enquiries`,
    { anon: '-', user: 0, staff: 1, admin: 1, service: 1 },
  ],

  [
    'the desk',
    `select from enquiry_desk`,
    { anon: '-', user: 0, staff: 1, admin: 1, service: '-' },
  ],
  [
    'write past the policies through the desk',
    `update enquiry_desk set message = 'Something else'`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],

  ['customers', `select from customers`, { anon: '-', user: 0, staff: 1, admin: 1, service: 1 }],
  [
    'whose an enquiry is',
    `select from enquiry_customers`,
    { anon: '-', user: 0, staff: 1, admin: 1, service: 1 },
  ],
  [
    'move an enquiry to another customer',
    `update enquiry_customers set customer_id = customer_id`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'delete customers',
    `delete from customers`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'what was merged and split',
    `select from customer_changes`,
    { anon: '-', user: 0, staff: 0, admin: 0, service: 0 },
  ],
  [
    'make up a merge',
    `insert into customer_changes (kind, customer_id, other_id, enquiry_ids)
     select 'merge', id, id, '{}' from customers`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'the standing of an enquiry',
    `select from enquiry_standings where place = 1`,
    { anon: '-', user: 0, staff: 1, admin: 1, service: '-' },
  ],
  [
    'enquiries of customers',
    `select from customer_enquiries where notes = 3`,
    { anon: '-', user: 0, staff: 1, admin: 1, service: '-' },
  ],
  [
    'customers who may be the same',
    `select from customer_matches`,
    { anon: '-', user: 0, staff: 0, admin: 0, service: '-' },
  ],
  [
    'recognise customers',
    `select internal.recognise_customers('{}')`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'deliveries',
    `select from enquiry_deliveries`,
    { anon: '-', user: 0, staff: 1, admin: 1, service: 1 },
  ],
  [
    'add a delivery',
    `insert into enquiry_deliveries (enquiry_id, channel) select id, 'webhook' from enquiries`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'call a delivery done',
    `update enquiry_deliveries set state = 'delivered'`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'delete deliveries',
    `delete from enquiry_deliveries`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'jobs',
    `select from internal.jobs`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'add a job',
    `insert into internal.jobs (kind) values ('mail')`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'enquiry keys',
    `select from internal.enquiry_keys`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'clicks that teach the spam filter',
    `select from internal.spam_clicks`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'change what the spam filter learned',
    `update internal.spam_adjustment set weights = '{}'`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],

  ['notes', `select from enquiry_notes`, { anon: '-', user: 0, staff: 3, admin: 3, service: 3 }],
  [
    'write a note',
    `insert into enquiry_notes (enquiry_id, body) select id, 'Called back' from enquiries`,
    { anon: '-', user: 0, staff: 1, admin: 1, service: 1 },
  ],
  [
    'write a note about an enquiry that is known by its id',
    `insert into enquiry_notes (enquiry_id, body) values ('${enquiryId}', 'Called back')`,
    { anon: '-', user: '-', staff: 1, admin: 1, service: 1 },
  ],
  [
    'write a note in the name of another',
    `insert into enquiry_notes (enquiry_id, body, author_id) values ('${enquiryId}', 'X', '${other}')`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'write a note under another name',
    `insert into enquiry_notes (enquiry_id, body, author_name) values ('${enquiryId}', 'X', 'Y')`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'rewrite notes',
    `update enquiry_notes set body = 'Y'`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 3 },
  ],
  [
    'take back notes',
    `delete from enquiry_notes`,
    { anon: '-', user: 0, staff: 1, admin: 1, service: 3 },
  ],
  [
    'messages',
    `select from enquiry_messages`,
    { anon: '-', user: 0, staff: 1, admin: 1, service: 1 },
  ],
  [
    'write a message past the endpoint',
    `insert into enquiry_messages (enquiry_id, kind, subject, body)
     values ('${enquiryId}', 'answer', 'X', 'Y')`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'rewrite messages',
    `update enquiry_messages set body = 'Y'`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'delete messages',
    `delete from enquiry_messages`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  ['calls', `select from enquiry_contacts`, { anon: '-', user: 0, staff: 2, admin: 2, service: 2 }],
  [
    'log a call',
    `insert into enquiry_contacts (enquiry_id, outcome) values ('${enquiryId}', 'spoke')`,
    { anon: '-', user: '-', staff: 1, admin: 1, service: 1 },
  ],
  [
    'log a call of another',
    `insert into enquiry_contacts (enquiry_id, outcome, author_id)
     values ('${enquiryId}', 'spoke', '${other}')`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'log a call of last week',
    `insert into enquiry_contacts (enquiry_id, outcome, created_at)
     values ('${enquiryId}', 'spoke', now() - interval '7 days')`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'rewrite calls',
    `update enquiry_contacts set outcome = 'spoke'`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 2 },
  ],
  [
    'take back calls',
    `delete from enquiry_contacts`,
    { anon: '-', user: 0, staff: 1, admin: 1, service: 2 },
  ],
  [
    'files of answers',
    `select from answer_files`,
    { anon: '-', user: 0, staff: 3, admin: 3, service: 3 },
  ],
  [
    'store a file past the endpoint',
    `insert into answer_files (id, name, content_type, size)
     values (gen_random_uuid(), 'X.pdf', 'application/pdf', 1)`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'rename files',
    `update answer_files set name = 'X.pdf'`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 3 },
  ],
  [
    'remove files, of which only own ones that were not sent go',
    `delete from answer_files where name = 'Draft.pdf'`,
    { anon: '-', user: 0, staff: 1, admin: 1, service: 2 },
  ],
  [
    'remove files that were sent',
    `delete from answer_files where name = 'Sent.pdf'`,
    { anon: '-', user: 0, staff: 0, admin: 0, service: '-' },
  ],
  [
    'what was attached',
    `select from answer_attachments`,
    { anon: '-', user: 0, staff: 1, admin: 1, service: 1 },
  ],
  [
    'attach a file past the endpoint',
    `insert into answer_attachments (message_id, position, file_id)
     select m.id, 2, f.id from enquiry_messages m, answer_files f where f.name = 'Draft.pdf' limit 1`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'detach files',
    `delete from answer_attachments`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'drop files by the function',
    `select internal.drop_abandoned_answer_files()`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  ['views', `select from saved_views`, { anon: '-', user: 0, staff: 3, admin: 3, service: 4 }],
  [
    'save a view',
    `insert into saved_views (name, query, is_shared) values ('X', 'town=Malvern', true)`,
    { anon: '-', user: '-', staff: 1, admin: 1, service: '-' },
  ],
  [
    'save a view for another',
    `insert into saved_views (owner_id, name) values ('${other}', 'X')`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'change views',
    `update saved_views set query = 'town=Malvern'`,
    { anon: '-', user: 0, staff: 2, admin: 2, service: 4 },
  ],
  [
    'take over a view',
    `update saved_views set owner_id = auth.uid()`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'delete views',
    `delete from saved_views`,
    { anon: '-', user: 0, staff: 2, admin: 3, service: 4 },
  ],
  [
    'review requests',
    `select from review_requests`,
    { anon: '-', user: 0, staff: 0, admin: 0, service: 0 },
  ],
  [
    'plan a review request past the trigger',
    `insert into review_requests (enquiry_id, due_at) values ('${enquiryId}', now())`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 1 },
  ],
  [
    'put review requests off',
    `update review_requests set due_at = now()`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 0 },
  ],
  [
    'drop review requests',
    `delete from review_requests`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: 0 },
  ],
  [
    'addresses that are not asked for reviews',
    `select from internal.review_stops`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'stop reviews for an address',
    `select internal.decline_reviews(repeat('0', 64))`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'tie a review to an enquiry',
    `insert into review_enquiries (review_id, enquiry_id)
     select r.id, '${enquiryId}' from google_reviews r where is_featured`,
    { anon: '-', user: '-', staff: '-', admin: 1, service: 1 },
  ],
  [
    'which enquiry a review came of',
    `select from review_enquiries`,
    { anon: '-', user: 0, staff: 0, admin: 0, service: 0 },
  ],
  [
    'count enquiries',
    `select from enquiry_figures('2000-01-01') figures where (figures ->> 'total')::int > 0`,
    { anon: '-', user: '-', staff: 1, admin: 1, service: 1 },
  ],

  [
    'read what happened to an enquiry',
    `select from jsonb_array_elements(enquiry_timeline('${enquiryId}'))`,
    { anon: '-', user: '-', staff: 8, admin: 8, service: 8 },
  ],

  [
    'the audit trail',
    `select from audit_trail where subject_id = '${other}'`,
    { anon: '-', user: 0, staff: 0, admin: 1, service: 1 },
  ],
  [
    'write into the audit trail',
    `insert into audit_trail (actor, subject, action) values ('X', 'role', 'insert')`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'rewrite the audit trail',
    `update audit_trail set actor = 'X'`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'empty the audit trail',
    `delete from audit_trail`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],

  [
    'accounts',
    `select from auth.users`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'secrets',
    `select from internal.secrets`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'migrations',
    `select from internal.migrations`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
  [
    'what the files of the schema made',
    `select from internal.definitions`,
    { anon: '-', user: '-', staff: '-', admin: '-', service: '-' },
  ],
]

describe.each(engines)('%s', (engine) => {
  const people = peopleAndRows(engine)

  const cells = table.flatMap(([what, sql, expected]) =>
    (Object.keys(callers) as CallerName[]).map((name) => ({
      what,
      sql,
      name,
      expected: expected[name],
    })),
  )

  test.each(cells)('$name: $what → $expected', async ({ sql, name, expected }) => {
    expect(await reach(people.database, callers[name], sql)).toBe(expected)
  })
})
