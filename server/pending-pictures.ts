// The first `npm start` does not wait for the pictures: a child process makes them while pages are
// served, and a request for one waits for it. A finished build leaves no list, and no child is forked.
import { fork } from 'node:child_process'
import type { BuiltFiles } from './built-files.ts'
import type { Log } from './log.ts'
import { readPendingLists } from './pending-lists.ts'

export interface PendingPictures {
  /** Resolves when the file is there; undefined for a path that the build did not leave out. */
  wait(path: string): Promise<void> | undefined
  stop(): void
}

/** What the child process tells of each picture, by its name in the client folder. */
export interface PictureOutcome {
  name: string
  /** Why it could not be made. */
  failure?: string
}

export async function openPendingPictures(
  { clientFolder, pictureMaker }: BuiltFiles,
  log: Log,
): Promise<PendingPictures> {
  const lists = await readPendingLists(clientFolder)
  const pending = new Map(
    lists.flatMap(({ names }) => names).map((name) => [`/${name}`, deferred()]),
  )
  if (pending.size === 0) return { wait: () => undefined, stop() {} }

  log.info({ pictures: pending.size }, 'making the pictures of the site in the background')
  const maker = fork(pictureMaker)
  const waiting = new Set(pending.keys())
  let failed = 0
  let isStopping = false
  maker.on('message', ({ name, failure }: PictureOutcome) => {
    const picture = pending.get(`/${name}`)
    waiting.delete(`/${name}`)
    if (failure === undefined) return picture?.resolve()
    failed += 1
    log.error({ picture: name, failure }, 'a picture could not be made')
    picture?.reject(new Error('the picture was not made'))
  })
  maker.on('error', (error) => {
    log.error({ err: error }, 'the pictures cannot be made')
    end()
  })
  maker.on('exit', (code, signal) => {
    const missing = waiting.size + failed
    if (missing === 0) log.info('all pictures are made')
    else if (!isStopping) {
      log.error({ code, signal, missing }, 'pictures are missing until the next start')
    }
    end()
  })
  /** Requests for what is missing fail at once from now on; to the others this means nothing. */
  function end(): void {
    for (const { reject } of pending.values()) reject(new Error('the picture was not made'))
  }
  return {
    wait(path) {
      if (waiting.has(path) && maker.connected) maker.send(path.slice(1))
      return pending.get(path)?.promise
    },
    stop() {
      isStopping = true
      maker.kill()
    },
  }
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
