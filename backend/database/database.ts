// What the rest of the backend knows of the database: one interface, whichever engine is behind it.

export interface Result<Row> {
  rows: Row[]
  /** Rows returned or changed. */
  count: number
}

export interface QueryOptions {
  /**
   * Under this name the connection keeps the statement prepared: worth it for one that runs for
   * every visitor. The same name always means the same SQL.
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
  /** No single statement may run longer; what does ends with SQLSTATE 57014. */
  timeoutMs?: number
  /** One unchanging view of all tables, for backups. */
  snapshot?: boolean
}

export interface Listener {
  onMessage(payload: string): void
  /** Messages are missed from now on, until `onReconnect`. */
  onLost?(): void
  /** Messages may have been missed while the connection was away: forget what was derived from them. */
  onReconnect(): void
}

export interface Connections {
  open: number
  /** Of the open ones. */
  idle: number
  /** Callers that wait for one. */
  waiting: number
}

export interface Transactional extends Queryable {
  /** Commits when `work` resolves, rolls back when it rejects. Use only `tx` inside. */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>
}

/** What another thread or process can read a backup from, while this one serves. */
export type BackupSource =
  /** A copy of the database's folder. */
  { engine: 'embedded'; folder: string } | { engine: 'postgres'; url: string }

export interface Snapshot {
  source: BackupSource
  remove(): Promise<void>
}

export interface Database extends Transactional {
  readonly engine: 'embedded' | 'postgres'
  /** The data of one moment, to be read elsewhere. */
  snapshot(): Promise<Snapshot>
  listen(channel: string, listener: Listener): Promise<void>
  connections(): Connections
  close(): Promise<void>
}

/** No statement of the product may hold a connection longer than this unless it says so. */
export const defaultLimitMs = 10_000

/** SQLSTATE of an error that came from the database, if it did. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const { code } = error
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/**
 * Is the database itself away or out of room, so that the same request may succeed later?
 * Class 08 connection, 53 resources (disk full), 57P0x shutdown, 58 system error, or no SQLSTATE
 * at all on an error that the driver raised.
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

/** A statement that ran into its time limit. */
export class StatementTimeout extends Error {
  readonly code = '57014'
  constructor(timeoutMs: number) {
    super(`canceling statement due to statement timeout (${timeoutMs} ms)`)
    this.name = 'StatementTimeout'
  }
}
