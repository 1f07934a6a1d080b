// Creates the database's folder. A process killed half-way would leave a folder that never opens, so
// it is created under another name and renamed when it is complete and synced to disk.
import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { EmbeddedWorker } from './embedded-worker.ts'

/** Disk space for a new, migrated database and its write-ahead log. */
const neededBytes = 64 * 1024 * 1024

export async function initialiseFolder(folder: string, workerFile: URL): Promise<void> {
  if (existsSync(folder)) return
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await requireRoom(dirname(folder))
  await mkdir(unfinished, { recursive: true })
  // Initialisation runs once: optimising its code would keep 80 MB in the process.
  setFlagsFromString('--liftoff-only')
  const worker = new EmbeddedWorker(unfinished, workerFile)
  await worker.start()
  await worker.close()
  setFlagsFromString('--no-liftoff-only')
  await rename(unfinished, folder)
  await syncFolder(dirname(folder))
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

async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
