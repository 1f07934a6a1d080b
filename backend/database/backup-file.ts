// Writes the lines of a backup into a file: compressed, under another name until it is whole and on
// the disk, so that a file of the right name is always a whole backup.
import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** Personal data: nobody else on the machine may read it. */
const ownerOnly = 0o600

/** Returns the size of the file. */
export async function writeBackupFile(
  file: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<number> {
  const unfinished = `${file}.part`
  try {
    await pipeline(
      Readable.from(withLineBreaks(lines)),
      createGzip(),
      createWriteStream(unfinished, { mode: ownerOnly }),
    )
    await syncToDisk(unfinished)
    await rename(unfinished, file)
    await syncToDisk(dirname(file))
    return (await stat(file)).size
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function* withLineBreaks(lines: Iterable<string> | AsyncIterable<string>) {
  for await (const line of lines) yield `${line}\n`
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}
