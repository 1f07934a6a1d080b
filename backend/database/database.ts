// The database as the rest of the backend sees it: one interface for both engines.

export interface Result<Row> {
  rows: Row[]
  /** Rows returned or changed. */
  count: number
}

export interface QueryOptions {
  /**
   * Prepares the statement under this name on each connection: worth it for one that runs for every
   * visitor. One name always means the same SQL.
   */
  name?: string
}

export interface Queryable {
  query<Row = Record<string, unknown>>(
    sql: string,
    values?: unknown[],
    options?: QueryOptions,
  ): Promise<Result<Row>>
}

export interface TransactionOptions {
  /** Statement timeout: a longer statement fails with SQLSTATE 57014. */
  timeoutMs?: number
  /** A read-only transaction with one consistent view of all tables, for backups. */
  snapshot?: boolean
}

export interface Listener {
  onMessage(payload: string): void
  /** The connection is lost: messages are missed until `onReconnect`. */
  onLost?(): void
  /** Messages may have been missed meanwhile: drop caches that depend on them. */
  onReconnect(): void
}

export interface Connections {
  open: number
  idle: number
  /** Callers that wait for a connection. */
  waiting: number
}

export interface Transactional extends Queryable {
  /** Commits when `work` resolves, rolls back when it rejects. Use only `tx` inside. */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>
}

/** Where another thread or process can read a backup from while this one serves. */
export type BackupSource =
  /** A copy of the database's folder. */
  { engine: 'embedded'; folder: string } | { engine: 'postgres'; url: string }

export interface Snapshot {
  source: BackupSource
  remove(): Promise<void>
}

export interface Database extends Transactional {
  readonly engine: 'embedded' | 'postgres'
  /** A consistent copy of the data, to be read by another thread or process. */
  snapshot(): Promise<Snapshot>
  listen(channel: string, listener: Listener): Promise<void>
  connections(): Connections
  close(): Promise<void>
}

/** Default statement timeout. */
export const defaultTimeoutMs = 10_000

/** The SQLSTATE, if the error came from the database. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const { code } = error
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/**
 * Whether the database is unreachable or out of resources, so that the same request may succeed
 * later: SQLSTATE class 08 (connection), 53 (resources, e.g. disk full), 57P0x (shutdown) or 58
 * (system error).
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  return /^(08|53|58|57P)/.test(sqlState(error) ?? '')
}

export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** The SQLSTATE of a statement that exceeded its timeout. */
export const statementTimeout = '57014'

export class StatementTimeout extends Error {
  readonly code = statementTimeout
  constructor(timeoutMs: number) {
    super(`canceling statement due to statement timeout (${timeoutMs} ms)`)
    this.name = 'StatementTimeout'
  }
}
