import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('an error is logged with its causes and without the row that it is about', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const cause = Object.assign(new Error('violates check constraint'), {
    code: '23514',
    detail: 'Failing row contains (Ann Lee, ann@example.com).',
  })
  log.error({ err: new Error('enquiry failed', { cause }) }, 'not stored')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    msg: 'not stored',
    err: {
      message: 'enquiry failed',
      cause: { message: 'violates check constraint', code: '23514' },
    },
  })
  expect(lines.join('')).not.toContain('Ann Lee')
})

test('a mail server’s refusal is logged without the address that it names', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const refused = Object.assign(
    new Error(
      "Can't send mail - all recipients were rejected: 550 5.1.1 <ann@example.com>: unknown",
    ),
    { code: 'EENVELOPE', rejected: ['ann@example.com'], response: '550 ann@example.com unknown' },
  )
  const cause = new Error('RCPT TO:<o\'neill+x@example.com> failed for "ann"@example.com')
  log.warn({ err: new Error('not sent', { cause: refused }) }, 'mail')
  log.warn({ err: cause }, 'mail')
  expect(lines.join('')).not.toContain('example.com')
  expect(lines.join('')).toContain('550 5.1.1')
})
