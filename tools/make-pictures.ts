// Makes the pictures that the build left out. `npm start` serves pages meanwhile and forks this; a
// picture that a browser requests is made before the others. Without a parent it makes all and ends.
import { copyFile, mkdir, rename } from 'node:fs/promises'
import { availableParallelism, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtFilesBeside } from '#server/built-files.ts'
import { readPendingLists, writePendingList } from '#server/pending-lists.ts'
import type { PictureOutcome } from '#server/pending-pictures.ts'
import type { DeferredFile } from './build/deferred-files.ts'
import { openFirm } from './build/open-firm.ts'
import { filesOf, planPictures } from './build/pictures.ts'
import { planSocial } from './build/social.ts'

const { clientFolder } = builtFilesBeside(import.meta.url)
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

// Visitors come first. It must not outlive the server.
setPriority(10)
process.on('disconnect', () => process.exit(0))

const lists = await readPendingLists(clientFolder)
const names = new Set(lists.flatMap((list) => list.names))
const failed = new Set<string>()
const waiting: DeferredFile[] = []
/** By visitors, also before it is known how each is made. */
const requested = new Set<string>()
process.on('message', (name: string) => requested.add(name))

const firm = openFirm(root)
await makeAll(filesOf(await planPictures(root, firm), firm))
// Social pictures last: no visitor waits for them.
await makeAll(await planSocial(root, firm))
await Promise.all(
  lists.map(({ path, names }) =>
    writePendingList(
      path,
      names.filter((name) => failed.has(name)),
    ),
  ),
)
if (failed.size > 0) process.exitCode = 1
process.disconnect?.()

async function makeAll(files: DeferredFile[]): Promise<void> {
  waiting.push(...files.filter(({ fileName }) => names.has(fileName)))
  await Promise.all(Array.from({ length: availableParallelism() }, makeNext))
}

async function makeNext(): Promise<void> {
  for (let next = takeNext(); next; next = takeNext()) {
    try {
      await make(next)
      tell({ name: next.fileName })
    } catch (error) {
      // The others can still be made.
      failed.add(next.fileName)
      const failure = error instanceof Error ? error.message : String(error)
      if (process.send) tell({ name: next.fileName, failure })
      else console.error(`${next.fileName}: ${failure}`)
    }
  }
}

function takeNext(): DeferredFile | undefined {
  const index = waiting.findIndex(({ fileName }) => requested.has(fileName))
  return waiting.splice(Math.max(0, index), 1)[0]
}

async function make({ make, cached, fileName }: DeferredFile): Promise<void> {
  await make()
  const file = join(clientFolder, fileName)
  await mkdir(dirname(file), { recursive: true })
  const part = join(clientFolder, '.vite', `${process.pid}-${fileName.split('/').at(-1)}`)
  await copyFile(cached, part)
  await rename(part, file)
}

function tell(outcome: PictureOutcome): void {
  process.send?.(outcome)
}
