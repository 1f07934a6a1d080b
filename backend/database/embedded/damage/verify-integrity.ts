// Checks a database folder before it is opened. Opening a damaged one would silently lose
// acknowledged writes and overwrite data that could still be recovered, so the server refuses to
// start.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatLsn, readAcknowledgedLsn } from './acknowledged-lsn.ts'
import { findChangedFiles } from './closed-files.ts'
import { readControlFile } from './control-file.ts'
import { endOfLog } from './wal-reader.ts'

export class DamagedDatabase extends Error {
  constructor(folder: string, damage: string, options?: ErrorOptions) {
    super(
      `The database in ${folder} is damaged: ${damage}. ` +
        'Stop the service, or it starts anew with an empty database. Then put the newest backup back, with ' +
        `the settings of the service: mv '${folder}' '${folder}.damaged' && npm run restore -- FILE`,
      options,
    )
    this.name = 'DamagedDatabase'
  }
}

export function verifyIntegrity(folder: string): void {
  if (!existsSync(join(folder, 'PG_VERSION'))) return
  const control = readControl(folder)
  const [changed] = findChangedFiles(folder, control)
  if (changed !== undefined) {
    throw new DamagedDatabase(folder, `the file ${changed} is not as it was when it was closed`)
  }
  const acknowledged = readAcknowledgedLsn(folder)
  if (acknowledged === undefined) return
  const end = endOfLog(folder, control)
  if (end < acknowledged) {
    throw new DamagedDatabase(
      folder,
      `its write-ahead log can be read to ${formatLsn(end)} only, but writes were acknowledged up to ${formatLsn(acknowledged)}`,
    )
  }
}

/** Checks, once the database is open, that recovery reached the last acknowledged commit. */
export function confirmRecovery(folder: string, acknowledged: bigint | undefined, redo: bigint) {
  if (acknowledged === undefined || redo >= acknowledged) return
  throw new DamagedDatabase(
    folder,
    `recovery ended at ${formatLsn(redo)}, but writes were acknowledged up to ${formatLsn(acknowledged)}`,
  )
}

/** Recovery may need a new WAL segment. */
const neededBytes = 32 * 1024 * 1024

/**
 * PostgreSQL exits with a status and no useful message. On a full disk nothing is damaged, and
 * restoring a backup would lose data.
 */
export function explainFailure(folder: string, error: unknown, freeBytes: number): Error {
  if (freeBytes < neededBytes) {
    return new Error(
      `The database in ${folder} (DATA_DIR) cannot be opened because its disk is full. Make room and start again.`,
      { cause: error },
    )
  }
  const reason = error instanceof Error ? error.message : String(error)
  return new DamagedDatabase(folder, `it cannot be opened (${reason})`, { cause: error })
}

function readControl(folder: string) {
  try {
    return readControlFile(folder)
  } catch (error) {
    throw new DamagedDatabase(folder, 'global/pg_control cannot be read', { cause: error })
  }
}
