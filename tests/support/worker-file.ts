import { fileURLToPath } from 'node:url'

/** Node 20 runs no TypeScript in a worker: tests use the built one, as the server does. */
export const workerFile = new URL('../../dist/server/database-worker.js', import.meta.url)
const dist = new URL('../../dist/', import.meta.url)
export const emptyDatabase = fileURLToPath(new URL('empty-database', dist))
export const backupWorkerFile = new URL('../../dist/server/backup-worker.js', import.meta.url)
export const pictureWorkerFile = new URL('../../dist/server/picture-worker.js', import.meta.url)
