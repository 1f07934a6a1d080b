import { describe, expect, test } from 'vitest'
import { type BackupRow, judgeBackup } from './backup.ts'
import { judgeSpace } from './disk.ts'
import { judgeMail } from './mail.ts'
import { judgeQueue } from './queue.ts'

test.each([
  [0.1e9, 'broken', /enquiries are turned away/],
  [1.5e9, 'look', /room soon/],
  [30e9, 'fine', undefined],
])('a disk of 100 GB with %d bytes free is %s', (free, state, advice) => {
  const found = judgeSpace(free, 100e9)
  expect(found.state).toBe(state)
  if (advice) expect(found.advice).toMatch(advice)
  else expect(found.advice).toBeUndefined()
})

describe('the queue', () => {
  test('is fine while jobs are done in time', () => {
    expect(judgeQueue({ waiting: 0, failed: 0, oldest: 0 }).finding).toBe('Nothing is waiting.')
    expect(judgeQueue({ waiting: 1, failed: 0, oldest: 2 })).toEqual({
      state: 'fine',
      finding: '1 job on the way, or waiting for another try.',
    })
  })
  test('wants a look when a job failed, and is broken when nobody does them', () => {
    expect(judgeQueue({ waiting: 0, failed: 3, oldest: 0 })).toMatchObject({ state: 'look' })
    expect(judgeQueue({ waiting: 5, failed: 3, oldest: 900 })).toMatchObject({
      state: 'broken',
      finding: '5 jobs are waiting, the oldest for 15 minutes.',
    })
  })
})

describe('the backup', () => {
  const taken: BackupRow = {
    age: 7200,
    file: '/b/backup.gz',
    bytes: '5200000',
    enquiries: 41_223,
    checked_at: new Date(2026, 10, 15, 3, 17),
    check_error: null,
    tries: 0,
    last_error: null,
  }
  test('is fine for a day once it has been restored', () => {
    expect(judgeBackup(taken, '/b')).toEqual({
      state: 'fine',
      finding:
        'The last backup was taken 2 hours ago (5 MB). Restorable, checked 03:17, 41,223 enquiries.',
    })
    expect(judgeBackup({ ...taken, file: null, bytes: null }, '/b').state).toBe('fine')
  })
  test('wants a look when it has not been restored for hours', () => {
    const unchecked = { ...taken, checked_at: null }
    expect(judgeBackup(unchecked, '/b').state).toBe('fine')
    expect(judgeBackup({ ...unchecked, age: 20_000 }, '/b')).toMatchObject({
      state: 'look',
      advice: expect.stringContaining('--check /b/backup.gz'),
    })
  })
  test('is broken when it cannot be restored, and says what to do', () => {
    const failed = judgeBackup({ ...taken, check_error: 'its end is missing' }, '/b')
    expect(failed).toMatchObject({ state: 'broken' })
    expect(failed.finding).toContain('cannot be restored: its end is missing')
    expect(failed.advice).toContain('Back up now')
  })
  test('is broken when it is overdue or has failed, and says why', () => {
    expect(judgeBackup({ ...taken, age: 200_000 }, '/b').state).toBe('broken')
    const failed = judgeBackup({ ...taken, tries: 2, last_error: 'ENOSPC: no space left' }, '/b')
    expect(failed).toMatchObject({ state: 'broken' })
    expect(failed.finding).toContain('no space left')
    expect(failed.advice).toContain('/b')
  })
})

test('a mail server that answers and refuses mails needs attention', () => {
  expect(judgeMail('smtp.x.test', { count: 0, last_error: null }).state).toBe('fine')
  const { state, finding } = judgeMail('smtp.x.test', {
    count: 2,
    last_error: '554 see https://x.test/verify?token=secret',
  })
  expect(state).toBe('look')
  expect(finding).toContain('2 mails could not be delivered yet: 554 see')
  expect(finding).not.toContain('secret')
})
