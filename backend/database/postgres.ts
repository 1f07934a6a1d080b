// A PostgreSQL server, for several instances on one database.
import pg from 'pg'
import { type Database, defaultLimitMs, type Listener } from './database.ts'
import { pooledDatabase } from './pooled.ts'
import { connectOrWait } from './postgres/connect-or-wait.ts'
import { types } from './types.ts'

const reconnectAfterMs = 500
/** For a new connection, and in the queue for one. */
const connectWithinMs = 5_000
/** Kept when nothing happens, so that a visitor is served while others hold every further slot. */
const keptOpen = 2

export interface PostgresOptions {
  url: string
  poolSize?: number
}

export function openPostgres({ url, poolSize = 10 }: PostgresOptions): Database {
  const connection = {
    connectionString: url,
    types,
    statement_timeout: defaultLimitMs,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    pipeline: true,
  }
  const pool = new pg.Pool({ ...connection, max: poolSize, min: Math.min(keptOpen, poolSize) })
  // An idle connection that the server closed is replaced by the next request.
  pool.on('error', () => {})
  const listening = new Set<Subscription>()

  return pooledDatabase({
    name: 'postgres',
    pool,
    connect: connectOrWait(pool, connectWithinMs),
    begin: (isolation, limitMs) =>
      limitMs === defaultLimitMs
        ? `begin ${isolation}`
        : `begin ${isolation}; set local statement_timeout = ${Math.round(limitMs)}`,
    end() {},
    explain: (error) => error,
    // The server gives every connection a snapshot that nobody waits for.
    snapshot: async () => ({ source: { engine: 'postgres', url }, remove: async () => {} }),
    listen: async (channel, listener) => {
      const subscription = new Subscription(connection, channel, listener)
      listening.add(subscription)
      await subscription.start()
    },
    close: async () => {
      await Promise.all([...listening].map((subscription) => subscription.stop()))
      await pool.end()
    },
  })
}

/** LISTEN needs a connection of its own, which comes back by itself when the server restarts. */
class Subscription {
  #client: pg.Client | undefined
  #stopped = false
  #retry: NodeJS.Timeout | undefined
  readonly #connection: pg.ClientConfig
  readonly #channel: string
  readonly #listener: Listener

  constructor(connection: pg.ClientConfig, channel: string, listener: Listener) {
    this.#connection = connection
    this.#channel = channel
    this.#listener = listener
  }

  async start(): Promise<void> {
    const client = new pg.Client(this.#connection)
    this.#client = client
    client.on('notification', ({ payload }) => this.#listener.onMessage(payload ?? ''))
    client.on('error', () => {})
    client.on('end', () => this.#startAgain())
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(this.#channel)}`)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#retry)
    await this.#client?.end().catch(() => {})
  }

  #startAgain() {
    if (this.#stopped || this.#retry) return
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.start().then(
        () => this.#listener.onReconnect(),
        () => this.#startAgain(),
      )
    }, reconnectAfterMs)
  }
}
