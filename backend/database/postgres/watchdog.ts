// Detects connections that died silently (a failover, an expired NAT entry, a network cut). TCP alone
// takes a quarter of an hour to notice that a query is not received.
import type pg from 'pg'
import { destroy, type Named } from './named-client.ts'
import type { Sessions } from './sessions.ts'

export interface Watchdog {
  /** Passes the reply on; ends the connection when no reply can come any more. */
  awaitReply<T>(client: pg.ClientBase, reply: Promise<T>, timeoutMs: number): Promise<T>
  /** Ends an unresponsive connection, here and on the server. */
  giveUp(client: pg.ClientBase, reason: string): void
}

/** After this time without a reply, check whether the server is still working on it. */
const silentMs = 2_000
const recheckMs = 5_000
/** The server's own statement timeout comes first: it leaves the connection usable. */
const graceMs = 1_000
/** A reply may be waiting in the socket while the event loop is busy. */
const unreadMs = 200
/** Timeout of the ping of an idle connection. */
const pingMs = 1_000

export function watchdog(pool: pg.Pool, sessions: Sessions): Watchdog {
  const givenUp = new WeakSet<pg.ClientBase>()
  let isChecking = false

  function giveUp(client: pg.ClientBase, reason: string): void {
    if (givenUp.has(client)) return
    givenUp.add(client)
    destroy(client, reason)
    void sessions.terminate((client as pg.ClientBase & Named).sessionName)
    void checkIdle()
  }

  /**
   * The same cause has probably ended other connections: check the idle ones now instead of one per
   * failed request.
   */
  async function checkIdle(): Promise<void> {
    if (isChecking || pool.ending) return
    isChecking = true
    await Promise.all(Array.from({ length: pool.idleCount }, ping))
    isChecking = false
  }

  async function ping(): Promise<void> {
    const client = await pool.connect().catch(() => undefined)
    if (!client) return
    const ignore = () => {}
    client.on('error', ignore)
    const limit = setTimeout(() => giveUp(client, 'it did not answer while idle'), pingMs)
    const isAlive = await client.query('select 1').then(
      () => true,
      () => false,
    )
    clearTimeout(limit)
    client.off('error', ignore)
    client.release(!isAlive)
  }

  return {
    giveUp,

    awaitReply(client, reply, timeoutMs) {
      const { sessionName } = client as pg.ClientBase & Named
      const deadline = performance.now() + timeoutMs + graceMs
      const remainingMs = () => Math.max(0, deadline - performance.now())
      let isAnswered = false

      async function check(): Promise<void> {
        const isLate = remainingMs() === 0
        const isLost = isLate || (await sessions.isLost(sessionName))
        if (isLost) await new Promise((resolve) => setTimeout(resolve, unreadMs))
        if (isAnswered) return
        if (isLost) giveUp(client, 'the server did not answer')
        else timer = setTimeout(check, Math.min(recheckMs, remainingMs()))
      }

      let timer = setTimeout(check, Math.min(silentMs, remainingMs()))
      return reply.finally(() => {
        isAnswered = true
        clearTimeout(timer)
      })
    },
  }
}
