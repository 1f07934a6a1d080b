// Locations of the built files that the server needs.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
  /** What `node` was started with: dist/server/NAME.js. */
  entry: string
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
    entry: fileURLToPath(entry),
  }
}

/**
 * The same on every machine for the same source: the entry names its parts, and the manifest the files
 * for browsers, by hashes of what is in them.
 */
export function readBuildId({ entry, clientFolder }: BuiltFiles): string {
  return createHash('sha256')
    .update(readFileSync(entry))
    .update(readFileSync(join(clientFolder, '.vite', 'manifest.json')))
    .digest('hex')
    .slice(0, 12)
}
