// A copy of the database's folder, taken while no statement runs. It is what kill -9 would leave at
// that point, so opening it is an ordinary recovery.
import { randomUUID } from 'node:crypto'
import { constants, cpSync } from 'node:fs'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Disk space left for the write-ahead log while the copy exists. */
const reserveBytes = 64 * 1024 * 1024

/** Checks the disk space and returns the path for a copy, which does not exist yet. */
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

/** Shares blocks where the file system supports it (Btrfs, XFS), else copies them. */
export function copyFolder(folder: string, into: string): void {
  cpSync(folder, into, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

/** Removes the snapshots of a process that was killed. */
export async function removeSnapshots(folder: string): Promise<void> {
  await rm(snapshotsOf(folder), { recursive: true, force: true })
}

const snapshotsOf = (folder: string) => join(dirname(folder), 'snapshots')

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    // A file that has just been removed takes no space.
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
