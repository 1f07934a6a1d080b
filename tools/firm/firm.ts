// `npm run firm -- export DIR`: what is published as files. `npm run firm -- import DIR`: publishes the
// difference of a folder as one version. `npm run firm -- schemas`: the JSON Schemas for editors.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { openFileStore } from '#backend/files/open-file-store.ts'
import { openPictures } from '#backend/files/pictures/pictures.ts'
import { siteStore } from '#backend/site/site-store.ts'
import { readFirm } from '#content/files/read-firm.ts'
import { builtFilesBeside } from '#server/built-files.ts'
import { silentLog } from '#server/log.ts'
import { openDatabase } from '#server/open-database.ts'
import { nameDatabase, requireDatabase } from '../name-database.ts'
import { printLine, runTool } from '../run-tool.ts'
import { takeSnapshot } from '../take-snapshot.ts'
import { readArguments, type ToolArguments } from '../tool-arguments.ts'
import { exportFirm } from './export-firm.ts'
import { importFirm } from './import-firm.ts'
import { jsonSchemas, schemaFolder } from './json-schemas.ts'
import { exportUploads, importUploads } from './uploads.ts'

const usage = 'Say what: npm run firm -- export DIR | import DIR | schemas [--env-file FILE]'
const built = builtFilesBeside(import.meta.url)

await runTool(async ([command = '', ...args]) => {
  if (command === 'schemas') return writeSchemas(join('firm', schemaFolder))
  const given = readArguments(args, { switches: [], usage })
  if (command !== 'export' && command !== 'import') throw new Error(usage)
  requireDatabase(given.settings, given.isNamed)
  return command === 'export' ? exportTo(given) : importFrom(given)
})

async function writeSchemas(folder: string): Promise<string> {
  const schemas = jsonSchemas()
  // A part of the source: whoever serves it may be another user than who writes it.
  process.umask(0o022)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const [name, text] of schemas) await writeFile(join(folder, name), text)
  return `${schemas.size} schemas in ${resolve(folder)}`
}

async function exportTo(given: ToolArguments): Promise<string> {
  const { file: target, settings, firmDir } = given
  const store = openFileStore(given.files)
  const files = readFirm(firmDir)
  printLine(`Reading ${nameDatabase(settings)}.`)
  const { source, remove } = await takeSnapshot(settings)
  try {
    const database =
      source.engine === 'postgres'
        ? openPostgres({ url: source.url })
        : await openEmbedded({ folder: source.folder, workerFile: built.workerFile })
    try {
      const published = await siteStore(database).readPublished()
      const exported = await exportFirm({ firmDir, files, published, target })
      const { edited, removed, documents } = exported
      const lost = await exportUploads({ database, store }, documents, target)
      for (const line of [...exported.left, ...lost]) printLine(line)
      return `The firm is in ${resolve(target)}: ${edited} documents as edited, ${removed} removed, the others as in ${firmDir}`
    } finally {
      await database.close()
    }
  } finally {
    await remove()
  }
}

async function importFrom(given: ToolArguments): Promise<string> {
  const { file: folder, settings, firmDir } = given
  const log = silentLog()
  const files = readFirm(firmDir)
  const wanted = readFirm(resolve(folder))
  printLine(`Publishing into ${nameDatabase(settings)}.`)
  const { database, close } = await openDatabase(settings, built, log)
  const pictures = openPictures({ pictureWorkerFile: built.pictureWorkerFile, log })
  try {
    const stored = { database, store: openFileStore(given.files), pictures }
    const photographs = await importUploads(stored, wanted, resolve(folder))
    if (photographs > 0) printLine(`${photographs} photographs stored.`)
    const { version, changes } = await importFirm(database, { files, wanted })
    if (version === undefined) return 'The site is as in the folder: there is nothing to publish'
    const names = changes.map(({ key, state }) => `${key} (${state})`).join(', ')
    return `Version ${version} is published: ${names}`
  } finally {
    pictures.close()
    await close()
  }
}
