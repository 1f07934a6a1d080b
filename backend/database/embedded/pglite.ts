// Opens PGlite on a folder so that a commit is on the disk before it is acknowledged.
import { existsSync, fsyncSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { parseLsn, readAcknowledgedLsn } from './damage/acknowledged-lsn.ts'
import { forgetClosedFiles, rememberClosedFiles } from './damage/closed-files.ts'
import { confirmRecovery, explainFailure } from './damage/refuse-damage.ts'
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
 * PGlite's own NodeFS has no fsync: the operating system would be free to lose a commit. And it sets
 * the mode of new files itself, past the process's umask: others could read the database.
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

/** Only the wire protocol is used here, so PGlite need not ask for the types that it would parse. */
class WirePGlite extends PGlite {
  override async _initArrayTypes(): Promise<void> {}
}

const startParams = [
  // -F would switch fsync off.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
  // The default of 128 MB makes the process 130 MB larger and nothing here faster.
  ...['-c', 'shared_buffers=8MB'],
]

/** On a folder that `refuseDamage` has looked at. */
export async function openPglite(folder: string) {
  const fs = new DurableNodeFS(folder)
  const acknowledged = readAcknowledgedLsn(folder)
  const pglite = new WirePGlite({ fs, startParams })
  await openOrExplain(folder, () => pglite.waitReady)
  confirmRecovery(folder, acknowledged, readRedo(pglite))
  forgetClosedFiles(folder)
  return {
    pglite,
    countFsyncs: () => fs.fsyncs,
    async close() {
      await pglite.close()
      rememberClosedFiles(folder)
    },
  }
}

/** Where the log was continued after the recovery, if there was one. */
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

/** What Emscripten throws for a failed system call is no Error and has no message. */
function asError(folder: string, error: unknown): Error {
  if (error instanceof Error) return error
  const { errno } = error as { errno?: number }
  return new Error(`The files of a new database cannot be made in ${folder} (WASI error ${errno})`)
}

function preRunOf({ preRun }: FilesystemInit['emscriptenOpts']) {
  if (preRun === undefined) return []
  return Array.isArray(preRun) ? preRun : [preRun]
}
