import { expect, test } from 'vitest'
import type { AuditEntry } from '#schemas/tables.ts'
import { groupByDay } from './days.ts'
import { formatActor, formatChange } from './format-change.ts'

const entry: AuditEntry = {
  id: 1,
  happened_at: '2026-11-15T10:00:00Z',
  actor_id: null,
  actor: 'Alex',
  subject: 'role',
  subject_id: null,
  label: 'sam@x.test',
  action: 'insert',
  before: null,
  after: { role: 'admin' },
}

test.each<[Partial<AuditEntry>, string]>([
  [{}, 'gave sam@x.test the role admin'],
  [
    { subject: 'enquiry', label: 'Domestic', after: { entered_via: 'telephone' } },
    'entered F9G-QH3 (Telephone)',
  ],
  [
    {
      ...{ subject: 'enquiry', label: 'Domestic', action: 'update' },
      after: { customer: 'merge', enquiries: 3 },
    },
    'merged two customers, with F9G-QH3 and 2 other enquiries',
  ],
  [
    {
      ...{ subject: 'enquiry', label: 'Domestic', action: 'update' },
      after: { customer: 'split', enquiries: 1 },
    },
    'split F9G-QH3 off from its customer',
  ],
  [
    { subject: 'spam_filter', label: null, action: 'delete', after: { clicks: 3 } },
    'made the spam filter forget what it had learned: 3 clicks',
  ],
  [
    {
      subject: 'mail_server',
      label: null,
      after: { host: 'smtp.example.com', username: 'office' },
    },
    'set up the mail server smtp.example.com',
  ],
  [{ subject: 'mail_server', label: null, action: 'delete', after: {} }, 'removed the mail server'],
  [
    { subject: 'view', label: 'Late', action: 'insert', after: { name: 'Late', is_shared: true } },
    'shared the new view “Late”',
  ],
  [
    {
      ...{ subject: 'view', label: 'Late', action: 'update' },
      ...{ before: { name: 'Old', query: '' }, after: { name: 'Late', query: 'status=new' } },
    },
    'changed the shared view “Late” (was “Old”; other filters)',
  ],
  [
    {
      ...{ subject: 'view', label: 'Late', action: 'update' },
      ...{ before: { is_shared: false }, after: { is_shared: true } },
    },
    'shared the view “Late”',
  ],
  [
    {
      ...{ subject: 'view', label: 'Late', action: 'update' },
      ...{ before: { is_shared: true }, after: { is_shared: false } },
    },
    'stopped sharing the view “Late”',
  ],
  [
    { subject: 'view', label: 'Late', action: 'delete', before: { name: 'Late' } },
    'deleted the shared view “Late”',
  ],
  [
    { subject: 'site', label: 'services/patios', after: { draft: 'edited' } },
    'edited the draft of Patios',
  ],
  [
    { subject: 'site', label: 'pages/home', after: { draft: 'removed' } },
    'drafted the removal of Home',
  ],
  [
    { subject: 'site', label: 'pages/home', action: 'delete', before: { draft: 'edited' } },
    'discarded the draft of Home',
  ],
  [
    { subject: 'site', label: null, after: { version: 7, count: 5, keys: ['company', 'hours'] } },
    'published version 7 of the site (Name and contact details, Opening hours and 3 more)',
  ],
  [
    {
      subject: 'site',
      label: null,
      after: { version: 8, restored_from: 0, count: 1, keys: ['hours'] },
    },
    'went back to the original site as version 8 of the site (Opening hours)',
  ],
  [
    { action: 'delete', before: { role: 'admin' }, after: null },
    'took the role admin from sam@x.test',
  ],
  [
    {
      subject: 'enquiry',
      label: 'Domestic',
      action: 'update',
      before: { status: 'new' },
      after: { status: 'visit_booked' },
    },
    'moved F9G-QH3 from New to Visit booked',
  ],
  [
    {
      subject: 'enquiry',
      action: 'update',
      before: { assigned_to: null, assigned_name: null, follow_up_on: null },
      after: { assigned_to: 'x', assigned_name: 'Kit Carter', follow_up_on: '2026-11-30' },
    },
    'changed F9G-QH3 (assigned from nobody to Kit Carter; follow-up from no day to Mon, 30 Nov 2026)',
  ],
  [
    {
      subject: 'enquiry',
      action: 'update',
      before: { status: 'quoted', quote_pence: 5, won_pence: null },
      after: { status: 'won', quote_pence: null, won_pence: 125000 },
    },
    'changed F9G-QH3 (status from Quoted to Won; quote from £0.05 to nothing; won value from nothing to £1,250)',
  ],
  [
    {
      subject: 'enquiry',
      action: 'update',
      before: null,
      after: { visit: 'booked', visit_at: '2026-11-30T10:30:00+00:00', visit_by: 'Kit Carter' },
    },
    'booked a visit for F9G-QH3 on Mon 30 Nov, 10:30, Kit Carter',
  ],
  [
    {
      subject: 'review',
      label: 'Ann',
      action: 'update',
      before: { is_featured: false, rating: 4 },
      after: { is_featured: true, rating: 5 },
    },
    'changed the review by Ann (featured from no to yes; rating from “4” to “5”)',
  ],
  [
    { subject: 'account', after: { has_second_factor: false, by_recovery_code: true } },
    'signed in with a recovery code, which turned two-factor off',
  ],
  [
    {
      subject: 'person',
      action: 'delete',
      label: null,
      after: { enquiries: 2, notes: 1, deliveries: 4, outbox_copies: 0, activity_lines: 1 },
    },
    'erased what was kept about a person: 2 enquiries, 1 note, 4 deliveries, 1 activity line',
  ],
  [
    { subject: 'person', action: 'export', label: null, after: { enquiries: 1, notes: 0 } },
    'exported what is kept about a person: 1 enquiry',
  ],
  [
    { subject: 'person', action: 'delete', label: null, after: { enquiries: 0 } },
    'erased what was kept about a person: nothing was there',
  ],
  [{ subject: 'account', after: { recovery_codes: 10 } }, 'made new recovery codes'],
  [
    { subject: 'account', after: { dropped_mail: 'invite' } },
    'discarded an email to sam@x.test that had not gone out: Invitation',
  ],
  [{ subject: 'account', after: { invited_as: 'staff' } }, 'invited sam@x.test as Staff'],
  [
    { subject: 'account', before: { full_name: 'Sam' }, after: { full_name: 'Anna Admin' } },
    'is now called Anna Admin',
  ],
  [
    { subject: 'account', before: { full_name: 'Sam' }, after: { full_name: null } },
    'has no name now',
  ],
  [
    { subject: 'enquiry', action: 'update', after: { sent_again: 'thank_you_mail' } },
    'sent the thank-you email of F9G-QH3 again',
  ],
  [
    { subject: 'enquiry', action: 'update', after: { sent_again: 'office_mail' } },
    'sent the email to the office about F9G-QH3 again',
  ],
  [{ subject: 'enquiry', action: 'update', after: { answered: true } }, 'answered F9G-QH3'],
  [
    { subject: 'enquiry', action: 'update', after: { corrected: ['email', 'address'] } },
    'changed F9G-QH3 (corrected: email, postcode)',
  ],
  [
    { subject: 'enquiry', action: 'update', after: { called: 'no_answer' } },
    'logged a call about F9G-QH3 (no answer)',
  ],
  [
    { subject: 'enquiry', action: 'update', after: { call_taken_back: 'spoke' } },
    'took back a call about F9G-QH3 (spoke)',
  ],
  [{ subject: 'account', after: { is_disabled: true } }, 'disabled the account sam@x.test'],
])('%j', (change, sentence) => {
  const { lead, name, rest } = formatChange({ ...entry, ...change }, 'F9G-QH3')
  expect(lead + name + rest).toBe(sentence)
})

test('an enquiry that is gone is named by its service', () => {
  const moved = { subject: 'enquiry', before: { status: 'new' }, after: { status: 'won' } } as const
  const { lead, name, rest } = formatChange({ ...entry, ...moved, label: 'Domestic' })
  expect(lead + name + rest).toBe('moved an enquiry (Domestic) from New to Won')
})

test('who acted has a name', () => {
  expect(formatActor({ actor: 'Jo Marsh', actor_id: 'x' })).toBe('Jo Marsh')
  expect(formatActor({ actor: 'service_role', actor_id: null })).toBe(
    'A client with the secret key',
  )
})

test('entries stand under their day, in London', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const at = (happened_at: string, id: number) => ({ ...entry, id, happened_at })
  const days = groupByDay(
    [
      at('2026-11-15T10:00:00Z', 5),
      at('2026-11-14T23:30:00Z', 4),
      at('2026-11-14T00:10:00Z', 3),
      at('2026-11-13T09:00:00Z', 2),
      // Past midnight in summer time.
      at('2026-07-01T23:30:00Z', 1),
    ],
    now,
  )
  expect(days.map(({ heading, entries }) => [heading, entries.map(({ id }) => id)])).toEqual([
    ['Today', [5]],
    ['Yesterday', [4, 3]],
    ['Friday 13 November 2026', [2]],
    ['Thursday 2 July 2026', [1]],
  ])
})
