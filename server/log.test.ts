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
