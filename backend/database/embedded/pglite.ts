// Opens PGlite so that a commit is on disk before it is acknowledged.
import { existsSync, fsyncSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { parseLsn, readAcknowledgedLsn } from './damage/acknowledged-lsn.ts'
import { recordClosedFiles, removeClosedFiles } from './damage/closed-files.ts'
import { confirmRecovery, explainFailure } from './damage/verify-integrity.ts'
import { exchange } from './exchange.ts'
import { simpleQuery } from './frontend-batches.ts'
import { readRow } from './reply-row.ts'

type FilesystemInit = Awaited<ReturnType<NodeFS['init']>>

/** The part of Emscripten's module that is not in PGlite's types. */
interface EmscriptenModule {
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd: number }) => number }
    node_ops: { setattr: (node: unknown, attributes: { mode?: number }) => void }
  }
}

/**
 * PGlite's own NodeFS has no fsync, so a power cut could lose a commit. It also sets the mode of new
 * files itself, ignoring the umask: other users could read the database.
 */
class DurableNodeFS extends NodeFS {
  fsyncs = 0

  override async init(...args: Parameters<NodeFS['init']>): Promise<FilesystemInit> {
    const { emscriptenOpts } = await super.init(...args)
    const useFsync = (module: unknown) => {
      ;(module as EmscriptenModule).NODEFS.stream_ops.fsync = ({ nfd }) => {
        fsyncSync(nfd)
        this.fsyncs += 1
        return 0
      }
    }
    const keepPrivate = (module: unknown) => {
      const { node_ops } = (module as EmscriptenModule).NODEFS
      const { setattr } = node_ops
      node_ops.setattr = (node, { mode, ...others }) =>
        setattr(node, mode === undefined ? others : { ...others, mode: mode & ~0o077 })
    }
    const preRun = [...preRunOf(emscriptenOpts), useFsync, keepPrivate]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/** Only the wire protocol is used, so PGlite need not query the array types for its parsers. */
class WirePGlite extends PGlite {
  override async _initArrayTypes(): Promise<void> {}
}

const startParams = [
  // -F switches fsync off.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
  // The default of 128 MB costs 130 MB of memory and made nothing faster here.
  ...['-c', 'shared_buffers=8MB'],
]

/** The folder must have passed `verifyIntegrity`. */
export async function openPglite(folder: string) {
  const fs = new DurableNodeFS(folder)
  const acknowledged = readAcknowledgedLsn(folder)
  const pglite = new WirePGlite({ fs, startParams })
  await openOrExplain(folder, () => pglite.waitReady)
  confirmRecovery(folder, acknowledged, readRedo(pglite))
  removeClosedFiles(folder)
  return {
    pglite,
    countFsyncs: () => fs.fsyncs,
    async close() {
      await pglite.close()
      recordClosedFiles(folder)
    },
  }
}

/** Where the write-ahead log continues after recovery. */
function readRedo(pglite: PGlite): bigint {
  const replies = exchange(pglite, simpleQuery('select redo_lsn from pg_control_checkpoint()'))
  return parseLsn(readRow(replies)[0] ?? '') ?? 0n
}

async function openOrExplain<T>(folder: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (!existsSync(join(folder, 'PG_VERSION'))) throw asError(folder, error)
    const { bavail, bsize } = statfsSync(folder)
    throw explainFailure(folder, error, bavail * bsize)
  }
}

/** Emscripten throws a plain object without a message for a failed system call. */
function asError(folder: string, error: unknown): Error {
  if (error instanceof Error) return error
  const { errno } = error as { errno?: number }
  return new Error(`The files of a new database cannot be made in ${folder} (WASI error ${errno})`)
}

function preRunOf({ preRun }: FilesystemInit['emscriptenOpts']) {
  if (preRun === undefined) return []
  return Array.isArray(preRun) ? preRun : [preRun]
}
