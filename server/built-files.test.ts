import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { builtFilesBeside, readBuildId } from './built-files.ts'

test('two builds have the same id when they serve the same, wherever they lie', () => {
  const first = idOf({ entry: 'import "./chunks/a.js"', manifest: '{"site":"a.css"}' })
  expect(idOf({ entry: 'import "./chunks/a.js"', manifest: '{"site":"a.css"}' })).toBe(first)
  expect(idOf({ entry: 'import "./chunks/b.js"', manifest: '{"site":"a.css"}' })).not.toBe(first)
  expect(idOf({ entry: 'import "./chunks/a.js"', manifest: '{"site":"b.css"}' })).not.toBe(first)
})

function idOf({ entry, manifest }: { entry: string; manifest: string }): string {
  const dist = mkdtempSync(join(tmpdir(), 'build-id-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  mkdirSync(join(dist, 'server'))
  mkdirSync(join(dist, 'client', '.vite'), { recursive: true })
  writeFileSync(join(dist, 'server', 'main.js'), entry)
  writeFileSync(join(dist, 'client', '.vite', 'manifest.json'), manifest)
  return readBuildId(builtFilesBeside(pathToFileURL(join(dist, 'server', 'main.js')).href))
}
