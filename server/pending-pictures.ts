// The first `npm start` does not wait for the pictures: a child process makes them while pages are
// served, and a request for one waits for it. A finished build leaves no list, and no child is forked.
import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuiltFiles } from './built-files.ts'
import type { Log } from './log.ts'

export interface PendingPictures {
  /** Resolves when the file is there; undefined for a path that the build did not leave out. */
  wait(path: string): Promise<void> | undefined
  stop(): void
}

/** What the build left out: pictures of pages, and those for links shared on social networks. */
const lists = ['.vite/pending-pictures.json', '.vite/pending-social.json']

export async function openPendingPictures(
  { clientFolder, pictureMaker }: BuiltFiles,
  log: Log,
): Promise<PendingPictures> {
  const names = (await Promise.all(lists.map((list) => readNames(join(clientFolder, list))))).flat()
  const pending = new Map(names.map((name) => [`/${name}`, deferred()]))
  if (pending.size === 0) return { wait: () => undefined, stop() {} }

  log.info({ pictures: pending.size }, 'making the pictures of the site in the background')
  const maker = fork(pictureMaker)
  const missing = new Set(pending.keys())
  let isStopping = false
  maker.on('message', (name: string) => {
    pending.get(`/${name}`)?.resolve()
    missing.delete(`/${name}`)
  })
  maker.on('error', (error) => log.error({ error }, 'the pictures cannot be made'))
  maker.on('exit', (code, signal) => {
    if (missing.size === 0) log.info('all pictures are made')
    else if (!isStopping) {
      log.error(
        { code, signal, missing: missing.size },
        'pictures are missing until the next start',
      )
    }
    // Requests for them fail at once from now on; to the others this means nothing.
    for (const { reject } of pending.values()) reject(new Error('the picture was not made'))
  })
  return {
    wait(path) {
      if (missing.has(path) && maker.connected) maker.send(path.slice(1))
      return pending.get(path)?.promise
    },
    stop() {
      isStopping = true
      maker.kill()
    },
  }
}

async function readNames(list: string): Promise<string[]> {
  return JSON.parse(await readFile(list, 'utf8').catch(() => '[]'))
}

function deferred() {
  let resolve = () => {}
  let reject = (_reason: Error) => {}
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  // Often no request waits for it.
  promise.catch(() => {})
  return { promise, resolve, reject }
}
