// Names the database that a tool is about to use, and refuses a place without one: otherwise a new,
// empty database would silently be backed up or filled.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSettings } from '#server/config.ts'

const hint =
  'Name the settings of the service with --env-file FILE, or set DATA_DIR or DATABASE_URL.'

export function nameDatabase({ databaseUrl, dataDir }: DatabaseSettings): string {
  if (!databaseUrl) return `the embedded database in ${join(dataDir, 'database')}`
  const { hostname, port, pathname } = new URL(databaseUrl)
  const server = `${decodeURIComponent(hostname) || 'localhost'}${port && `:${port}`}`
  return `the PostgreSQL database ${decodeURIComponent(pathname.slice(1)) || 'of the user'} on ${server}`
}

/** PostgreSQL is checked when it is opened. */
export function requireDatabase(
  { databaseUrl, dataDir }: DatabaseSettings,
  isNamed: boolean,
): void {
  if (databaseUrl) return
  const folder = join(dataDir, 'database')
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    throw new Error(
      isNamed
        ? `There is no database in ${dataDir} yet. Start the product there once: it creates one.`
        : `There is no database in ${dataDir}. ${hint}`,
    )
  }
  refuseOtherOwner(folder)
}

/**
 * A restore may create a database, on a new machine or in place of a damaged one, but not in a
 * default folder that no setting names.
 */
export function requirePlace({ databaseUrl, dataDir }: DatabaseSettings, isNamed: boolean): void {
  if (databaseUrl) return
  // The lock folder exists wherever a server has run.
  const hasServed = ['database', 'lock'].some((name) => existsSync(join(dataDir, name)))
  if (!isNamed && !hasServed) throw new Error(`There is no database in ${dataDir}. ${hint}`)
  if (existsSync(dataDir)) refuseOtherOwner(dataDir)
}

/** Files created by another user would stop the service. */
function refuseOtherOwner(folder: string): void {
  const { uid } = statSync(folder)
  const own = process.getuid?.()
  if (own === undefined || own === uid) return
  throw new Error(
    `${folder} belongs to the user ${uid}, and this is ${own}. Run it as that user: sudo -u '#${uid}' npm run …`,
  )
}
