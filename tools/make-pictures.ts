// Makes the pictures that the build left out. `npm start` serves pages meanwhile and forks this; a
// picture that a browser requests is made before the others. Without a parent it makes all and ends.
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { availableParallelism, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtFilesBeside } from '#server/built-files.ts'
import { pendingList } from './build/deferred-files.ts'
import { openFirm } from './build/open-firm.ts'
import { filesOf, planPictures } from './build/pictures.ts'
import { planSocial } from './build/social.ts'

const { clientFolder } = builtFilesBeside(import.meta.url)
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const lists = ['pictures', 'social'].map((plugin) => join(clientFolder, pendingList(plugin)))

// Visitors come first. It must not outlive the server.
setPriority(10)
process.on('disconnect', () => process.exit(0))

const names = new Set((await Promise.all(lists.map(readNames))).flat())
const firm = openFirm(root)
const pictures = filesOf(await planPictures(root, firm), firm)
// Social pictures last: no visitor waits for them.
const waiting = [...pictures, ...(await planSocial(root, firm))].filter(({ fileName }) =>
  names.has(fileName),
)
process.on('message', (requested: string) => {
  const index = waiting.findIndex(({ fileName }) => fileName === requested)
  if (index > 0) waiting.unshift(...waiting.splice(index, 1))
})

await Promise.all(Array.from({ length: availableParallelism() }, makeNext))
// Another instance that started from the same files may have been first.
await Promise.all(lists.map((file) => rm(file, { force: true })))
process.disconnect?.()

async function readNames(list: string): Promise<string[]> {
  return JSON.parse(await readFile(list, 'utf8').catch(() => '[]'))
}

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
