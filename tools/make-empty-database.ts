// Part of the build: an empty embedded database with this version's migrations, for the checks of
// backups to start from. Making one takes 600 MB of memory, which a serving process should not need.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openScratch } from '#backend/database/embedded/scratch.ts'
import { migrate } from '#backend/database/migrate.ts'
import { migrations } from '#backend/database/migrations.ts'
import { builtFilesBeside } from '#server/built-files.ts'

const { emptyDatabase } = builtFilesBeside(import.meta.url)
const stamp = `${emptyDatabase}.made-from`
const now = fingerprint()
if (readStamp() !== now) await make()

async function make(): Promise<void> {
  const unfinished = `${emptyDatabase}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const database = await openScratch(unfinished)
  await migrate(database, migrations)
  await database.close()
  await rm(emptyDatabase, { recursive: true, force: true })
  await rename(unfinished, emptyDatabase)
  await writeFile(stamp, now)
}

/** Changes with the migrations and with the engine. */
function fingerprint(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const engine = readFileSync(join(dirname(entry), 'pglite.wasm'))
  return createHash('sha256').update(JSON.stringify(migrations)).update(engine).digest('hex')
}

function readStamp(): string | undefined {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}
