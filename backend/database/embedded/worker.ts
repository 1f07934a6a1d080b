// The thread that PGlite lives in. It speaks PostgreSQL's wire protocol over its message port:
// requests come in as bytes, each complete batch is answered with the bytes of its replies.
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { refuseDamage } from './damage/refuse-damage.ts'
import { exchange } from './exchange.ts'
import { type FrontendBatches, frontendBatches, simpleQuery } from './frontend-batches.ts'
import { openPglite } from './pglite.ts'
import { copyFolder } from './snapshot.ts'
import { walCheckpointer } from './wal-checkpointer.ts'

export type ToWorker =
  /** The first message: nothing in the folder is touched before it. */
  | { kind: 'open'; isChecked: boolean }
  | { kind: 'connect' }
  | { kind: 'bytes'; bytes: Uint8Array }
  /** Only between two transactions. */
  | { kind: 'copy'; into: string }
  | { kind: 'close' }

export type FromWorker =
  | { kind: 'ready' }
  /** The last answer to a message says so; a message that is half a request is answered with nothing. */
  | { kind: 'bytes'; bytes: Uint8Array; isLast: boolean }
  | { kind: 'copied'; error?: Error }
  | { kind: 'closed'; fsyncs: number }

const port = parentPort
if (!port) throw new Error('The database worker runs in a worker thread only')
const answer = (message: FromWorker) => port.postMessage(message)

const { folder } = workerData as { folder: string }
const [{ isChecked }] = (await once(port, 'message')) as [{ isChecked: boolean }]
// Without anything to wait for the thread would leave its event loop and stand still until V8 has
// optimised all of PGlite that is waiting to be: a tenth of a second and more at each start.
port.ref()
if (!isChecked) refuseDamage(folder)
const { pglite, countFsyncs, close } = await openPglite(folder)
const keeper = walCheckpointer({
  folder,
  ask: (sql) => exchange(pglite, simpleQuery(sql)),
  countFsyncs,
})
let batches: FrontendBatches = frontendBatches()
let isNewSession = true

port.on('message', (message: ToWorker) => {
  if (message.kind === 'bytes') {
    const whole = batches.push(message.bytes)
    for (const [at, batch] of whole.entries()) {
      const bytes = exchange(pglite, batch)
      keeper.noteCommit(bytes)
      answer({ kind: 'bytes', bytes, isLast: at === whole.length - 1 })
    }
    if (whole.length === 0) answer({ kind: 'bytes', bytes: new Uint8Array(), isLast: true })
    keeper.checkpointIfDue()
  } else if (message.kind === 'connect') {
    // There is one session only: a new connection finds it as a new session would be.
    batches = frontendBatches()
    if (!isNewSession) {
      exchange(pglite, simpleQuery('rollback'))
      exchange(pglite, simpleQuery('discard all'))
    }
    isNewSession = false
  } else if (message.kind === 'copy') {
    try {
      // Here, because nothing is written while this thread does something else.
      copyFolder(folder, message.into)
      answer({ kind: 'copied' })
    } catch (error) {
      answer({ kind: 'copied', error: error as Error })
    }
  } else if (message.kind === 'close') {
    keeper.close()
    void close().finally(() => answer({ kind: 'closed', fsyncs: countFsyncs() }))
  }
})

answer({ kind: 'ready' })
