// The documented systemd unit, parsed and rated by systemd itself.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const unit = readFileSync(resolve(import.meta.dirname, '../../docs/gardens.service'), 'utf8')
/** Exposure in tenths: systemd rates 5 as medium, and an unprotected service as 9.6. */
const highestExposure = 40

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unit-'))
  file = join(folder, 'gardens.service')
  // Node is installed in different places.
  await writeFile(file, unit.replace('/usr/bin/node', process.execPath))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(({ skip }) => {
  const { error, stdout } = analyze('--version')
  const version = Number(/^systemd (\d+)/.exec(stdout ?? '')?.[1])
  if (error) skip('systemd-analyze is not installed (Debian: apt-get install systemd)')
  if (version < 252) skip(`systemd ${version} knows less than the unit is for: 252 or later`)
})

function analyze(...args: string[]) {
  return spawnSync('systemd-analyze', args, { encoding: 'utf8' })
}

test('systemd finds no fault in it', () => {
  const { status, stdout, stderr } = analyze('verify', '--man=no', file)
  expect({ status, words: stdout + stderr }).toEqual({ status: 0, words: '' })
})

test('systemd finds the service well closed off', () => {
  const { status, stdout } = analyze(
    'security',
    '--offline=true',
    `--threshold=${highestExposure}`,
    '--no-pager',
    file,
  )
  expect(stdout).toContain('Overall exposure level for gardens.service')
  expect(status).toBe(0)
})

test('what it writes is closed to other users, and V8 may compile', () => {
  const lines = unit.split('\n')
  expect(lines).toEqual(expect.arrayContaining(['UMask=0077', 'StateDirectoryMode=0700']))
  expect(lines.filter((line) => line.startsWith('MemoryDenyWriteExecute'))).toEqual([])
})
