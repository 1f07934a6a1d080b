// What the server knows of this process's sessions, asked over a connection of its own: whether one is
// still at work for us, and the end of those that were given up.
import type pg from 'pg'
import { destroy, endInTime, type SessionNames } from './named-client.ts'

export interface Sessions {
  /**
   * True when the server does not have this session, or it is waiting for us: then a question or its
   * answer was lost on the way. False also when the server cannot be asked.
   */
  isLost(name: string): Promise<boolean>
  /** Ends a session that was given up, so that it holds no locks and no connection slot. */
  terminate(name: string): Promise<void>
}

const connectWithinMs = 2_000
const answerWithinMs = 3_000

export function sessions(config: pg.ClientConfig, { Client, prefix }: SessionNames): Sessions {
  /** Undefined when the server does not answer, or has no room for another connection. */
  async function ask<Row>(sql: string, value: string): Promise<Row[] | undefined> {
    const client = new Client({ ...config, connectionTimeoutMillis: connectWithinMs })
    client.on('error', () => {})
    const limit = setTimeout(() => destroy(client, 'no answer'), answerWithinMs)
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

  // Connections die together: those that ask at the same time share one answer.
  let asking: Promise<Set<string> | undefined> | undefined
  const readBusy = async () => {
    const rows = await ask<{ name: string }>(
      `select application_name as name from pg_stat_activity
       where starts_with(application_name, $1) and coalesce(state, '') not like 'idle%'`,
      prefix,
    )
    return rows && new Set(rows.map(({ name }) => name))
  }

  return {
    async isLost(name) {
      asking ??= readBusy().finally(() => {
        asking = undefined
      })
      const busy = await asking
      return busy !== undefined && !busy.has(name)
    },

    async terminate(name) {
      await ask(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
        name,
      )
    },
  }
}
