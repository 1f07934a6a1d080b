// Pictures that take long to encode. They are cached in .cache; with `npm start` a build emits only those
// that are cached, lists the others, and the server has them made while it serves (make-pictures).
import { access, readFile, rename, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { pendingList } from '#server/pending-lists.ts'
import type { GeneratedFiles } from './generated-files.ts'

export interface DeferredFile {
  fileName: string
  cached: string
  /** Encodes it into the cache, unless it is there. */
  make(): Promise<void>
}

export async function emitCached(
  plugin: string,
  deferred: DeferredFile[],
): Promise<GeneratedFiles['files']> {
  const files: GeneratedFiles['files'] = []
  const pending: string[] = []
  for (const { fileName, cached } of deferred) {
    if (await exists(cached)) files.push({ fileName, bytes: await readFile(cached) })
    else pending.push(fileName)
  }
  if (pending.length > 0) {
    files.push({ fileName: pendingList(plugin), bytes: Buffer.from(JSON.stringify(pending)) })
  }
  return files
}

/** One encoder per core. */
export async function makeAll(files: DeferredFile[]): Promise<void> {
  const waiting = [...files]
  const makeNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next.make()
  }
  await Promise.all(Array.from({ length: availableParallelism() }, makeNext))
}

/**
 * Written to a temporary file and renamed, so that an interrupted build leaves no partial picture.
 */
export async function once(file: string, make: () => Promise<Buffer>): Promise<void> {
  if (await exists(file)) return
  const part = `${file}.${process.pid}.part`
  await writeFile(part, await make())
  await rename(part, file)
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
