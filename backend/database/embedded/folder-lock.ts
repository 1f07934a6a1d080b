// One process per data folder: two would destroy it. Each process that wants the folder listens on
// its own socket in it; a socket without a listener belongs to a dead process. Unlike a PID file this
// also works between containers and after kill -9. Command-line tools use the same socket to send
// requests to the running server (see `requestFromHolder`).
import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import net from 'node:net'
import { join } from 'node:path'

const timeoutMs = 5_000
/** Longest path of a socket address on Linux and macOS. */
const maxSocketPathLength = 100

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

/** Handles a tool's request on the holder's socket, e.g. streams a backup. */
export type RequestHandler = (request: string, socket: net.Socket) => void

export async function lockFolder(folder: string, handle: RequestHandler): Promise<FolderLock> {
  const sockets = await socketFolder(folder)
  const name = randomBytes(6).toString('hex')
  let state: 'claiming' | 'holding' = 'claiming'

  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (data) => {
      const request = data.toString().trim()
      if (request === 'state') socket.end(state)
      else handle(request, socket)
    })
  })
  await listen(server, sockets.path(`${name}.opening`))
  // Renamed only when it accepts connections: the others list `.sock` files.
  await rename(sockets.path(`${name}.opening`), sockets.path(`${name}.sock`))

  const release = async () => {
    await rm(sockets.path(`${name}.sock`), { force: true })
    await new Promise((resolve) => server.close(resolve))
    sockets.close()
  }
  try {
    await claimFolder(sockets, name, folder)
  } catch (error) {
    await release()
    throw error
  }
  state = 'holding'
  server.unref()
  return { release }
}

/** Connects to the process that holds the folder, if one does. */
export async function requestFromHolder(
  folder: string,
  request: string,
): Promise<net.Socket | undefined> {
  const sockets = await socketFolder(folder)
  try {
    for (const other of await sockets.list()) {
      if ((await readState(sockets.path(other))) !== 'holding') continue
      const socket = net.connect(sockets.path(other))
      socket.write(`${request}\n`)
      return socket
    }
    return undefined
  } finally {
    sockets.close()
  }
}

async function claimFolder(sockets: SocketFolder, name: string, folder: string) {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    let rivals = 0
    for (const other of await sockets.list()) {
      if (other === `${name}.sock`) continue
      const state = await readState(sockets.path(other))
      if (state === undefined) await rm(sockets.path(other), { force: true })
      // Two processes that start at once see each other: the lower name wins.
      else if (state === 'holding' || other < `${name}.sock`) throw new FolderInUse(folder)
      else rivals += 1
    }
    if (rivals === 0) return
    if (Date.now() > deadline) throw new FolderInUse(folder)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The state that a socket's process reports; undefined when the process is gone. */
function readState(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect(path)
    let reply = ''
    socket.setTimeout(timeoutMs, () => socket.destroy())
    socket.on('connect', () => socket.write('state\n'))
    socket.on('data', (data) => {
      reply += data.toString()
    })
    // A process too busy to answer still holds the folder.
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
  if (full.length + 'ffffffffffff.opening'.length <= maxSocketPathLength) {
    return { path: (name) => join(full, name), list, close() {} }
  }
  // Too long for a socket address: use the short path of the open folder.
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
