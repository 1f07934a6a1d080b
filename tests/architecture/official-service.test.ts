// Every comment that appeals to the official service says which of its files it was read from.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

test('docs/official-service.md names the files that follow the official service', () => {
  const following = readdirSync(join(root, 'backend'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => /official service/i.test(readFileSync(join(root, 'backend', file), 'utf8')))
    .map((file) => `backend/${file}`)
  const table = readFileSync(join(root, 'docs/official-service.md'), 'utf8')
  const named = [
    ...table.matchAll(/^\| `(\S+)` \|.*\]\(https:\S+\/blob\/[0-9a-f]{8,}\/\S+\) \|$/gm),
  ]
  expect(named.map(([, file]) => file).sort()).toEqual(following.sort())
})
