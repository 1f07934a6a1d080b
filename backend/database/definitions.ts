// Applies the files of functions, views, triggers and policies whose text has changed, in one
// transaction. Objects that a file no longer defines are dropped, as are those of deleted files.
// Functions are replaced, not dropped, because columns and policies may depend on them; the others
// are dropped and created again. Nothing else in the database changes.
import type { Queryable } from './database.ts'
import { type AppliedDefinition, checksumOf, type Ledger } from './ledger.ts'
import type { Schema, SqlFile } from './schema.ts'
import {
  drop,
  dropReplaceable,
  isFunction,
  makeObjects,
  revokeFunctions,
  validateFunctions,
} from './schema-objects.ts'

export function areCurrent({ definitions }: Ledger, schema: Schema): boolean {
  return (
    definitions.size === schema.definitions.length &&
    schema.definitions.every((file) => {
      const applied = definitions.get(file.name)
      return applied?.checksum === checksumOf(file) && applied.revision === schema.revision
    })
  )
}

/** Returns the names of the files that were applied. */
export async function applyDefinitions(
  tx: Queryable,
  schema: Schema,
  ledger: Ledger,
): Promise<string[]> {
  const outdated = schema.definitions.filter(
    (file) => ledger.definitions.get(file.name)?.checksum !== checksumOf(file),
  )
  const names = new Set(schema.definitions.map(({ name }) => name))
  const removed = [...ledger.definitions.keys()].filter((name) => !names.has(name))
  const before = [...outdated.map(({ name }) => name), ...removed].flatMap(
    (name) => ledger.definitions.get(name)?.objects ?? [],
  )
  await dropReplaceable(tx, before)
  await revokeFunctions(tx, before)
  const made = new Map<string, string>()
  for (const file of outdated) {
    const objects = await makeObjects(tx, file)
    for (const object of objects) {
      const other = made.get(object)
      if (other) throw new Error(`${object} is defined in ${other} and in ${file.name}`)
      made.set(object, file.name)
    }
    await record(tx, file.name, { checksum: checksumOf(file), revision: schema.revision, objects })
  }
  for (const object of before.filter(isFunction)) {
    if (!made.has(object)) await drop(tx, object)
  }
  await validateFunctions(tx, [...made.keys()].filter(isFunction))
  for (const name of removed) {
    await tx.query('delete from internal.definitions where name = $1', [name])
  }
  await tx.query('update internal.definitions set revision = $1', [schema.revision])
  return outdated.map(({ name }) => name)
}

/**
 * Applies one file early, for a migration that needs its functions. It is applied again with all the
 * others.
 */
export async function applyEarly(
  tx: Queryable,
  file: SqlFile,
  schema: Schema,
  ledger: Ledger,
): Promise<void> {
  const before = ledger.definitions.get(file.name)?.objects ?? []
  const objects = new Set([...before, ...(await makeObjects(tx, file))])
  await record(tx, file.name, { checksum: '', revision: schema.revision, objects: [...objects] })
}

async function record(
  tx: Queryable,
  name: string,
  { checksum, revision, objects }: AppliedDefinition,
): Promise<void> {
  await tx.query(
    `insert into internal.definitions (name, checksum, revision, objects)
     values ($1, $2, $3, $4::jsonb)
     on conflict (name) do update set checksum = excluded.checksum, revision = excluded.revision,
       objects = excluded.objects, applied_at = excluded.applied_at`,
    [name, checksum, revision, JSON.stringify(objects)],
  )
}
