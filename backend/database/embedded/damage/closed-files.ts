// Sizes and hashes of the files at a clean shutdown. Data pages have their own checksums, but a
// truncated table just looks like a smaller table to PostgreSQL, and the commit log (pg_xact) has no
// checksums.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type ControlFile, readControlFile } from './control-file.ts'

const fileName = 'closed-files.json'
const folders = ['base', 'global', 'pg_xact', 'pg_multixact']
/** Larger files are compared by size alone, so that closing a large database stays quick. */
const maxHashedBytes = 4 * 1024 * 1024

interface ClosedFiles {
  checkpoint: string
  files: Record<string, string>
}

export function recordClosedFiles(folder: string): void {
  const { isClosed, checkpoint } = readControlFile(folder)
  if (!isClosed) return
  const closed: ClosedFiles = { checkpoint: String(checkpoint), files: describeFiles(folder) }
  writeFileSync(join(folder, fileName), JSON.stringify(closed))
}

/**
 * The files that changed since a clean shutdown; empty after a crash, when there is nothing to
 * compare.
 */
export function findChangedFiles(folder: string, control: ControlFile): string[] {
  if (!control.isClosed) return []
  const closed = readClosedFiles(folder)
  if (closed?.checkpoint !== String(control.checkpoint)) return []
  const now = describeFiles(folder)
  return Object.keys(closed.files).filter((file) => now[file] !== closed.files[file])
}

/** To be called when the database opens: its files change from now on. */
export function removeClosedFiles(folder: string): void {
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
  if (size > maxHashedBytes) return String(size)
  return `${size} ${createHash('sha1').update(readFileSync(file)).digest('base64')}`
}
