// One process per data folder: two would destroy it. Each process that wants the folder listens on a
// socket of its own inside it; a socket that nobody answers on belonged to a process that is gone.
// Unlike a process id in a file this is also true between containers and after a kill -9. The same
// sockets let a tool ask the running server for something (see `askHolder`).
import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import net from 'node:net'
import { join } from 'node:path'

const timeoutMs = 5_000
/** Longest path that fits a socket address on Linux and macOS. */
const longestSocketPath = 100

export interface FolderLock {
  release(): Promise<void>
}

export class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another process. Stop it first, or set DATA_DIR to another folder.`,
    )
    this.name = 'FolderInUse'
  }
}

/** Answers a tool's request on the holder's socket, e.g. streams a backup. */
export type Attendant = (request: string, socket: net.Socket) => void

export async function lockFolder(folder: string, attend: Attendant): Promise<FolderLock> {
  const sockets = await socketFolder(folder)
  const name = randomBytes(6).toString('hex')
  let state: 'claiming' | 'holding' = 'claiming'

  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (data) => {
      const request = data.toString().trim()
      if (request === 'state') socket.end(state)
      else attend(request, socket)
    })
  })
  await listen(server, sockets.path(`${name}.opening`))
  // Only a socket that already answers gets the name that the others look for.
  await rename(sockets.path(`${name}.opening`), sockets.path(`${name}.sock`))

  const release = async () => {
    await rm(sockets.path(`${name}.sock`), { force: true })
    await new Promise((resolve) => server.close(resolve))
    sockets.close()
  }
  try {
    await outlastOthers(sockets, name, folder)
  } catch (error) {
    await release()
    throw error
  }
  state = 'holding'
  server.unref()
  return { release }
}

/** Connects to the process that holds the folder, if one does. */
export async function askHolder(folder: string, request: string): Promise<net.Socket | undefined> {
  const sockets = await socketFolder(folder)
  try {
    for (const other of await sockets.list()) {
      if ((await ask(sockets.path(other))) !== 'holding') continue
      const socket = net.connect(sockets.path(other))
      socket.write(`${request}\n`)
      return socket
    }
    return undefined
  } finally {
    sockets.close()
  }
}

async function outlastOthers(sockets: SocketFolder, name: string, folder: string) {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    let rivals = 0
    for (const other of await sockets.list()) {
      if (other === `${name}.sock`) continue
      const state = await ask(sockets.path(other))
      if (state === undefined) await rm(sockets.path(other), { force: true })
      // Two that start at once see each other: the lower name stays.
      else if (state === 'holding' || other < `${name}.sock`) throw new FolderInUse(folder)
      else rivals += 1
    }
    if (rivals === 0) return
    if (Date.now() > deadline) throw new FolderInUse(folder)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The state that the owner of a socket reports; undefined when there is no owner any more. */
function ask(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect(path)
    let reply = ''
    socket.setTimeout(timeoutMs, () => socket.destroy())
    socket.on('connect', () => socket.write('state\n'))
    socket.on('data', (data) => {
      reply += data.toString()
    })
    // An owner too busy to answer is an owner.
    socket.on('close', () => resolve(reply || 'holding'))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const isGone = error.code === 'ECONNREFUSED' || error.code === 'ENOENT'
      resolve(isGone ? undefined : 'holding')
    })
  })
}

interface SocketFolder {
  path(name: string): string
  list(): Promise<string[]>
  close(): void
}

async function socketFolder(folder: string): Promise<SocketFolder> {
  const full = join(folder, 'lock')
  await mkdir(full, { recursive: true, mode: 0o700 })
  const list = async () => (await readdir(full)).filter((name) => name.endsWith('.sock')).sort()
  if (full.length + 'ffffffffffff.opening'.length <= longestSocketPath) {
    return { path: (name) => join(full, name), list, close() {} }
  }
  // A long path is reached through the open folder's short name.
  const handle = openSync(full, 'r')
  return {
    path: (name) => `/proc/self/fd/${handle}/${name}`,
    list,
    close: () => closeSync(handle),
  }
}

function listen(server: net.Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => resolve())
  })
}
