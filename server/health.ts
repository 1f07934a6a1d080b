// Is the product able to do its work? For load balancers and whoever starts it.
import type { Context } from 'hono'
import type { Database } from '#backend/database/database.ts'

const limitMs = 2_000

/** Anybody may ask, and as often as they like: those who ask at the same time share one question. */
export function answerHealth(database: Database) {
  let underWay: Promise<boolean> | undefined

  async function isWorking(): Promise<boolean> {
    try {
      await database.transaction((tx) => tx.query('select 1'), { limitMs })
      return true
    } catch {
      return false
    } finally {
      underWay = undefined
    }
  }

  return async (context: Context): Promise<Response> => {
    underWay ??= isWorking()
    return (await underWay)
      ? context.json({ status: 'ok' }, 200)
      : context.json({ status: 'unavailable' }, 503)
  }
}
