// Retries a transaction once after a deadlock or serialisation failure, which rolled it back
// completely. A second failure is reported: it points to a mistake in the code.
import { type Database, sqlState } from './database.ts'

const deadlockOrSerialization = ['40P01', '40001']

/** For work without effects outside its transaction. */
export function retryingDeadlocks(database: Database): Database {
  return {
    ...database,
    transaction: (work, options) =>
      database.transaction(work, options).catch((error: unknown) => {
        if (!deadlockOrSerialization.includes(sqlState(error) ?? '')) throw error
        return database.transaction(work, options)
      }),
  }
}
