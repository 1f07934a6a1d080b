// Checks whose data folder it is. The demo marks its own folder and touches no other: invented
// reviews on a live site are illegal.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const mark = 'made-by-the-demo'

/** True when it must be filled. Throws when the folder is not the demo's. */
export async function claimDemoFolder(folder: string): Promise<boolean> {
  const names = existsSync(folder) ? await readdir(folder) : []
  if (names.length === 0) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, mark), 'filling\n')
    return true
  }
  const state = await readFile(join(folder, mark), 'utf8').catch(() => undefined)
  if (state === undefined) {
    throw new Error(`${folder} was not made by the demo: set DATA_DIR to another folder`)
  }
  if (state.trim() !== 'filled') {
    throw new Error(
      `The demo in ${folder} was stopped while it was being filled: delete the folder`,
    )
  }
  return false
}

export async function markDemoFilled(folder: string): Promise<void> {
  await writeFile(join(folder, mark), 'filled\n')
}
