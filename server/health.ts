// Is the product able to do its work? For load balancers and whoever starts it.
import type { Context } from 'hono'
import type { Database } from '#backend/database/database.ts'

export interface HealthDeps {
  database: Pick<Database, 'transaction'>
  /** Then load balancers should send visitors elsewhere, although everything works. */
  isStopping(): boolean
}

const timeoutMs = 2_000

/** Anybody may ask, and as often as they like: those who ask at the same time share one question. */
export function answerHealth({ database, isStopping }: HealthDeps) {
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
