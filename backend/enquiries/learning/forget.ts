// Forgets what the office taught the spam filter: the shipped model judges alone again.
import type { Queryable } from '../../database/database.ts'
import { channel } from './learned.ts'

/** In the caller's transaction. Returns the number of forgotten clicks. */
export async function forgetLearned(tx: Queryable): Promise<number> {
  const { count } = await tx.query('delete from internal.spam_clicks')
  await tx.query('delete from internal.spam_adjustment')
  await tx.query('select pg_notify($1, $2)', [channel, 'forgotten'])
  return count
}
