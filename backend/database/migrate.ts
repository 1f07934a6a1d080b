// Brings the schema up to date: each migration once, in order of name, in its own transaction; then
// the definitions that have changed, all in one transaction. Instances that start together wait for
// each other on an advisory lock.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Queryable, sqlState, type Transactional } from './database.ts'
import { applyDefinitions, applyEarly, areCurrent } from './definitions.ts'
import { checksumOf, createLedger, type Ledger, readLedger } from './ledger.ts'
import { fileName, type Schema, type SqlFile } from './schema.ts'

/** Any number that no other application in the same database uses. */
const advisoryLock = 4_201_915
const timeoutMs = 600_000
/** Builds before the first release had migrations of earlier dates, which these replace. */
const firstMigration = '20261119000000_roles.sql'

export class ChangedMigration extends Error {
  constructor(name: string) {
    super(
      `The migration ${name} was changed after it had been applied. Undo the change and write a new migration instead.`,
    )
    this.name = 'ChangedMigration'
  }
}

/** An older version would write rows without the columns that the newer one needs. */
export class NewerDatabase extends Error {
  constructor(proof: string) {
    super(
      `The database was used by a newer version of the product: it has ${proof}. Start the newer version; to go back to this one, restore a backup that it made into an empty database.`,
    )
    this.name = 'NewerDatabase'
  }
}

export class EarlierDatabase extends Error {
  constructor() {
    super(
      'The database was made by an earlier build of the product, from before the first release, and was left as it is. To move: make a backup with the earlier build (npm run backup -- FILE), then restore it with this one (npm run restore -- FILE) into a new DATA_DIR, or an empty database in DATABASE_URL. docs/running.md has the steps under Upgrading.',
    )
    this.name = 'EarlierDatabase'
  }
}

/** `schema` is all that this version knows. Returns the names of the files applied now. */
export async function migrate(database: Transactional, schema: Schema): Promise<string[]> {
  // At almost every start everything is applied: one query instead of a transaction per migration.
  const ledger = await readLedger(database)
  requireCompatibleSchema(ledger, schema)
  const applied: string[] = []
  for (const migration of schema.migrations) {
    if (ledger.migrations.get(migration.name) === checksumOf(migration)) continue
    const isNew = await database.transaction((tx) => applyOnce(tx, migration, schema), {
      timeoutMs,
    })
    if (isNew) applied.push(migration.name)
  }
  if (applied.length === 0 && areCurrent(ledger, schema)) return []
  return [...applied, ...(await replaceDefinitions(database, schema))]
}

/** The first migration that only a newer version can have applied. */
export function findNewer(names: Iterable<string>, { migrations }: Schema): string | undefined {
  const known = new Set(migrations.map(({ name }) => name))
  return [...names].find((name) => !known.has(name) && !isEarlier(name))
}

function isEarlier(name: string): boolean {
  return fileName(name) < firstMigration
}

function requireCompatibleSchema(ledger: Ledger, schema: Schema): void {
  const known = new Set(schema.migrations.map(({ name }) => name))
  const names = [...ledger.migrations.keys()]
  if (names.some((name) => !known.has(name) && isEarlier(name))) throw new EarlierDatabase()
  const newer = findNewer(names, schema)
  if (newer) throw new NewerDatabase(`the migration ${newer}, which this version does not know`)
  const revision = Math.max(...[...ledger.definitions.values()].map((one) => one.revision))
  if (revision > schema.revision) {
    throw new NewerDatabase(
      `functions and policies of revision ${revision}, and this version has revision ${schema.revision}`,
    )
  }
}

/**
 * Takes the lock, then reads the ledger again: another instance may have applied migrations
 * meanwhile.
 */
async function lockLedger(tx: Queryable, schema: Schema): Promise<Ledger> {
  await tx.query('select pg_advisory_xact_lock($1)', [advisoryLock])
  // First, so that this transaction sees tables that another instance has just created.
  await tx.query(createLedger)
  const ledger = await readLedger(tx)
  requireCompatibleSchema(ledger, schema)
  return ledger
}

async function applyOnce(tx: Queryable, migration: SqlFile, schema: Schema): Promise<boolean> {
  const { name, sql } = migration
  const ledger = await lockLedger(tx, schema)
  const checksum = checksumOf(migration)
  const before = ledger.migrations.get(name)
  if (before !== undefined) {
    if (before !== checksum) throw new ChangedMigration(name)
    return false
  }
  for (const file of filesNeededBy(migration, schema)) await applyEarly(tx, file, schema, ledger)
  await tx.query(sql)
  await tx.query('insert into internal.migrations (name, checksum) values ($1, $2)', [
    name,
    checksum,
  ])
  // It may have changed or dropped tables that views, policies and triggers depend on: all are
  // created again, at the next start if this one fails.
  await tx.query(`update internal.definitions set checksum = ''`)
  return true
}

/** `-- needs functions/claims.sql`: a column's default or expression calls a function of that file. */
function filesNeededBy({ name, sql }: SqlFile, { definitions }: Schema): SqlFile[] {
  return [...sql.matchAll(/^-- needs (\S+)$/gm)].map(([, needed]) => {
    const file = definitions.find((one) => one.name === needed)
    if (!file) throw new Error(`The migration ${name} needs ${needed}, which is not there.`)
    return file
  })
}

/**
 * Creating triggers and policies waits for every running query on their table, and later queries
 * queue behind it. During a backup of many minutes that would block every visitor, so a lock timeout
 * gives up after seconds, lets the queue run, and tries again.
 */
async function replaceDefinitions(database: Transactional, schema: Schema): Promise<string[]> {
  for (const giveUpAt = Date.now() + timeoutMs; ; await sleep(1000)) {
    try {
      return await database.transaction(
        async (tx) => {
          const ledger = await lockLedger(tx, schema)
          await tx.query(`set local lock_timeout = '3s'`)
          return applyDefinitions(tx, schema, ledger)
        },
        { timeoutMs },
      )
    } catch (error) {
      const isLocked = ['55P03', '40P01'].includes(sqlState(error) ?? '')
      if (!isLocked || Date.now() > giveUpAt) throw error
    }
  }
}
