// The Database over a node-postgres pool. Both engines speak PostgreSQL's wire protocol, so
// everything above the socket (types, errors, transactions) is one piece of code.
import type pg from 'pg'
import {
  type Database,
  DatabaseUnavailable,
  defaultLimitMs,
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
  /** A connection of the pool. */
  connect(): Promise<pg.PoolClient>
  /** Waits for what was asked. Rejects, with the connection ended, when no answer can come. */
  answer<T>(client: pg.PoolClient, asked: Promise<T>, timeoutMs: number): Promise<T>
  /** What begins a transaction whose statements have this limit, in one round trip. */
  begin(isolation: string, timeoutMs: number): string
  /** The transaction is over: the ordinary limit holds again. */
  end(): void
  /** The error to show for a failure below SQL, e.g. a statement that was cut off. */
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
    // A connection that breaks while checked out also emits 'error', which would end the process.
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
        engine.answer(client, run(client, sql, values, options), defaultLimitMs),
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
  { timeoutMs = defaultLimitMs, snapshot = false }: TransactionOptions,
): Promise<T> {
  const isolation = snapshot ? 'isolation level repeatable read read only' : ''
  const answer = <A>(asked: Promise<A>) => engine.answer(client, asked, timeoutMs)
  try {
    // Not waited for: the first statement travels with it. That one alone could run outside of the
    // transaction, if it could not begin: nothing else is sent before it has.
    const begun = answer(client.query(engine.begin(isolation, timeoutMs)))
    begun.catch(() => {})
    let isFirst = true
    const result = await work({
      async query(sql, values, options) {
        if (!isFirst) await begun
        isFirst = false
        const asked = answer(run<never>(client, sql, values, options))
        const [result] = await Promise.all([asked, begun])
        return result
      },
    })
    await begun
    await answer(client.query('commit'))
    return result
  } catch (error) {
    if (!isConnectionFailure(error)) await answer(client.query('rollback'))
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
 * An error inside the database, no memory, or a prepared statement that the session has forgotten: the
 * next statement had better find a new session.
 */
export function isInternalFailure(error: unknown): boolean {
  return /^(XX|53200|26000)/.test(sqlState(error) ?? '')
}

/**
 * After these the connection is of no further use. A bug in the caller's own code is neither an
 * SQL error nor the driver's, and must not look like a lost database.
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
