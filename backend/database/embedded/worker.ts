// The worker thread that runs PGlite. It speaks PostgreSQL's wire protocol over its message port:
// each complete batch of request bytes is answered with the bytes of its replies.
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { verifyIntegrity } from './damage/verify-integrity.ts'
import { exchange } from './exchange.ts'
import { type FrontendBatches, frontendBatches, simpleQuery } from './frontend-batches.ts'
import { openPglite } from './pglite.ts'
import { copyFolder } from './snapshot.ts'
import { walCheckpointer } from './wal-checkpointer.ts'

export type ToWorker =
  /** The first message; the folder is not touched before it. */
  | { kind: 'open'; isChecked: boolean }
  | { kind: 'connect' }
  | { kind: 'bytes'; bytes: Uint8Array }
  /** Sent only when no transaction is running. */
  | { kind: 'copy'; into: string }
  | { kind: 'close' }

export type FromWorker =
  | { kind: 'ready' }
  /** `isLast` marks the last reply to a message; an incomplete request gets an empty reply. */
  | { kind: 'bytes'; bytes: Uint8Array; isLast: boolean }
  | { kind: 'copied'; error?: Error }
  | { kind: 'closed'; fsyncs: number }

const port = parentPort
if (!port) throw new Error('The database worker runs in a worker thread only')
const reply = (message: FromWorker) => port.postMessage(message)

const { folder } = workerData as { folder: string }
const [{ isChecked }] = (await once(port, 'message')) as [{ isChecked: boolean }]
// Without this reference the thread would leave its event loop and block until V8 has optimised all
// of PGlite: at least a tenth of a second per start.
port.ref()
if (!isChecked) verifyIntegrity(folder)
const { pglite, countFsyncs, close } = await openPglite(folder)
const checkpointer = walCheckpointer({
  folder,
  query: (sql) => exchange(pglite, simpleQuery(sql)),
  countFsyncs,
})
let batches: FrontendBatches = frontendBatches()
let isNewSession = true

port.on('message', (message: ToWorker) => {
  if (message.kind === 'bytes') {
    const whole = batches.push(message.bytes)
    for (const [at, batch] of whole.entries()) {
      const bytes = exchange(pglite, batch)
      checkpointer.recordCommit(bytes)
      reply({ kind: 'bytes', bytes, isLast: at === whole.length - 1 })
    }
    if (whole.length === 0) reply({ kind: 'bytes', bytes: new Uint8Array(), isLast: true })
    checkpointer.checkpointIfDue()
  } else if (message.kind === 'connect') {
    // PGlite has one session: reset it for the new connection.
    batches = frontendBatches()
    if (!isNewSession) {
      exchange(pglite, simpleQuery('rollback'))
      exchange(pglite, simpleQuery('discard all'))
    }
    isNewSession = false
  } else if (message.kind === 'copy') {
    try {
      // On this thread, because nothing can be written meanwhile.
      copyFolder(folder, message.into)
      reply({ kind: 'copied' })
    } catch (error) {
      reply({ kind: 'copied', error: error as Error })
    }
  } else if (message.kind === 'close') {
    checkpointer.close()
    void close().finally(() => reply({ kind: 'closed', fsyncs: countFsyncs() }))
  }
})

reply({ kind: 'ready' })
