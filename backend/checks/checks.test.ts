import { describe, expect, test } from 'vitest'
import { type BackupRow, rateBackup } from './backup.ts'
import { rateSpace } from './disk.ts'
import { rateFiles } from './files.ts'
import { rateMail } from './mail.ts'
import { rateQueue } from './queue.ts'
import { rateSpamFilter } from './spam-filter.ts'

test.each([
  [0.1e9, 'failed', /enquiries are turned away/],
  [1.5e9, 'warning', /room soon/],
  [30e9, 'ok', undefined],
])('a disk of 100 GB with %d bytes free is %s', (free, state, advice) => {
  const found = rateSpace(free, 100e9)
  expect(found.state).toBe(state)
  if (advice) expect(found.advice).toMatch(advice)
  else expect(found.advice).toBeUndefined()
})

test.each([
  [{ files: 0, bytes: 0, free: 9e9 }, 'ok', /^No files yet/],
  [{ files: 1_200, bytes: 3e8, free: undefined }, 'ok', /^1,200 files, 300 MB/],
  [{ files: 3, bytes: 1e6, free: 4e8 }, 'warning', /^Photos are refused: only 400 MB are free/],
  [{ files: 9, bytes: 2e9, free: 9e9 }, 'warning', /^Photos are refused: 9 files, 2(\.0)? GB/],
])('photos as %j are %s', (facts, state, finding) => {
  const found = rateFiles(facts, { maxTotalBytes: 2e9, minFreeBytes: 1e9 })
  expect(found.state).toBe(state)
  expect(found.finding).toMatch(finding)
})

describe('the queue', () => {
  test('is fine while jobs are done in time', () => {
    expect(rateQueue({ waiting: 0, failed: 0, oldest: 0 }).finding).toBe('Nothing is waiting.')
    expect(rateQueue({ waiting: 1, failed: 0, oldest: 2 })).toEqual({
      state: 'ok',
      finding: '1 job on the way, or waiting for another try.',
    })
  })
  test('wants a look when a job failed, and is broken when nobody does them', () => {
    expect(rateQueue({ waiting: 0, failed: 3, oldest: 0 })).toMatchObject({ state: 'warning' })
    expect(rateQueue({ waiting: 5, failed: 3, oldest: 900 })).toMatchObject({
      state: 'failed',
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
    expect(rateBackup(taken, '/b')).toEqual({
      state: 'ok',
      finding:
        'The last backup was taken 2 hours ago (5 MB). Restorable, checked 03:17, 41,223 enquiries.',
    })
    expect(rateBackup({ ...taken, file: null, bytes: null }, '/b').state).toBe('ok')
  })
  test('wants a look when it has not been restored for hours', () => {
    const unchecked = { ...taken, checked_at: null }
    expect(rateBackup(unchecked, '/b').state).toBe('ok')
    expect(rateBackup({ ...unchecked, age: 20_000 }, '/b')).toMatchObject({
      state: 'warning',
      advice: expect.stringContaining('--check /b/backup.gz'),
    })
  })
  test('is broken when it cannot be restored, and says what to do', () => {
    const failed = rateBackup({ ...taken, check_error: 'its end is missing' }, '/b')
    expect(failed).toMatchObject({ state: 'failed' })
    expect(failed.finding).toContain('cannot be restored: its end is missing')
    expect(failed.advice).toContain('Back up now')
  })
  test('is broken when it is overdue or has failed, and says why', () => {
    expect(rateBackup({ ...taken, age: 200_000 }, '/b').state).toBe('failed')
    const failed = rateBackup({ ...taken, tries: 2, last_error: 'ENOSPC: no space left' }, '/b')
    expect(failed).toMatchObject({ state: 'failed' })
    expect(failed.finding).toContain('no space left')
    expect(failed.advice).toContain('/b')
  })
})

test('a mail server that answers and refuses mails needs attention', () => {
  expect(rateMail('smtp.x.test', { count: 0, last_error: null, inOutbox: 0 }).state).toBe('ok')
  const { state, finding } = rateMail('smtp.x.test', {
    count: 2,
    last_error: '554 see https://x.test/verify?token=secret',
    inOutbox: 1,
  })
  expect(state).toBe('warning')
  expect(finding).toContain('2 emails could not be delivered yet: 554 see')
  expect(finding).not.toContain('secret')
})

test('mails from before the mail server was set up are named', () => {
  const kept = rateMail('smtp.x.test', { count: 0, last_error: null, inOutbox: 1 })
  expect(kept.state).toBe('warning')
  expect(kept.finding).toContain('1 email from before it was set up lies in the outbox')
})

describe('the spam filter', () => {
  test('says how often it was right, and what it learned from', () => {
    expect(rateSpamFilter({ judged: 120, wronglyHeld: 1, missed: 2, clicks: 3 })).toEqual({
      state: 'ok',
      finding:
        'Right about 117 of 120 enquiries this month (1 held by mistake, 2 let through). It has learned from 3 clicks on Spam and Not spam.',
      clicks: 3,
    })
    expect(rateSpamFilter({ judged: 0, wronglyHeld: 0, missed: 0, clicks: 0 }).finding).toBe(
      'No enquiry this month. It has learned nothing from your office yet.',
    )
  })
  test('wants a look when it holds customers', () => {
    const { state, advice } = rateSpamFilter({ judged: 20, wronglyHeld: 3, missed: 0, clicks: 2 })
    expect(state).toBe('warning')
    expect(advice).toContain('spam folder')
  })
})
