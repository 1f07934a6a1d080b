// Gives each connection its own application_name, so that it can be found on the server. A process id
// would not do: after a failover, or behind a pooler, it may belong to another session.
import { randomBytes } from 'node:crypto'
import pg from 'pg'

export type NamedClientClass = new (config?: pg.ClientConfig) => pg.Client & Named

export interface Named {
  readonly sessionName: string
}

export interface SessionNames {
  Client: NamedClientClass
  /** Prefix of the session names of this process, unique to it. */
  prefix: string
}

/** PostgreSQL truncates names to 63 characters. */
const maxGivenLength = 40

export function sessionNames(given: string): SessionNames {
  const prefix = `${given.slice(0, maxGivenLength)} ${randomBytes(5).toString('hex')}.`
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

/** Closes the socket without the protocol's goodbye, which the server may not be there to receive. */
export function destroy(client: pg.ClientBase, reason: string): void {
  // `end` waits for running queries, which on a dead connection never finish.
  const { connection } = client as unknown as {
    connection: { stream: { destroy(e: Error): void } }
  }
  connection.stream.destroy(new Error(`Connection terminated: ${reason}`))
}

const closeTimeoutMs = 1_000

/** Closes the connection; destroys it when the server does not respond. */
export async function endInTime(client: pg.Client): Promise<void> {
  const limit = setTimeout(() => destroy(client, 'closed'), closeTimeoutMs)
  await client.end().catch(() => {})
  clearTimeout(limit)
}
