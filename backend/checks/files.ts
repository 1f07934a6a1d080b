import { type FileStore, StoreFull } from '../files/file-store.ts'
import type { SpaceLimits } from '../files/space.ts'
import type { CheckDeps, CheckResult } from './check.ts'
import { formatBytes } from './format-amounts.ts'

export interface FileFacts {
  files: number
  bytes: number
  /** Undefined for a bucket, which tells no limit. */
  free: number | undefined
}

type FileCheckDeps = Pick<CheckDeps, 'config' | 'database' | 'store'>

export async function checkFiles({ config, database, store }: FileCheckDeps): Promise<CheckResult> {
  const { rows } = await database.query<{ files: number; bytes: number }>(
    'select count(*)::int as files, coalesce(sum(size), 0)::float8 as bytes from internal.files',
  )
  try {
    await store.requireWorking()
  } catch (error) {
    // A full disk is reported below, with how much is free.
    if (!(error instanceof StoreFull)) {
      return {
        state: 'failed',
        finding: describeFault(store),
        advice: adviceFor(store),
      }
    }
  }
  const { files = 0, bytes = 0 } = rows[0] ?? {}
  return rateFiles({ files, bytes, free: await store.freeBytes() }, config.files)
}

export function rateFiles(
  { files, bytes, free }: FileFacts,
  { maxTotalBytes, minFreeBytes }: SpaceLimits,
): CheckResult {
  const amount = `${files.toLocaleString('en-GB')} files, ${formatBytes(bytes)}`
  if (free !== undefined && free < minFreeBytes) {
    return {
      state: 'warning',
      finding: `Photos are refused: only ${formatBytes(free)} are free on the disk of the files. ${amount}.`,
      advice: 'Make room, or get a larger disk. Enquiries are taken as before.',
    }
  }
  if (bytes >= maxTotalBytes) {
    return {
      state: 'warning',
      finding: `Photos are refused: ${amount}, as many as FILES_MAX_MB allows.`,
      advice: 'Raise FILES_MAX_MB, or erase old enquiries. Enquiries are taken as before.',
    }
  }
  return { state: 'ok', finding: files === 0 ? 'No files yet.' : `${amount}.` }
}

function describeFault({ kind }: FileStore): string {
  return kind === 'bucket'
    ? 'The file store does not answer: photos can be neither added nor seen.'
    : 'The folder of the files cannot be used: photos cannot be added, and perhaps not seen.'
}

function adviceFor({ kind }: FileStore): string {
  return kind === 'bucket'
    ? 'Check FILES_URL, its key, and the service that has the bucket. Enquiries are taken as before.'
    : 'Check the folder “files” in DATA_DIR and its permissions. Enquiries are taken as before.'
}
