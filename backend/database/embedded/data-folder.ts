// Makes the database's folder. A kill in the middle of creating it would leave a folder that never
// opens, so it is created beside its place and moved there when it is whole and on the disk.
import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { EmbeddedWorker } from './embedded-worker.ts'

/** A new database with its log, migrated. */
const neededBytes = 64 * 1024 * 1024

export async function initialiseFolder(folder: string, workerFile: URL): Promise<void> {
  if (existsSync(folder)) return
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await requireRoom(dirname(folder))
  await mkdir(unfinished, { recursive: true })
  // What runs once is not worth optimising: it would leave 80 MB behind in the process.
  setFlagsFromString('--liftoff-only')
  const worker = new EmbeddedWorker(unfinished, workerFile)
  await worker.start()
  await worker.close()
  setFlagsFromString('--no-liftoff-only')
  await rename(unfinished, folder)
  await syncFolder(dirname(folder))
}

/** PGlite gives up on a full disk with an error that has no words. */
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
