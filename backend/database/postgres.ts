// The PostgreSQL server engine, for several instances on one database.
import pg from 'pg'
import { type Database, defaultTimeoutMs } from './database.ts'
import { pooledDatabase } from './pooled.ts'
import { connectOrWait } from './postgres/connect-or-wait.ts'
import { sessionNames } from './postgres/named-client.ts'
import { sessions } from './postgres/sessions.ts'
import { Subscriptions } from './postgres/subscriptions.ts'
import { watchdog } from './postgres/watchdog.ts'
import { types } from './types.ts'

/** Timeout for opening a connection, and for waiting in the pool's queue. */
const connectTimeoutMs = 5_000
/**
 * Kept open while idle, so that visitors are served even when other applications take every other
 * slot.
 */
const minConnections = 2

export interface PostgresOptions {
  url: string
  poolSize?: number
}

export function openPostgres({ url, poolSize = 10 }: PostgresOptions): Database {
  const { connectionString, applicationName } = readUrl(url)
  const connection = {
    connectionString,
    types,
    statement_timeout: defaultTimeoutMs,
    idle_in_transaction_session_timeout: 15_000,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    // Probes follow every second: a dead idle connection is noticed after 15 s.
    keepAliveInitialDelayMillis: 5_000,
  }
  const names = sessionNames(applicationName)
  const pool = new pg.Pool({
    ...connection,
    pipeline: true,
    Client: names.Client,
    max: poolSize,
    min: Math.min(minConnections, poolSize),
  })
  // The pool replaces an idle connection that the server closed.
  pool.on('error', () => {})
  const monitor = watchdog(pool, sessions(connection, names))
  const subscriptions = new Subscriptions(connection, names, monitor)

  return pooledDatabase({
    name: 'postgres',
    pool,
    connect: connectOrWait(pool, connectTimeoutMs),
    awaitReply: monitor.awaitReply,
    begin: (isolation, timeoutMs) =>
      timeoutMs === defaultTimeoutMs
        ? `begin ${isolation}`
        : `begin ${isolation}; set local statement_timeout = ${Math.round(timeoutMs)}`,
    end() {},
    explain: (error) => error,
    // A repeatable-read transaction on the server is a snapshot already, and blocks no other caller.
    snapshot: async () => ({ source: { engine: 'postgres', url }, remove: async () => {} }),
    listen: (channel, listener) => subscriptions.listen(channel, listener),
    close: async () => {
      await subscriptions.stop()
      await pool.end()
    },
  })
}

/**
 * An application_name in the URL replaces our prefix. Removed from the URL, where node-postgres would
 * prefer it to the names we set.
 */
function readUrl(text: string): { connectionString: string; applicationName: string } {
  const url = new URL(text)
  const given = url.searchParams.get('application_name')
  if (given === null) return { connectionString: text, applicationName: 'gardens' }
  url.searchParams.delete('application_name')
  return { connectionString: url.href, applicationName: given }
}
