// The backup file: compressed JSON lines. It is written under a temporary name until it is complete
// and synced, so that a file of the right name is always a complete backup. Writing and compressing
// are synchronous: this runs in its own thread.
import {
  closeSync,
  createReadStream,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream'
import { createGunzip, gzipSync } from 'node:zlib'
import { RestoreRefused } from './restore.ts'

/** Personal data: only the owner may read it. */
const ownerOnly = 0o600
/** Each part is a separate gzip member; gzip readers treat the members as one file. */
const partLength = 1_000_000

export interface BackupFile {
  write(line: string): void
  /** Gives the file its name. Returns its size. */
  finish(): number
  discard(): void
}

export function createBackupFile(file: string): BackupFile {
  const unfinished = `${file}.part`
  const handle = openSync(unfinished, 'w', ownerOnly)
  let lines: string[] = []
  let length = 0
  const flush = () => {
    if (lines.length === 0) return
    writeAll(handle, gzipSync(lines.join('')))
    lines = []
    length = 0
  }
  return {
    write(line) {
      lines.push(line, '\n')
      length += line.length
      if (length >= partLength) flush()
    },
    finish() {
      flush()
      fsyncSync(handle)
      closeSync(handle)
      renameSync(unfinished, file)
      syncFolder(dirname(file))
      return statSync(file).size
    },
    discard: () => rmSync(unfinished, { force: true }),
  }
}

export async function* readBackupFile(file: string): AsyncGenerator<string> {
  let failure: Error | undefined
  const text = pipeline(createReadStream(file), createGunzip(), (error) => {
    if (error) failure = error
  })
  try {
    yield* createInterface({ input: text })
  } catch (error) {
    failure ??= error as Error
  }
  if (failure) throw new RestoreRefused(`${file} cannot be read as a backup: ${failure.message}`)
}

function writeAll(handle: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
