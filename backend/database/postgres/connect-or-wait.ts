// A server whose connection slots are all taken (SQLSTATE 53300) refuses another connection. A request
// then waits for one of those that the pool holds, and the pool asks for no more for a while.
import type pg from 'pg'
import { sqlState } from '../database.ts'

const tooManyConnections = '53300'
const askAgainAfterMs = 5_000

export function connectOrWait(pool: pg.Pool, withinMs: number): () => Promise<pg.PoolClient> {
  const { max } = pool.options
  let askAgain: NodeJS.Timeout | undefined

  /** As many as there are, so that the pool queues instead of opening another. */
  function stopGrowing(): void {
    pool.options.max = pool.totalCount
    clearTimeout(askAgain)
    askAgain = setTimeout(() => {
      pool.options.max = max
    }, askAgainAfterMs).unref()
  }

  return async () => {
    const deadline = performance.now() + withinMs
    for (;;) {
      try {
        return await pool.connect()
      } catch (error) {
        const isFull = sqlState(error) === tooManyConnections
        if (!isFull || pool.totalCount === 0 || performance.now() > deadline) throw error
        stopGrowing()
      }
    }
  }
}
