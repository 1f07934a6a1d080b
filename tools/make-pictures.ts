// Makes the pictures that the build left out. `npm start` serves pages meanwhile and forks this; a
// picture that a browser requests is made before the others. Without a parent it makes all and ends.
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { availableParallelism, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtFilesBeside } from '#server/built-files.ts'
import { openFirm } from './build/open-firm.ts'
import { filesOf, pendingList, planPictures } from './build/pictures.ts'

const { clientFolder } = builtFilesBeside(import.meta.url)
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const listFile = join(clientFolder, pendingList)

// Visitors come first. It must not outlive the server.
setPriority(10)
process.on('disconnect', () => process.exit(0))

const names = new Set<string>(JSON.parse(await readFile(listFile, 'utf8')))
const firm = openFirm(root)
const waiting = filesOf(await planPictures(root, firm), firm).filter(({ fileName }) =>
  names.has(fileName),
)
process.on('message', (requested: string) => {
  const index = waiting.findIndex(({ fileName }) => fileName === requested)
  if (index > 0) waiting.unshift(...waiting.splice(index, 1))
})

await Promise.all(Array.from({ length: availableParallelism() }, makeNext))
// Another instance that started from the same files may have been first.
await rm(listFile, { force: true })
process.disconnect?.()

async function makeNext(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    await next.make()
    const file = join(clientFolder, next.fileName)
    await mkdir(dirname(file), { recursive: true })
    const part = join(clientFolder, '.vite', `${process.pid}-${next.fileName.split('/').at(-1)}`)
    await copyFile(next.cached, part)
    await rename(part, file)
    process.send?.(next.fileName)
  }
}
