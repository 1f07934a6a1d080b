import { expect, test } from 'vitest'
import type { AuditEntry } from '#schemas/tables.ts'
import { sayChange } from './say-change.ts'

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
    'moved an enquiry (Domestic) from New to Visit booked',
  ],
  [
    {
      subject: 'review',
      label: 'Ann',
      action: 'update',
      before: { is_featured: false, rating: 4 },
      after: { is_featured: true, rating: 5 },
    },
    'changed the review by Ann: featured from no to yes; rating from “4” to “5”',
  ],
  [
    { subject: 'account', after: { has_second_factor: false, by_recovery_code: true } },
    'got in by a recovery code, which turned two-factor off',
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
    'dropped a mail to sam@x.test that had not gone out: Invitation',
  ],
  [{ subject: 'account', after: { is_disabled: true } }, 'disabled the account sam@x.test'],
])('%j', (change, sentence) => {
  expect(sayChange({ ...entry, ...change })).toBe(sentence)
})
