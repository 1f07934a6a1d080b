// Part of the build: an empty embedded database with this version's schema. A new data folder and the
// check of a backup begin with a copy of it: creating one takes 600 MB of memory and six seconds.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openScratch } from '#backend/database/embedded/scratch.ts'
import { migrate } from '#backend/database/migrate.ts'
import { schema } from '#backend/database/schema.ts'
import { builtFilesBeside } from '#server/built-files.ts'

const { emptyDatabase } = builtFilesBeside(import.meta.url)
const cluster = join(dirname(emptyDatabase), 'empty-cluster')
const stamp = `${emptyDatabase}.made-from`
const now = fingerprint()
if (readStamp() !== now) await make()

async function make(): Promise<void> {
  const unfinished = `${emptyDatabase}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await startFrom(cluster, unfinished)
  const database = await openScratch(unfinished)
  await migrate(database, schema)
  await database.close()
  await openToReaders(unfinished)
  await rm(emptyDatabase, { recursive: true, force: true })
  await rename(unfinished, emptyDatabase)
  await writeFile(stamp, now)
}

/** With the cluster that tools/prepare.mjs had made beside the build; else `openScratch` makes one. */
async function startFrom(cluster: string, folder: string): Promise<void> {
  if (existsSync(cluster)) await rename(cluster, folder)
  else await mkdir(folder, { recursive: true })
}

/**
 * The service may run as another user than the build. PGlite leaves some files readable only by their
 * owner, and others writable by everyone.
 */
async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToReaders(path)
    else await chmod(path, 0o644)
  }
}

/** Changes with the schema, the engine and this script's own steps. */
function fingerprint(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const engine = readFileSync(join(dirname(entry), 'pglite.wasm'))
  return createHash('sha256')
    .update(JSON.stringify(schema))
    .update(engine)
    .update('open to readers')
    .digest('hex')
}

function readStamp(): string | undefined {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}
