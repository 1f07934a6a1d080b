// Is the product able to do its work? For load balancers and whoever starts it.
import type { Context } from 'hono'
import type { Database } from '#backend/database/database.ts'

export function answerHealth(database: Database) {
  return async (context: Context): Promise<Response> => {
    try {
      await database.transaction((tx) => tx.query('select 1'), { limitMs: 2_000 })
      return context.json({ status: 'ok' }, 200)
    } catch {
      return context.json({ status: 'unavailable' }, 503)
    }
  }
}
