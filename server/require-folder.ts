// Creates and probes a configured folder at start: a later error would name some file in it, not the
// setting.
import { constants, type Dirent, existsSync, readFileSync } from 'node:fs'
import { access, mkdir, mkdtemp, readdir, rmdir, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { WrongSetting } from './environment.ts'

export async function requireFolder(setting: string, folder: string): Promise<void> {
  try {
    await makeFolder(folder)
    // A new name each time: in containers every process has the same PID.
    await rmdir(await mkdtemp(join(folder, '.probe-')))
  } catch (error) {
    throw new WrongSetting(setting, await describeFault(setting, folder, error))
  }
  await rejectRootOwner(setting, folder)
}

/**
 * Finds a file in the folders of these names, inside the folder of the setting, that this process may
 * not read and write, with the remedy.
 */
export async function findForeignFile(
  setting: string,
  folder: string,
  names: string[],
): Promise<WrongSetting | undefined> {
  const files = await Promise.all(
    names.map(async (name) => [join(folder, name), ...(await listFiles(join(folder, name)))]),
  )
  for (const file of files.flat()) {
    const isOurs = await access(file, constants.R_OK | constants.W_OK).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code !== 'EACCES',
    )
    if (!isOurs) return new WrongSetting(setting, await describeOwner(file, folder))
  }
  return undefined
}

/** Step by step: a recursive mkdir reports ENOENT whatever the cause. */
async function makeFolder(folder: string): Promise<void> {
  if (!existsSync(dirname(folder))) await makeFolder(dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    const found = await stat(folder).catch(() => undefined)
    if (!found?.isDirectory()) throw error
  })
}

async function describeFault(setting: string, folder: string, error: unknown): Promise<string> {
  const { code = String(error) } = error as NodeJS.ErrnoException
  const elsewhere = `set ${setting} to another folder`
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return describeOwner(nearestOf(folder), folder)
    case 'EROFS':
      return `${folder} is on a read-only file system: mount it writable (in a systemd unit: ReadWritePaths=${folder}), or ${elsewhere}`
    case 'ENOSPC':
    case 'EDQUOT':
      return `${folder} is on a disk that is full: make room there, or enlarge it`
    case 'EEXIST':
    case 'ENOTDIR':
      return `${folder} is, or lies below, a file that is no folder: ${elsewhere}`
    default:
      return `${folder} cannot be used (${code}): ${elsewhere}`
  }
}

/** In a container it may be a number that no list of users has. */
export function nameOwnUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

async function describeOwner(path: string, folder: string): Promise<string> {
  const owner = await stat(path).then(
    ({ uid }) => `${path} belongs to ${nameOf(uid)}`,
    () => `${path} is closed to it`,
  )
  const username = nameOwnUser()
  const remedy = existsSync(folder)
    ? `chown -R ${username} ${folder}`
    : `install -d -o ${username} -m 700 ${folder}`
  return `${folder} cannot be used by the user ${username}: ${owner}. Run: ${remedy}`
}

/** Files created by root would stop the service, which runs as the owner. */
async function rejectRootOwner(setting: string, folder: string): Promise<void> {
  const { uid } = await stat(folder)
  if (process.getuid?.() !== 0 || uid === 0) return
  const owner = nameOf(uid)
  throw new WrongSetting(
    setting,
    `${folder} belongs to ${owner}, and this is root: start it as that user (sudo -u ${owner} …), or run: chown -R root ${folder}`,
  )
}

function nearestOf(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : nearestOf(dirname(folder))
}

function nameOf(uid: number): string {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
    const line = lines.find((each) => each.split(':')[2] === String(uid))
    if (line) return line.split(':')[0] as string
  } catch {
    // Not every system has the file.
  }
  return `'#${uid}'`
}

async function listFiles(folder: string): Promise<string[]> {
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => [])
  // A file system that is mounted here has a folder of root's.
  const own = entries.filter(({ name }) => name !== 'lost+found')
  const below = await Promise.all(
    own.map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? listFiles(path).then((files) => [path, ...files]) : [path]
    }),
  )
  return below.flat()
}
