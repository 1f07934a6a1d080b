// The table API's reads and writes sent to the same engine directly.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#backend/database/database.ts'
import { openEmbedded } from '#backend/database/embedded/embedded.ts'
import { migrate } from '#backend/database/migrate.ts'
import { openPostgres } from '#backend/database/postgres.ts'
import { schema } from '#backend/database/schema.ts'
import { builtFilesBeside } from '#server/built-files.ts'
import { createPostgresServer } from '../postgres-server.ts'
import { percentiles } from './load.ts'
import type { Engine } from './product.ts'
import { reviewNumber } from './requests.ts'
import { milliseconds } from './table.ts'

export async function measureBareSql(engine: Engine, seconds: number): Promise<string[][]> {
  const { database, close } = await openBare(engine)
  const rows = [['', 'clients', 'per second', 'p50', 'p99']]
  const measure = async (name: string, clients: number, work: () => Promise<unknown>) => {
    const times: number[] = []
    const startedAt = performance.now()
    const until = startedAt + seconds * 1000
    const runClient = async () => {
      while (performance.now() < until) {
        const sentAt = performance.now()
        await work()
        times.push(performance.now() - sentAt)
      }
    }
    await Promise.all(Array.from({ length: clients }, runClient))
    const perSecond = times.length / ((performance.now() - startedAt) / 1000)
    const { p50Ms, p99Ms } = percentiles(times)
    rows.push([
      name,
      String(clients),
      perSecond.toFixed(0),
      milliseconds(p50Ms),
      milliseconds(p99Ms),
    ])
  }
  try {
    await migrate(database, schema)
    let count = 0
    const write = () => {
      count += 1
      return database.query(insert, Object.values(reviewNumber(count)))
    }
    for (let i = 0; i < 40; i += 1) await write()
    for (const clients of [1, 10, 100]) {
      await measure('bare read', clients, () => database.query(select))
    }
    for (const clients of [1, 10, 100]) await measure('bare write', clients, write)
    return rows
  } finally {
    await close()
  }
}

const select =
  'select * from google_reviews where is_featured order by created_at desc nulls first limit 4'
const insert = `insert into google_reviews (author_name, rating, review_text, is_featured, review_id)
   values ($1, $2, $3, $4, $5)`

async function openBare(engine: Engine): Promise<{ database: Database; close(): Promise<void> }> {
  if (engine === 'postgres') {
    const server = await createPostgresServer({ isDurable: true })
    const database = openPostgres({ url: server.url('postgres') })
    return {
      database,
      close: async () => {
        await database.close()
        await server.remove()
      },
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const { workerFile } = builtFilesBeside(import.meta.url)
  const database = await openEmbedded({ folder: join(folder, 'database'), workerFile })
  return {
    database,
    close: async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
