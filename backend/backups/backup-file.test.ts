import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createBackupFile, readBackupFile } from './backup-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('lines are read as they were written, whatever visitors paste', async () => {
  const lines = [
    '{"format":1}',
    JSON.stringify({ message: 'Hello\u2028please\u2029quote\u0085 \v\f\r\n\n' }),
    JSON.stringify({ message: 'ж'.repeat(300_000) }),
    '{}',
  ]
  const name = join(folder, 'a.backup')
  const file = createBackupFile(name)
  for (const line of lines) file.write(line)
  file.finish()
  const read: string[] = []
  for await (const line of readBackupFile(name)) read.push(line)
  expect(read).toEqual(lines)
})
