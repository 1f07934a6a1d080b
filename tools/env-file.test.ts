import { expect, test } from 'vitest'
import { parseEnvFile } from './env-file.ts'

test.each([
  ['a plain value', 'DATA_DIR=/var/lib/gardens', '/var/lib/gardens'],
  ['spaces inside, none around', 'DATA_DIR=  a long one  ', 'a long one'],
  ['single quotes', `DATA_DIR='it is "so" \\n'`, 'it is "so" \\n'],
  ['double quotes', 'DATA_DIR="a \\"b\\" \\$c  "', 'a "b" $c  '],
  ['an equals sign and a hash inside', 'DATA_DIR=a=b#c', 'a=b#c'],
  ['a line that goes on', 'DATA_DIR=/var/lib/\\\ngardens', '/var/lib/gardens'],
  ['an escaped character', 'DATA_DIR=a\\ b', 'a b'],
  ['no value', 'DATA_DIR=', ''],
  ['Windows line ends', 'DATA_DIR=x\r\nPORT=1\r\n', 'x'],
])('%s', (_, text, value) => {
  expect(parseEnvFile(text, 'file').DATA_DIR).toBe(value)
})

test('comments and empty lines say nothing, the last of a name counts', () => {
  const text = '# DATA_DIR=/wrong \\\n; also\n\n  PORT=1\nPORT=2\n'
  expect(parseEnvFile(text, 'file')).toEqual({ PORT: '2' })
})

test('another line is refused by its number', () => {
  expect(() => parseEnvFile('PORT=1\nexport X=2', '/etc/x.env')).toThrow('Line 2 of /etc/x.env')
})
