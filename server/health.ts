// The health check, for load balancers and container managers.
import type { Context } from 'hono'
import type { Database } from '#backend/database/database.ts'

export interface HealthDeps {
  database: Pick<Database, 'transaction'>
  /** During a shutdown load balancers should send visitors elsewhere. */
  isStopping(): boolean
}

const timeoutMs = 2_000

/** The endpoint is public and unlimited, so concurrent requests share one query. */
export function healthHandler({ database, isStopping }: HealthDeps) {
  let underWay: Promise<boolean> | undefined

  async function isWorking(): Promise<boolean> {
    try {
      await database.transaction((tx) => tx.query('select 1'), { timeoutMs })
      return true
    } catch {
      return false
    } finally {
      underWay = undefined
    }
  }

  return async (context: Context): Promise<Response> => {
    if (isStopping()) return context.json({ status: 'stopping' }, 503)
    underWay ??= isWorking()
    return (await underWay)
      ? context.json({ status: 'ok' }, 200)
      : context.json({ status: 'unavailable' }, 503)
  }
}
