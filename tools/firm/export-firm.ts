// Writes what is published in the layout of a firm's folder: documents without an edit as their files are,
// with their comments, edited ones as YAML, and the shipped pictures.
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { stringify } from 'yaml'
import type { Documents } from '#content/documents.ts'
import { type Edit, withEdits } from '#content/with-edits.ts'
import { jsonSchemas, schemaComment, schemaFolder } from './json-schemas.ts'

export interface ExportOptions {
  /** The folder of the firm that the edits are over, and what is in it. */
  firmDir: string
  files: Documents
  published: { documents: readonly Edit[] }
  target: string
}

export interface Exported {
  edited: number
  removed: number
  /** Edits that cannot be shown, and so are not written. */
  left: string[]
  /** What was written. */
  documents: Documents
}

export async function exportFirm(options: ExportOptions): Promise<Exported> {
  const { firmDir, files, published, target } = options
  await requireTarget(firmDir, target)
  const { documents, problems } = withEdits(files, published.documents)
  const edited = [...documents].filter(([key, body]) => body !== files.get(key))
  const removed = [...files.keys()].filter((key) => !documents.has(key))
  for (const [key, body] of documents) {
    const file = fileOf(key)
    const isCopied = body === files.get(key) && existsSync(join(firmDir, file))
    if (isCopied) await cp(join(firmDir, file), join(target, file))
    else await write(join(target, file), format(key, body))
  }
  await removeOthers(target, documents)
  for (const [name, text] of jsonSchemas()) await write(join(target, schemaFolder, name), text)
  const pictures = join(firmDir, 'pictures')
  if (existsSync(pictures)) await cp(pictures, join(target, 'pictures'), { recursive: true })
  const left = problems.map(({ key, message }) => `Left out: the edit of ${key}: ${message}`)
  return { edited: edited.length, removed: removed.length, left, documents }
}

/** An earlier export may be replaced; anything else in a folder is not ours to change. */
async function requireTarget(firmDir: string, target: string): Promise<void> {
  if (resolve(target) === resolve(firmDir)) {
    throw new Error(`${target} is the folder of the firm itself: name another one.`)
  }
  const present = await readdir(target).catch((): string[] => [])
  if (present.length === 0 || present.includes(fileOf('company'))) return
  throw new Error(`${target} holds other files than a firm's: name an empty or a new folder.`)
}

const fileOf = (key: string) => (key === 'map' ? 'map.geojson' : `${key}.yaml`)

function format(key: string, body: unknown): string {
  if (key === 'map') return `${JSON.stringify(body, null, 2)}\n`
  return schemaComment(key) + stringify(body, { lineWidth: 100 })
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

/** Documents of an earlier export that are no longer published. */
async function removeOthers(target: string, documents: Documents): Promise<void> {
  const kept = new Set([...documents.keys()].map(fileOf))
  const entries = await readdir(target, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const file = join(entry.parentPath, entry.name)
    if (/\.(yaml|geojson)$/.test(file) && !kept.has(relative(target, file))) await rm(file)
  }
}
