// The embedded engine: PGlite in a worker thread on a folder that this process has locked.
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { type Database, defaultTimeoutMs, type Listener, type Snapshot } from '../database.ts'
import { isInternalFailure, pooledDatabase } from '../pooled.ts'
import { types } from '../types.ts'
import { endCopy, initialiseFolder, isNewCopy } from './data-folder.ts'
import { EmbeddedWorker } from './embedded-worker.ts'
import { prepareSnapshot, removeSnapshots } from './snapshot.ts'
import { WorkerSocket } from './worker-socket.ts'

export interface EmbeddedOptions {
  /** The database's own folder inside DATA_DIR. */
  folder: string
  /** The built worker. */
  workerFile: URL
  /** The build's migrated database, of which a new folder is a copy. */
  emptyDatabase?: string
}

export interface EmbeddedDatabase extends Database {
  /** How often the database called fsync, known after `close`. */
  fsyncs(): number
}

export async function openEmbedded({
  folder,
  workerFile,
  emptyDatabase,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  await initialiseFolder({ folder, workerFile, emptyDatabase })
  await removeSnapshots(folder)
  const worker = new EmbeddedWorker(folder, workerFile)
  await worker.start()
  let fsyncs = 0

  const listeners = new Map<string, Set<Listener>>()
  let connections = 0
  const pool = new pg.Pool({
    // PGlite has one session: a transaction holds it, and others queue.
    max: 1,
    pipeline: true,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
    stream: () => new WorkerSocket(worker) as never,
    user: 'postgres',
    database: 'postgres',
    types,
    onConnect: async (client) => {
      client.on('notification', ({ channel, payload }) => {
        for (const listener of listeners.get(channel) ?? []) listener.onMessage(payload ?? '')
      })
      for (const channel of listeners.keys()) await client.query(listenTo(channel))
      connections += 1
      if (connections === 1) return
      for (const listener of [...listeners.values()].flatMap((set) => [...set])) {
        listener.onReconnect()
      }
    },
  })
  pool.on('error', () => {})

  async function snapshot(): Promise<Snapshot> {
    const copy = await prepareSnapshot(folder)
    const remove = () => rm(copy, { recursive: true, force: true })
    // Holding the only connection means that no transaction is running.
    const client = await pool.connect()
    try {
      await worker.copyFolder(copy)
    } catch (error) {
      await remove()
      throw error
    } finally {
      client.release()
    }
    return { source: { engine: 'embedded', folder: copy }, remove }
  }

  const database = pooledDatabase({
    name: 'embedded',
    pool,
    connect: () => pool.connect(),
    // The worker enforces the timeout itself, and lives as long as this process.
    awaitReply: (_client, reply) => reply,
    begin(isolation, timeoutMs) {
      worker.limit(timeoutMs)
      return `begin ${isolation}`
    },
    end: () => worker.limit(defaultTimeoutMs),
    explain(error) {
      // An internal error may have corrupted PGlite's memory.
      if (isInternalFailure(error)) worker.restart()
      return worker.takeTimeout() ?? error
    },
    snapshot,
    listen: async (channel, listener) => {
      const already = listeners.get(channel) ?? new Set()
      listeners.set(channel, already.add(listener))
      await database.query(listenTo(channel))
    },
    close: async () => {
      await pool.end()
      fsyncs = await worker.close()
    },
  })
  // It would count as old as the build: its first backup as overdue, and files that are older than a new
  // database as its own (file-check.ts), so that they would be removed.
  if (isNewCopy(folder)) {
    await database.query('update internal.migrations set applied_at = now()')
    await endCopy(folder)
  }
  return { ...database, fsyncs: () => fsyncs }
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`
