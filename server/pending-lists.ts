// What a build left to be made while the product serves: a list of each plugin that defers pictures. They lie
// beside Vite's manifest, which is not served.
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { array, parse, string } from 'valibot'

export interface PendingList {
  path: string
  /** Of files in the client folder. */
  names: string[]
}

const folder = '.vite'
const shape = array(string())

export const pendingList = (plugin: string) => `${folder}/pending-${plugin}.json`

export async function readPendingLists(clientFolder: string): Promise<PendingList[]> {
  const files = await readdir(join(clientFolder, folder))
  const paths = files
    .filter((file) => /^pending-.*\.json$/.test(file))
    .map((file) => join(clientFolder, folder, file))
  return Promise.all(paths.map(async (path) => ({ path, names: await readNames(path) })))
}

/** Renamed when whole: half a list would stop every later start. */
export async function writePendingList(path: string, names: string[]): Promise<void> {
  if (names.length === 0) return rm(path, { force: true })
  const part = `${path}.${process.pid}.part`
  await writeFile(part, JSON.stringify(names))
  await rename(part, path)
}

async function readNames(path: string): Promise<string[]> {
  // Another instance that started from the same files may have ended it.
  const text = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '[]'
    throw error
  })
  return parse(shape, JSON.parse(text))
}
