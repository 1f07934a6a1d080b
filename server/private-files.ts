// Files of the product contain keys and personal data: only its own user may read them.
import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** For the whole process, including the database worker: new files are 0600 and new folders 0700. */
export function keepNewFilesPrivate(): void {
  process.umask(0o077)
}

/** False when other users can still read the folder, as on a file system without permissions. */
export async function makePrivateFolder(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (await isPrivate(folder)) return true
  // An earlier build left its files readable. In a folder that was always private none are.
  await chmod(folder, 0o700).catch(() => {})
  await closeToOthers(folder)
  return isPrivate(folder)
}

async function isPrivate(path: string): Promise<boolean> {
  return ((await stat(path)).mode & 0o077) === 0
}

async function closeToOthers(folder: string): Promise<void> {
  // A folder of another user, such as the lost+found of a file system, is not ours to close.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      await chmod(path, 0o700).catch(() => {})
      await closeToOthers(path)
    } else if (entry.isFile()) {
      await chmod(path, 0o600).catch(() => {})
    }
  }
}
