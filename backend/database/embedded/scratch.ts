// PGlite in the calling thread, on a disposable folder: a snapshot to read, or a database to test a
// backup on. It does not fsync.
import { PGlite, type Results } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { Queryable, Result, Transactional } from '../database.ts'

export interface Scratch extends Transactional {
  close(): Promise<void>
}

/** An empty folder becomes a new database; creating one briefly needs 600 MB of memory. */
export async function openScratch(folder: string): Promise<Scratch> {
  const pglite = new PGlite({
    fs: new NodeFS(folder),
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB'],
  })
  await pglite.waitReady
  const queryable: Queryable = {
    async query<Row>(sql: string, values?: unknown[]) {
      if (values) return toResult<Row>(await pglite.query<Row>(sql, values))
      // A migration has several statements; the last result counts, as with node-postgres.
      const results = await pglite.exec(sql)
      return toResult<Row>(results.at(-1) as Results<Row> | undefined)
    },
  }
  return {
    ...queryable,
    async transaction(work) {
      await pglite.exec('begin')
      try {
        const result = await work(queryable)
        await pglite.exec('commit')
        return result
      } catch (error) {
        await pglite.exec('rollback')
        throw error
      }
    },
    close: () => pglite.close(),
  }
}

function toResult<Row>(results: Results<Row> | undefined): Result<Row> {
  const rows = results?.rows ?? []
  return { rows, count: rows.length || (results?.affectedRows ?? 0) }
}
