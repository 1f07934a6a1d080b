// Connections that can be told apart on the server: each has an application_name of its own. A process
// id would not do: after a failover, or behind a pooler, it belongs to another session.
import { randomBytes } from 'node:crypto'
import pg from 'pg'

export type NamedClientClass = new (config?: pg.ClientConfig) => pg.Client & Named

export interface Named {
  readonly sessionName: string
}

export interface SessionNames {
  Client: NamedClientClass
  /** How the names of all sessions of this process begin, and nobody else's. */
  prefix: string
}

/** PostgreSQL keeps 63 characters of a name. */
const longestGiven = 40

export function sessionNames(given: string): SessionNames {
  const prefix = `${given.slice(0, longestGiven)} ${randomBytes(5).toString('hex')}.`
  let count = 0
  class NamedClient extends pg.Client implements Named {
    readonly sessionName: string

    constructor(config?: pg.ClientConfig) {
      count += 1
      const sessionName = `${prefix}${count}`
      super({ ...config, application_name: sessionName })
      this.sessionName = sessionName
    }
  }
  return { Client: NamedClient, prefix }
}

/** Closes the connection without a word to the server, which may not be there to answer. */
export function destroy(client: pg.ClientBase, reason: string): void {
  // `end` waits for what is under way, which on a silent connection never ends.
  const { connection } = client as unknown as {
    connection: { stream: { destroy(e: Error): void } }
  }
  connection.stream.destroy(new Error(`Connection terminated: ${reason}`))
}

const goodbyeMs = 1_000

/** Says goodbye, and does not wait for a server that no longer hears it. */
export async function endInTime(client: pg.Client): Promise<void> {
  const limit = setTimeout(() => destroy(client, 'closed'), goodbyeMs)
  await client.end().catch(() => {})
  clearTimeout(limit)
}
