// What a build left to be made while the product serves: a list of each plugin that defers pictures. They lie
// beside Vite's manifest, which is not served.
import { readdir, readFile } from 'node:fs/promises'
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
  return Promise.all(
    paths.map(async (path) => ({
      path,
      names: parse(shape, JSON.parse(await readFile(path, 'utf8'))),
    })),
  )
}
