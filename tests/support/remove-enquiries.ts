import type { Database } from '#backend/database/database.ts'
import { forgetLearned } from '#backend/enquiries/learning/forget.ts'

/**
 * Between tests, while the queue runs: one that is being recognised would otherwise deadlock with it.
 * What one test marked as spam is forgotten, or the next one's enquiry in the same words is held.
 */
export async function removeEnquiries(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('internal.customers'))`)
    await tx.query('delete from enquiries')
    await forgetLearned(tx)
  })
}
