// When all connection slots of the server are taken (SQLSTATE 53300), a request waits for one of the
// pool's own connections, and the pool stops opening new ones for a while.
import type pg from 'pg'
import { sqlState } from '../database.ts'

const tooManyConnections = '53300'
const retryAfterMs = 5_000

export function connectOrWait(pool: pg.Pool, withinMs: number): () => Promise<pg.PoolClient> {
  const { max } = pool.options
  let retryTimer: NodeJS.Timeout | undefined

  /**
   * Lowers the maximum to the connections there are, so that the pool queues instead of opening
   * another.
   */
  function stopGrowing(): void {
    pool.options.max = pool.totalCount
    clearTimeout(retryTimer)
    retryTimer = setTimeout(() => {
      pool.options.max = max
    }, retryAfterMs).unref()
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
