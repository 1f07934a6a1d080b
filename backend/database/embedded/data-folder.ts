// Creates the database's folder: a copy of the empty database that comes with the build. A process
// killed half-way would leave a folder that never opens, so it is created under another name and
// renamed when it is complete and synced to disk.
import { existsSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { EmbeddedWorker } from './embedded-worker.ts'

/** Disk space for a new, migrated database and its write-ahead log. */
const neededBytes = 64 * 1024 * 1024
const newCopy = 'new-copy'
/** Node's file threads are four; a file is opened while another is synced. */
const filesAtOnce = 16

export interface NewFolder {
  folder: string
  workerFile: URL
  /** Absent in development before a first build: PGlite then creates a database. */
  emptyDatabase?: string
}

export async function initialiseFolder(options: NewFolder): Promise<void> {
  const { folder, workerFile, emptyDatabase } = options
  if (existsSync(folder)) return
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await requireRoom(dirname(folder))
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  if (emptyDatabase && isWhole(emptyDatabase)) await copyDurably(emptyDatabase, unfinished)
  else await createDatabase(unfinished, workerFile)
  await rename(unfinished, folder)
  await syncPath(dirname(folder))
}

/** Until `endCopy`, which a process that is killed at its first start leaves to the next. */
export function isNewCopy(folder: string): boolean {
  return existsSync(join(folder, newCopy))
}

export async function endCopy(folder: string): Promise<void> {
  await rm(join(folder, newCopy))
}

/** Some ways of moving a build drop empty folders, and PostgreSQL does not start without this one. */
function isWhole(emptyDatabase: string): boolean {
  return existsSync(join(emptyDatabase, 'pg_notify'))
}

async function copyDurably(from: string, into: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const targetOf = (entry: (typeof entries)[number]) =>
    join(into, relative(from, entry.parentPath), entry.name)
  const folders = entries.filter((entry) => entry.isDirectory()).map(targetOf)
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 })
  const files = entries.filter((entry) => entry.isFile()).values()
  const copyRest = async () => {
    for (const file of files) await copyPrivately(join(file.parentPath, file.name), targetOf(file))
  }
  await Promise.all(Array.from({ length: filesAtOnce }, copyRest))
  await writeFile(join(into, newCopy), '', { mode: 0o600 })
  for (const folder of [into, ...folders]) await syncPath(folder)
}

/** The build's files can be read by everyone; a database must not be. */
async function copyPrivately(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  // For reading: a build may be read-only, and the copy begins with the mode of the original.
  const handle = await open(to, 'r')
  try {
    await handle.chmod(0o600)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function createDatabase(folder: string, workerFile: URL): Promise<void> {
  // Initialisation runs once: optimising its code would keep 80 MB in the process.
  setFlagsFromString('--liftoff-only')
  const worker = new EmbeddedWorker(folder, workerFile)
  await worker.start()
  await worker.close()
  setFlagsFromString('--no-liftoff-only')
}

/** On a full disk PGlite throws an error without a message. */
async function requireRoom(parent: string): Promise<void> {
  const { bavail, bsize } = await statfs(parent)
  if (bavail * bsize >= neededBytes) return
  const megabytes = neededBytes / 1024 / 1024
  throw new Error(
    `A new database needs ${megabytes} MB in ${parent}, and the disk is full. Make room, or set DATA_DIR to a folder on another disk.`,
  )
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}
