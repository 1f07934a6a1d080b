// The first `npm start` serves before all pictures are made: a request for one waits for it.
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'

const root = resolve(import.meta.dirname, '../..')
let copy: string
let pending: string[]
const started: ServerProcess[] = []

/** A copy of the built product in which the pictures of two pages are still to be made. */
beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'first-start-'))
  await cp(join(root, 'firm'), join(copy, 'firm'), {
    recursive: true,
    filter: (file) => !file.endsWith('.webp'),
  })
  for (const name of ['about', 'contact']) {
    await cp(join(root, `firm/pictures/${name}.webp`), join(copy, `firm/pictures/${name}.webp`))
  }
  await cp(join(root, 'dist'), join(copy, 'dist'), { recursive: true })
  await cp(join(root, 'package.json'), join(copy, 'package.json'))
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  const pictures = await namesIn('pictures', /^(about|contact)-(tall|wide)-/)
  const social = await namesIn('social', /^(about|contact-us)-/)
  pending = [...pictures, ...social]
  for (const name of pending) await rm(join(copy, 'dist/client', name))
  await writeFile(listOf('pictures'), JSON.stringify(pictures))
  await writeFile(listOf('social'), JSON.stringify(social))
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.kill('SIGKILL')))
  await rm(copy, { recursive: true, force: true })
})

const listOf = (plugin: string) => join(copy, `dist/client/.vite/pending-${plugin}.json`)
const hasLists = () => existsSync(listOf('pictures')) || existsSync(listOf('social'))

async function namesIn(folder: string, wanted: RegExp): Promise<string[]> {
  const names = await readdir(join(copy, 'dist/client/assets', folder))
  return names.filter((name) => wanted.test(name)).map((name) => `assets/${folder}/${name}`)
}

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess(
    { DATA_DIR: join(copy, 'data') },
    { program: join(copy, 'dist/server/main.js') },
  )
  started.push(server)
  return server
}

test('a request for a picture that is not made yet gets its finished bytes', async () => {
  const server = await start()
  const requested = pending.toReversed().slice(0, 6)
  for (const name of requested) {
    const response = await fetch(`${server.url}/${name}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toContain('immutable')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.equals(await readFile(join(root, 'dist/client', name))), name).toBe(true)
  }
  await expect.poll(hasLists, { timeout: 100_000 }).toBe(false)
  expect(await madeFiles()).toEqual([...pending].sort())
  expect(await server.kill('SIGTERM')).toBe(0)
})

test('a server that is killed in between goes on where it was', async () => {
  const killed = await start()
  await fetch(`${killed.url}/${pending[0]}`)
  await killed.kill('SIGKILL')
  const server = await start()
  const response = await fetch(`${server.url}/${pending.at(-1)}`)
  expect(response.status).toBe(200)
  await expect.poll(hasLists, { timeout: 100_000 }).toBe(false)
  expect(await madeFiles()).toEqual([...pending].sort())
})

test('a picture that cannot be made is an error of its own, and is tried again', async () => {
  const [bad = ''] = pending
  // It cannot be put there.
  await mkdir(join(copy, 'dist/client', bad, 'in-the-way'), { recursive: true })
  const server = await start()
  for (const name of pending.slice(1, 3)) {
    expect((await fetch(`${server.url}/${name}`)).status, name).toBe(200)
  }
  const response = await fetch(`${server.url}/${bad}`)
  expect(response.status).toBe(503)
  expect(response.headers.get('cache-control')).not.toContain('immutable')
  await expect.poll(() => server.output(), { timeout: 100_000 }).toContain('"missing":1')
  expect(JSON.parse(await readFile(listOf('pictures'), 'utf8'))).toEqual([bad])
  expect(existsSync(listOf('social'))).toBe(false)
  await server.kill('SIGTERM')

  await rm(join(copy, 'dist/client', bad), { recursive: true })
  const again = await start()
  expect((await fetch(`${again.url}/${bad}`)).status).toBe(200)
  await expect.poll(hasLists, { timeout: 100_000 }).toBe(false)
})

test('without any picture pages are served', async () => {
  await writeFile(join(copy, 'firm/pictures/about.webp'), 'no picture')
  const server = await start()
  expect((await fetch(`${server.url}/${pending[0]}`)).status).toBe(503)
  expect((await fetch(`${server.url}/about`)).status).toBe(200)
  expect(server.output()).toContain('pictures are missing until the next start')
})

async function madeFiles(): Promise<string[]> {
  const made = [...(await namesIn('pictures', /./)), ...(await namesIn('social', /./))]
  return made.filter((name) => pending.includes(name)).sort()
}
