// Repeated requests leave no event listeners behind: Node warns from the eleventh on.
import { readdirSync, statSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestFromHolder } from '#backend/database/embedded/folder-lock.ts'
import { readSnapshot, snapshotRequest } from '#server/snapshot-socket.ts'
import { fillDataDir } from '#tests/support/databases.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts'

const moreThanTen = Array.from({ length: 12 })
const assets = resolve(import.meta.dirname, '../../dist/client/assets/pictures')

let folder: string
let server: ServerProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'listeners-'))
  server = await startServerProcess({ DATA_DIR: await fillDataDir(join(folder, 'data')) })
})
afterAll(async () => {
  await server.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

test('twelve snapshots at once are given and removed', async () => {
  const dataDir = join(folder, 'data')
  const snapshots = await Promise.all(
    moreThanTen.map(async () => {
      const socket = await requestFromHolder(dataDir, snapshotRequest)
      if (!socket) throw new Error('The server does not answer on its folder')
      return { socket, path: await readSnapshot(socket) }
    }),
  )
  expect(new Set(snapshots.map(({ path }) => path)).size).toBe(moreThanTen.length)
  for (const { socket } of snapshots) socket.destroy()
  await expect.poll(() => readdir(join(dataDir, 'snapshots'))).toEqual([])
  expect(server.output()).not.toContain('MaxListeners')
})

test('files go out to slow readers on one connection, and to readers who leave', async () => {
  const picture = largestPicture()
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const lengths = await Promise.all(
    moreThanTen.map(() => readSlowly(`${server.url}/assets/pictures/${picture}`, agent)),
  )
  expect(new Set(lengths).size).toBe(1)
  expect(lengths[0]).toBeGreaterThan(20_000)
  await Promise.all(moreThanTen.map(() => leave(`${server.url}/assets/pictures/${picture}`)))
  agent.destroy()
  expect((await fetch(server.url)).status).toBe(200)
  expect(server.output()).not.toContain('MaxListeners')
})

function largestPicture(): string | undefined {
  const names = readdirSync(assets).filter((name) => /\.(jpg|webp|avif)$/.test(name))
  const sizeOf = (name: string) => statSync(join(assets, name)).size
  return names.sort((a, b) => sizeOf(b) - sizeOf(a))[0]
}

function readSlowly(url: string, agent: http.Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent }, async (response) => {
      let length = 0
      for await (const chunk of response) {
        length += chunk.length
        await new Promise((next) => setTimeout(next, 5))
      }
      resolve(length)
    })
    request.on('error', reject)
  })
}

function leave(url: string): Promise<void> {
  return new Promise((resolve) => {
    const request = http.get(url, (response) => {
      response.once('data', () => request.destroy())
      response.once('close', resolve)
    })
    request.on('error', () => resolve())
  })
}
