// Notices connections that died without a word (a failover, a NAT table that forgot them, a cut
// network). TCP alone takes a quarter of an hour to notice a question that nobody receives.
import type pg from 'pg'
import { destroy, type Named } from './named-client.ts'
import type { Sessions } from './sessions.ts'

export interface Watchdog {
  /** What was asked, with the connection ended when no answer can come any more. */
  answer<T>(client: pg.ClientBase, asked: Promise<T>, timeoutMs: number): Promise<T>
  /** Ends a connection that did not answer, here and on the server. */
  giveUp(client: pg.ClientBase, reason: string): void
}

/** After so long without an answer the server is asked whether it is still at work. */
const silentMs = 2_000
const askAgainMs = 5_000
/** The server's own limit comes first: it leaves the connection usable. */
const graceMs = 1_000
/** An answer may lie unread in the socket while the event loop is busy. */
const unreadMs = 200
/** For idle connections, which have nothing else to do. */
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

  /** What ended one connection has probably ended others, which would be found one request at a time. */
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

    answer(client, asked, timeoutMs) {
      const { sessionName } = client as pg.ClientBase & Named
      const deadline = performance.now() + timeoutMs + graceMs
      const remainingMs = () => Math.max(0, deadline - performance.now())
      let isAnswered = false

      async function look(): Promise<void> {
        const isLate = remainingMs() === 0
        const isLost = isLate || (await sessions.isLost(sessionName))
        if (isLost) await new Promise((resolve) => setTimeout(resolve, unreadMs))
        if (isAnswered) return
        if (isLost) giveUp(client, 'the server did not answer')
        else timer = setTimeout(look, Math.min(askAgainMs, remainingMs()))
      }

      let timer = setTimeout(look, Math.min(silentMs, remainingMs()))
      return asked.finally(() => {
        isAnswered = true
        clearTimeout(timer)
      })
    },
  }
}
