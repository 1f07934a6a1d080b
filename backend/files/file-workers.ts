// The recurring work on files: every hour what is no longer needed goes, every night rows and store are
// compared.
import type { Database } from '../database/database.ts'
import type { JobLog, Worker } from '../jobs/job.ts'
import { checkFiles } from './file-check.ts'
import type { FileStore } from './file-store.ts'
import { sweepFiles } from './sweep.ts'

export interface FileWorkersDeps {
  database: Database
  store: FileStore
  log: JobLog
}

/** Below this folder of a bucket are uploads that no enquiry has followed yet. */
export const pendingFolder = 'pending/'

const hour = 3_600_000
const day = 24 * hour
const timeoutMs = hour / 2

export function fileWorkers(deps: FileWorkersDeps): Worker[] {
  return [sweepWorker(deps), checkWorker(deps)]
}

function sweepWorker({ database, store, log }: FileWorkersDeps): Worker {
  return {
    kind: 'file-sweep',
    concurrency: 1,
    everyMs: hour,
    timeoutMs,
    async run(_, signal) {
      const yesterday = new Date(Date.now() - day)
      const abandoned = await removeAbandoned(database)
      const files = await sweepFiles({ database, store }, { signal })
      await store.removeUnfinished(yesterday)
      if (abandoned + files > 0) log.info({ abandoned, files }, 'files removed')
    },
  }
}

async function removeAbandoned(database: Database): Promise<number> {
  const { count } = await database.query(
    `delete from storage.objects
     where bucket_id = 'enquiry-photos' and starts_with(name, $1)
       and created_at < now() - interval '1 day'`,
    [pendingFolder],
  )
  const { rows } = await database.query<{ dropped: number }>(
    'select internal.drop_abandoned_answer_files() as dropped',
  )
  return count + (rows[0]?.dropped ?? 0)
}

function checkWorker({ database, store, log }: FileWorkersDeps): Worker {
  return {
    kind: 'file-check',
    concurrency: 1,
    everyMs: day,
    timeoutMs,
    async run(_, signal) {
      const { files, unknown, kept, missing, damaged } = await checkFiles(
        { database, store },
        signal,
      )
      if (missing.length + damaged.length > 0) {
        log.error({ files, missing, damaged }, 'files are missing or damaged: restore them')
      }
      if (kept > 0) {
        const text =
          'files that this database does not name are older than it, and kept for a month'
        log.warn({ files, kept }, text)
      }
      if (unknown > kept) {
        log.info({ files, unknown: unknown - kept }, 'files without a row will be removed')
      }
    },
  }
}
