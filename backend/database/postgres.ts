// A PostgreSQL server, for several instances on one database.
import pg from 'pg'
import { type Database, defaultLimitMs } from './database.ts'
import { pooledDatabase } from './pooled.ts'
import { connectOrWait } from './postgres/connect-or-wait.ts'
import { sessionNames } from './postgres/named-client.ts'
import { sessions } from './postgres/sessions.ts'
import { Subscriptions } from './postgres/subscriptions.ts'
import { watchdog } from './postgres/watchdog.ts'
import { types } from './types.ts'

/** For a new connection, and in the queue for one. */
const connectWithinMs = 5_000
/** Kept when nothing happens, so that a visitor is served while others hold every further slot. */
const keptOpen = 2

export interface PostgresOptions {
  url: string
  poolSize?: number
}

export function openPostgres({ url, poolSize = 10 }: PostgresOptions): Database {
  const { connectionString, applicationName } = readUrl(url)
  const connection = {
    connectionString,
    types,
    statement_timeout: defaultLimitMs,
    idle_in_transaction_session_timeout: 15_000,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    // Then every second: an idle connection is known to be dead after 15 s.
    keepAliveInitialDelayMillis: 5_000,
  }
  const names = sessionNames(applicationName)
  const pool = new pg.Pool({
    ...connection,
    pipeline: true,
    Client: names.Client,
    max: poolSize,
    min: Math.min(keptOpen, poolSize),
  })
  // An idle connection that the server closed is replaced by the next request.
  pool.on('error', () => {})
  const dog = watchdog(pool, sessions(connection, names))
  const subscriptions = new Subscriptions(connection, names, dog)

  return pooledDatabase({
    name: 'postgres',
    pool,
    connect: connectOrWait(pool, connectWithinMs),
    answer: dog.answer,
    begin: (isolation, timeoutMs) =>
      timeoutMs === defaultLimitMs
        ? `begin ${isolation}`
        : `begin ${isolation}; set local statement_timeout = ${Math.round(timeoutMs)}`,
    end() {},
    explain: (error) => error,
    // The server gives every connection a snapshot that nobody waits for.
    snapshot: async () => ({ source: { engine: 'postgres', url }, remove: async () => {} }),
    listen: (channel, listener) => subscriptions.listen(channel, listener),
    close: async () => {
      await subscriptions.stop()
      await pool.end()
    },
  })
}

/** A name of its own in the address goes before ours, which node-postgres would otherwise replace. */
function readUrl(text: string): { connectionString: string; applicationName: string } {
  const url = new URL(text)
  const given = url.searchParams.get('application_name')
  if (given === null) return { connectionString: text, applicationName: 'gardens' }
  url.searchParams.delete('application_name')
  return { connectionString: url.href, applicationName: given }
}
