// The Database interface over a node-postgres pool. Both engines speak PostgreSQL's wire protocol, so
// types, errors and transactions share this code.
import type pg from 'pg'
import {
  type Database,
  DatabaseUnavailable,
  defaultTimeoutMs,
  type Listener,
  type Queryable,
  type QueryOptions,
  type Result,
  type Snapshot,
  sqlState,
  type TransactionOptions,
} from './database.ts'

/** What differs between the engines. */
export interface Engine {
  name: Database['engine']
  pool: pg.Pool
  /** Takes a connection from the pool. */
  connect(): Promise<pg.PoolClient>
  /** Waits for a reply. Rejects and ends the connection when none can come. */
  awaitReply<T>(client: pg.PoolClient, reply: Promise<T>, timeoutMs: number): Promise<T>
  /** SQL that begins a transaction with this statement timeout, in one round trip. */
  begin(isolation: string, timeoutMs: number): string
  /** Called after a transaction: the default timeout applies again. */
  end(): void
  /** The error to report for a failure below SQL, e.g. a statement timeout. */
  explain(error: unknown): unknown
  snapshot(): Promise<Snapshot>
  listen(channel: string, listener: Listener): Promise<void>
  close(): Promise<void>
}

export function pooledDatabase(engine: Engine): Database {
  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    let client: pg.PoolClient
    try {
      client = await engine.connect()
    } catch (error) {
      throw new DatabaseUnavailable(error)
    }
    // A connection that breaks while checked out also emits 'error', which unhandled would end the
    // process.
    const ignore = () => {}
    client.on('error', ignore)
    let broken = false
    try {
      return await work(client)
    } catch (error) {
      const explained = engine.explain(error)
      const isLost = isConnectionFailure(error)
      broken = isLost || isInternalFailure(error)
      throw isLost && explained === error ? new DatabaseUnavailable(error) : explained
    } finally {
      client.off('error', ignore)
      client.release(broken)
    }
  }

  return {
    engine: engine.name,

    query: (sql, values, options) =>
      withClient((client) =>
        engine.awaitReply(client, run(client, sql, values, options), defaultTimeoutMs),
      ),

    transaction: (work, options = {}) =>
      withClient((client) => runTransaction(engine, client, work, options)),

    snapshot: () => engine.snapshot(),

    listen: (channel, listener) => engine.listen(channel, listener),

    connections: () => ({
      open: engine.pool.totalCount,
      idle: engine.pool.idleCount,
      waiting: engine.pool.waitingCount,
    }),

    close: () => engine.close(),
  }
}

async function runTransaction<T>(
  engine: Engine,
  client: pg.PoolClient,
  work: (tx: Queryable) => Promise<T>,
  { timeoutMs = defaultTimeoutMs, snapshot = false }: TransactionOptions,
): Promise<T> {
  const isolation = snapshot ? 'isolation level repeatable read read only' : ''
  const awaitReply = <A>(reply: Promise<A>) => engine.awaitReply(client, reply, timeoutMs)
  try {
    // BEGIN is not awaited: the first statement is sent along with it. If BEGIN fails, only that
    // statement runs outside the transaction; nothing else is sent before BEGIN has succeeded.
    const begun = awaitReply(client.query(engine.begin(isolation, timeoutMs)))
    begun.catch(() => {})
    let isFirst = true
    const result = await work({
      async query(sql, values, options) {
        if (!isFirst) await begun
        isFirst = false
        const reply = awaitReply(run<never>(client, sql, values, options))
        const [result] = await Promise.all([reply, begun])
        return result
      },
    })
    await begun
    await awaitReply(client.query('commit'))
    return result
  } catch (error) {
    if (!isConnectionFailure(error)) await awaitReply(client.query('rollback'))
    throw error
  } finally {
    engine.end()
  }
}

async function run<Row>(
  client: pg.PoolClient,
  sql: string,
  values?: unknown[],
  { name }: QueryOptions = {},
): Promise<Result<Row>> {
  const result = await (name === undefined
    ? client.query(sql, values)
    : client.query({ name, text: sql, values: values ?? [] }))
  return { rows: result.rows as Row[], count: result.rowCount ?? 0 }
}

/**
 * An internal error, out of memory, or a prepared statement that the session no longer has: the next
 * statement needs a new session.
 */
export function isInternalFailure(error: unknown): boolean {
  return /^(XX|53200|26000)/.test(sqlState(error) ?? '')
}

/**
 * After these errors the connection is unusable. A bug in the caller's code is neither an SQL error
 * nor a driver error, and must not look like a lost database.
 */
function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = sqlState(error)
  if (state !== undefined) return /^(08|57P)/.test(state)
  return (
    /^Connection terminated|^Client has encountered a connection error/.test(error.message) ||
    ('syscall' in error && 'errno' in error)
  )
}
