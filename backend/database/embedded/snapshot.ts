// A copy of the database's folder, made while no statement runs: what a kill -9 at that moment would
// leave, so that opening it is an ordinary recovery. The copy is read elsewhere, at leisure.
import { randomUUID } from 'node:crypto'
import { constants, cpSync } from 'node:fs'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Room that must be left for the log while the copy is there. */
const reserveBytes = 64 * 1024 * 1024

/** Makes way for a copy: returns a folder that does not exist yet, beside the database's own. */
export async function prepareSnapshot(folder: string): Promise<string> {
  const parent = snapshotsOf(folder)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const needed = (await sizeOf(folder)) + reserveBytes
  const { bavail, bsize } = await statfs(parent)
  if (bavail * bsize < needed) {
    const megabytes = Math.ceil(needed / 1e6).toLocaleString('en-GB')
    throw new Error(`A backup needs ${megabytes} MB of free room in ${parent} for a while.`)
  }
  return join(parent, randomUUID())
}

/** Shares the blocks where the file system can (Btrfs, XFS), else copies them. */
export function copyFolder(folder: string, into: string): void {
  cpSync(folder, into, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

/** Those of a process that was killed. */
export async function removeSnapshots(folder: string): Promise<void> {
  await rm(snapshotsOf(folder), { recursive: true, force: true })
}

const snapshotsOf = (folder: string) => join(dirname(folder), 'snapshots')

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    // A file that has just been removed needs no room.
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
