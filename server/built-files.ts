// Where the build put what the server needs beside its own code.
import { fileURLToPath } from 'node:url'

export interface BuiltFiles {
  /** The database thread. */
  workerFile: URL
  /** The thread that writes and checks backups. */
  backupWorkerFile: URL
  /** The folder of a database with nothing but the migrations, to be copied. */
  emptyDatabase: string
  /** What browsers may load, with the build's manifest. */
  clientFolder: string
}

/** `entry` is the address of a built program: dist/server/NAME.js. */
export function builtFilesBeside(entry: string): BuiltFiles {
  return {
    workerFile: new URL('./database-worker.js', entry),
    backupWorkerFile: new URL('./backup-worker.js', entry),
    emptyDatabase: fileURLToPath(new URL('../empty-database', entry)),
    clientFolder: fileURLToPath(new URL('../client', entry)),
  }
}
