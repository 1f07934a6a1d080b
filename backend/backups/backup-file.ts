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
import { pipeline } from 'node:stream'
import { createGunzip, gzipSync } from 'node:zlib'
import type { Transactional } from '../database/database.ts'
import { DatabaseNotEmpty, type RestoreOptions, RestoreRefused, restoreBackup } from './restore.ts'
import type { Totals } from './totals.ts'

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
  let failure: NodeJS.ErrnoException | undefined
  const text = pipeline(createReadStream(file), createGunzip(), (error) => {
    if (error) failure = error
  })
  try {
    yield* linesOf(text.setEncoding('utf8'))
  } catch (error) {
    failure ??= error as Error
  }
  if (failure) throw explainReadFailure(file, failure)
}

/**
 * Not of node:readline, which since Node 24 also ends a line at U+2028 and U+2029: JSON leaves them as
 * they are, and visitors paste them.
 */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  /** Of a line longer than a chunk. */
  let parts: string[] = []
  for await (const chunk of text) {
    const [first = '', ...others] = chunk.split('\n')
    parts.push(first)
    const last = others.pop()
    if (last === undefined) continue
    yield parts.join('')
    yield* others
    parts = [last]
  }
  const rest = parts.join('')
  if (rest !== '') yield rest
}

/**
 * Reads the whole file, with the checksum of each part, before anything is written: what is not as it
 * was written is told in one way, wherever it is.
 */
export async function verifyBackupFile(file: string): Promise<void> {
  let rows = 0
  let start: string | undefined
  let end: string | undefined
  for await (const line of readBackupFile(file)) {
    if (line === '') continue
    if (end !== undefined) throw damaged(file, 'it goes on after its end')
    start ??= line
    if (line.startsWith('{"end":')) end = line
    else if (line !== start && !line.startsWith('{"table":')) rows += 1
  }
  // Whoever chose a wrong file need not look for another copy of it.
  if (!start?.startsWith('{') || !('format' in parseLine(file, start))) {
    throw new RestoreRefused(`${file} is not a backup`)
  }
  if (end === undefined) throw damaged(file, 'its end is missing')
  const expected = parseLine(file, end).rows
  if (expected !== rows) throw damaged(file, `it has ${rows} rows instead of ${expected}`)
}

/** Refusals name the file. Verify it before. */
export async function restoreBackupFile(
  database: Transactional,
  file: string,
  options: RestoreOptions = {},
): Promise<Totals> {
  try {
    return await restoreBackup(database, readBackupFile(file), options)
  } catch (error) {
    const isAboutFile = error instanceof RestoreRefused && !(error instanceof DatabaseNotEmpty)
    if (!isAboutFile || error.message.includes(file)) throw error
    throw new RestoreRefused(`${file}: ${error.message}`, { cause: error })
  }
}

function parseLine(file: string, line: string): Record<string, unknown> {
  try {
    return JSON.parse(line)
  } catch {
    throw damaged(file, 'its first or last line cannot be read')
  }
}

const damaged = (file: string, what: string) =>
  new RestoreRefused(`${file} is damaged (${what}): use another copy`)

function explainReadFailure(file: string, { code = '', message }: NodeJS.ErrnoException): Error {
  if (code === 'ENOENT') return new RestoreRefused(`There is no file ${file}`)
  if (code === 'EISDIR') return new RestoreRefused(`${file} is a folder, not a backup`)
  if (code === 'EACCES') return new RestoreRefused(`${file} may not be read by this user`)
  if (code === 'Z_BUF_ERROR') return damaged(file, 'its end is missing')
  if (message === 'incorrect header check')
    return new RestoreRefused(`${file} is not a backup, or damaged at its beginning`)
  if (code.startsWith('Z_')) return damaged(file, 'its content does not match its checksum')
  return new RestoreRefused(`${file} cannot be read (${message}): use another copy`)
}

function writeAll(handle: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
