// A transaction that stood in another's way was undone as if it had never run, so it may run again: once,
// because whoever waits twice in a circle has found a mistake that should be seen.
import { type Database, sqlState } from './database.ts'

const deadlockOrSerialization = ['40P01', '40001']

/** For work that does nothing outside of its transaction. */
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
