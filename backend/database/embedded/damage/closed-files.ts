// What the files looked like when the database was closed in order. Pages carry checksums of their
// own, but a table that was cut short is to PostgreSQL a smaller table, and the commit log (pg_xact)
// has no checksums at all.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type ControlFile, readControlFile } from './control-file.ts'

const fileName = 'closed-files.json'
const folders = ['base', 'global', 'pg_xact', 'pg_multixact']
/** Longer ones are known by their size alone, so that a large database closes in time. */
const longestHashed = 4 * 1024 * 1024

interface ClosedFiles {
  checkpoint: string
  files: Record<string, string>
}

export function rememberClosedFiles(folder: string): void {
  const { isClosed, checkpoint } = readControlFile(folder)
  if (!isClosed) return
  const closed: ClosedFiles = { checkpoint: String(checkpoint), files: describeFiles(folder) }
  writeFileSync(join(folder, fileName), JSON.stringify(closed))
}

/** The files that are not as they were, if the last process closed the database. */
export function findChangedFiles(folder: string, control: ControlFile): string[] {
  if (!control.isClosed) return []
  const closed = readClosedFiles(folder)
  if (closed?.checkpoint !== String(control.checkpoint)) return []
  const now = describeFiles(folder)
  return Object.keys(closed.files).filter((file) => now[file] !== closed.files[file])
}

/** From now on the files change. */
export function forgetClosedFiles(folder: string): void {
  rmSync(join(folder, fileName), { force: true })
}

function readClosedFiles(folder: string): ClosedFiles | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, fileName), 'utf8'))
  } catch {
    return undefined
  }
}

function describeFiles(folder: string): Record<string, string> {
  const described: Record<string, string> = {}
  for (const part of folders) {
    for (const entry of readdirSync(join(folder, part), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = join(entry.parentPath, entry.name)
      described[relative(folder, file)] = describeFile(file)
    }
  }
  return described
}

function describeFile(file: string): string {
  const { size } = statSync(file)
  if (size > longestHashed) return String(size)
  return `${size} ${createHash('sha1').update(readFileSync(file)).digest('base64')}`
}
