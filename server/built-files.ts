// Locations of the built files that the server needs.
import { fileURLToPath } from 'node:url'

export interface BuiltFiles {
  /** The database worker. */
  workerFile: URL
  /** The worker that writes and checks backups. */
  backupWorkerFile: URL
  /** The program that decodes uploaded pictures. */
  pictureWorkerFile: URL
  /** The program that makes the pictures which the build left out. */
  pictureMaker: string
  /** The folder of a freshly migrated database, to be copied. */
  emptyDatabase: string
  /** The files for browsers, and the build's manifest. */
  clientFolder: string
}

/** `entry` is the URL of a built entry point: dist/server/NAME.js. */
export function builtFilesBeside(entry: string): BuiltFiles {
  return {
    workerFile: new URL('./database-worker.js', entry),
    backupWorkerFile: new URL('./backup-worker.js', entry),
    pictureWorkerFile: new URL('./picture-worker.js', entry),
    pictureMaker: fileURLToPath(new URL('./make-pictures.js', entry)),
    emptyDatabase: fileURLToPath(new URL('../empty-database', entry)),
    clientFolder: fileURLToPath(new URL('../client', entry)),
  }
}
