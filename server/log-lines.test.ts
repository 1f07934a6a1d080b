import { expect, test } from 'vitest'
import { createLog, openLog } from './log.ts'
import { formatLogLine } from './log-lines.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog('info', { write: (line) => lines.push(formatLogLine(line)) }))
  return lines.join('')
}

test('a terminal shows the time, the words and the facts', () => {
  const line = logged((log) => log.info({ port: 3000, url: 'http://localhost:3000' }, 'listening'))
  expect(line).toMatch(/^\d\d:\d\d:\d\d {2}listening {2}port=3000 url=http:\/\/localhost:3000\n$/)
})

test('a warning is called one, and text with spaces keeps its bounds', () => {
  const line = logged((log) => log.warn({ reason: 'no room left' }, 'not backed up'))
  expect(line).toMatch(/ {2}warn {2}not backed up {2}reason="no room left"\n$/)
})

test('an error stands beneath with its stack and its cause', () => {
  const cause = new Error('connection refused')
  const text = logged((log) => log.error({ err: new Error('not sent', { cause }) }, 'mail'))
  expect(text).toContain('error  mail\n    Error: not sent\n')
  expect(text).toContain('    because of\n    Error: connection refused\n')
  expect(text).not.toContain('\u001b')
})

test('what a request brings cannot colour, move or erase lines', () => {
  const line = logged((log) => log.info({ path: '/\u001b[2J\u0007\u009b1A\r\u007f' }, 'request'))
  expect(line).not.toMatch(/[^\P{Cc}\n]/u)
  expect(line).toContain('path=/\\u001b[2J\\u0007')
})

test('a level or a format that does not exist is named, with those that do', () => {
  expect(() => openLog({ LOG_LEVEL: 'verbose' })).toThrow(
    'LOG_LEVEL must be one of debug, info, warn, error, silent',
  )
  expect(() => openLog({ LOG_FORMAT: 'xml' })).toThrow('LOG_FORMAT must be one of json, text')
})
