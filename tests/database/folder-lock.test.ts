import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  FolderInUse,
  type FolderLock,
  lockFolder,
  requestFromHolder,
} from '#backend/database/embedded/folder-lock.ts'

const attendNobody = (_request: string, socket: net.Socket) => void socket.end()
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a second holder is refused, and welcome after the first has gone', async () => {
  const first = await lockFolder(folder, attendNobody)
  await expect(lockFolder(folder, attendNobody)).rejects.toBeInstanceOf(FolderInUse)
  await first.release()
  await (await lockFolder(folder, attendNobody)).release()
})

test('of ten that start at once exactly one gets the folder', async () => {
  const attempts = await Promise.allSettled(
    Array.from({ length: 10 }, () => lockFolder(folder, attendNobody)),
  )
  const held = attempts.flatMap((attempt) =>
    attempt.status === 'fulfilled' ? [attempt.value] : [],
  )
  expect(held).toHaveLength(1)
  await (held[0] as FolderLock).release()
})

test('what a killed process left behind does not block', async () => {
  await mkdir(join(folder, 'lock'))
  const abandoned = net.createServer()
  await new Promise<void>((resolve) => abandoned.listen(join(folder, 'x.sock'), resolve))
  // A socket file without a listener, as after kill -9.
  await writeFile(join(folder, 'lock', '0.sock'), '')
  const lock = await lockFolder(folder, attendNobody)
  expect(await readdir(join(folder, 'lock'))).toHaveLength(1)
  await lock.release()
  await new Promise((resolve) => abandoned.close(resolve))
})

test('a folder with a very long path can be locked', async () => {
  const long = join(folder, 'a'.repeat(120))
  const lock = await lockFolder(long, attendNobody)
  await expect(lockFolder(long, attendNobody)).rejects.toBeInstanceOf(FolderInUse)
  await lock.release()
})

test('a tool reaches the holder through the folder', async () => {
  const lock = await lockFolder(folder, (request, socket) => socket.end(`you said ${request}`))
  const socket = await requestFromHolder(folder, 'hello')
  let reply = ''
  for await (const chunk of socket ?? []) reply += chunk
  expect(reply).toBe('you said hello')
  await lock.release()
  expect(await requestFromHolder(folder, 'hello')).toBeUndefined()
})
