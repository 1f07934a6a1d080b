// Checks over a separate connection whether the server still runs a session of this process, and
// terminates abandoned ones.
import type pg from 'pg'
import { destroy, endInTime, type SessionNames } from './named-client.ts'

export interface Sessions {
  /**
   * True when the server has no such session, or the session is idle: then a query or its reply was
   * lost. False also when the server cannot be reached.
   */
  isLost(name: string): Promise<boolean>
  /** Terminates an abandoned session, so that it holds no locks and no connection slot. */
  terminate(name: string): Promise<void>
}

const connectTimeoutMs = 2_000
const replyTimeoutMs = 3_000

export function sessions(config: pg.ClientConfig, { Client, prefix }: SessionNames): Sessions {
  /** Undefined when the server does not respond, or has no free connection slot. */
  async function query<Row>(sql: string, value: string): Promise<Row[] | undefined> {
    const client = new Client({ ...config, connectionTimeoutMillis: connectTimeoutMs })
    client.on('error', () => {})
    const limit = setTimeout(() => destroy(client, 'no answer'), replyTimeoutMs)
    try {
      await client.connect()
      return (await client.query(sql, [value])).rows as Row[]
    } catch {
      return undefined
    } finally {
      clearTimeout(limit)
      void endInTime(client)
    }
  }

  // Connections die together: concurrent checks share one query.
  let pendingQuery: Promise<Set<string> | undefined> | undefined
  const readBusy = async () => {
    const rows = await query<{ name: string }>(
      `select application_name as name from pg_stat_activity
       where starts_with(application_name, $1) and coalesce(state, '') not like 'idle%'`,
      prefix,
    )
    return rows && new Set(rows.map(({ name }) => name))
  }

  return {
    async isLost(name) {
      pendingQuery ??= readBusy().finally(() => {
        pendingQuery = undefined
      })
      const busy = await pendingQuery
      return busy !== undefined && !busy.has(name)
    },

    async terminate(name) {
      await query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
        name,
      )
    },
  }
}
