// Publishes a folder: what differs from the site as it is becomes one version, without an author. Drafts
// stay.
import { isDeepStrictEqual } from 'node:util'
import type { Database, Queryable } from '#backend/database/database.ts'
import type { Documents } from '#content/documents.ts'
import type { Edit } from '#content/with-edits.ts'

export interface Change {
  key: string
  /** `shipped`: back to the file of the firm. */
  state: Edit['state'] | 'shipped'
  /** Null but for an edited document. */
  body: unknown
}

export interface Imported {
  /** Undefined when there was nothing to change. */
  version?: number
  changes: Change[]
}

export interface ImportOptions {
  /** The firm that edits are over. */
  files: Documents
  /** The whole firm as it should be. */
  wanted: Documents
}

export function importFirm(database: Database, options: ImportOptions): Promise<Imported> {
  return database.transaction(async (tx) => {
    // As every publication does: the comparison holds until the version is there.
    await tx.query('select internal.lock_site()')
    const { rows: published } = await tx.query<Edit>('select key, state, body from site_documents')
    const changes = differences(options, published)
    if (changes.length === 0) return { changes }
    return { version: await addVersion(tx, changes), changes }
  })
}

/** What has to change, so that edits over the files are the firm that is wanted. */
export function differences(
  { files, wanted }: ImportOptions,
  published: readonly Edit[],
): Change[] {
  const current = new Map<string, Change>(published.map((edit) => [edit.key, edit]))
  const keys = new Set([...files.keys(), ...wanted.keys(), ...current.keys()])
  return [...keys].sort().flatMap((key): Change[] => {
    const change = changeOf(key, files, wanted)
    const before = current.get(key) ?? { key, state: 'shipped', body: null }
    const isSame = before.state === change.state && isDeepStrictEqual(before.body, change.body)
    return isSame ? [] : [change]
  })
}

function changeOf(key: string, files: Documents, wanted: Documents): Change {
  if (!wanted.has(key)) return { key, state: files.has(key) ? 'removed' : 'shipped', body: null }
  const body = wanted.get(key)
  const isShipped = files.has(key) && isDeepStrictEqual(body, files.get(key))
  return isShipped ? { key, state: 'shipped', body: null } : { key, state: 'edited', body }
}

async function addVersion(tx: Queryable, changes: Change[]): Promise<number> {
  const words = { edited: 'from a file', removed: 'removed', shipped: 'as shipped' }
  // As many lines as a summary may have.
  const lines = changes.slice(0, 199).map(({ key, state }) => `${key}: ${words[state]}`)
  const { rows } = await tx.query<{ version: number }>(
    'select internal.add_site_version($1::text[], null) as version',
    [['Imported from a folder', ...lines]],
  )
  const version = Number(rows[0]?.version)
  await tx.query(
    `insert into site_changes (version_id, key, state, body)
     select $1, change->>'key', change->>'state', nullif(change->'body', 'null'::jsonb)
     from jsonb_array_elements($2::jsonb) change`,
    [version, JSON.stringify(changes)],
  )
  await tx.query('select internal.apply_site_version($1, null)', [version])
  return version
}
