// Every setting that the product reads is documented, and every documented one is read.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { Environment } from '#server/environment.ts'
import { openLog } from '#server/log.ts'
import { settingNames } from '#server/unknown-settings.ts'

/** For `npm run dev` only. */
const own = ['LIVE_RELOAD', 'NODE_ENV']

test('settings and their description agree', () => {
  const read = new Set<string>()
  const env = new Proxy<Environment>(
    {},
    {
      get(_, name: string) {
        read.add(name)
        return undefined
      },
    },
  )
  readConfig(env)
  openLog(env)
  const described = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_0-9]+)`/g)])
    .map(([, name]) => name)
  expect(described.sort()).toEqual([...read].filter((name) => !own.includes(name)).sort())
  // What is not among them is told as unknown.
  expect([...settingNames].sort()).toEqual([...read].filter((name) => name !== 'NODE_ENV').sort())
})
