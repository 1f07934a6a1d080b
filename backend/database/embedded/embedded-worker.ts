// Keeps one database worker running: starts it when somebody connects, and ends it when a statement
// runs into its limit. PGlite cannot be interrupted, but commits are on the disk, so a new worker
// recovers and goes on within a second.
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { defaultLimitMs, StatementTimeout } from '../database.ts'
import { refuseDamage } from './damage/refuse-damage.ts'
import type { FromWorker, ToWorker } from './worker.ts'

// Each thread that compiles PGlite keeps some 15 MB for the life of the process. One is enough: what
// a query needs first is compiled in the worker itself.
setFlagsFromString('--wasm-num-compilation-tasks=1')

export interface Connection {
  onConnect(): void
  onBytes(bytes: Uint8Array): void
  onEnd(error?: Error): void
}

export class EmbeddedWorker {
  readonly #folder: string
  readonly #file: URL
  #worker: Worker | undefined
  #wasOpen = false
  #ready: Promise<void> | undefined
  #connection: Connection | undefined
  #watchdog: NodeJS.Timeout | undefined
  #lastLook: NodeJS.Immediate | undefined
  /** Messages that the worker has not answered to the end. */
  #unanswered = 0
  #timeoutMs = defaultLimitMs
  /** Set when the watchdog ended the worker, so that the failed query can be told why. */
  #cutOff: StatementTimeout | undefined

  constructor(folder: string, file: URL) {
    this.#folder = folder
    this.#file = file
  }

  attach(connection: Connection) {
    this.#connection = connection
    this.start().then(
      () => {
        this.#post({ kind: 'connect' })
        connection.onConnect()
      },
      (error) => connection.onEnd(error),
    )
  }

  send(bytes: Uint8Array) {
    this.#post({ kind: 'bytes', bytes })
    this.#unanswered += 1
    if (this.#unanswered === 1) this.#watch()
  }

  limit(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /** The reason of the last connection failure, if it was a time limit. Asked once. */
  takeCutOff(): StatementTimeout | undefined {
    const cutOff = this.#cutOff
    this.#cutOff = undefined
    return cutOff
  }

  /** Whoever connects next finds a new one. */
  restart(): void {
    const worker = this.#worker
    if (!worker) return
    const ended = once(worker, 'exit')
    this.#leave()
    this.#ready = ended.then(() => this.#startWorker())
    this.#ready.catch(() => {})
    void worker.terminate()
  }

  start(): Promise<void> {
    this.#ready ??= this.#startWorker()
    return this.#ready
  }

  /** Copies the database's folder. Nothing else may be running: the caller holds the connection. */
  async copyFolder(into: string): Promise<void> {
    await this.start()
    const worker = this.#worker
    if (!worker) throw new Error('The embedded database is not running')
    await new Promise<void>((resolve, reject) => {
      const end = (error?: Error) => {
        worker.off('message', onMessage)
        worker.off('exit', onExit)
        if (error) reject(error)
        else resolve()
      }
      const onMessage = (message: FromWorker) => {
        if (message.kind === 'copied') end(message.error)
      }
      const onExit = () => end(new Error('The embedded database stopped in the middle of the copy'))
      worker.on('message', onMessage)
      worker.once('exit', onExit)
      this.#post({ kind: 'copy', into })
    })
  }

  /** Writes a last checkpoint. Returns how many times the worker called fsync in its life. */
  async close(): Promise<number> {
    const worker = this.#worker
    if (!worker) return 0
    const closed = new Promise<number>((resolve) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'closed') resolve(message.fsyncs)
      })
      worker.once('exit', () => resolve(0))
    })
    this.#post({ kind: 'close' })
    const fsyncs = await closed
    await worker.terminate()
    return fsyncs
  }

  async #startWorker(): Promise<void> {
    const worker = new Worker(this.#file, {
      workerData: { folder: this.#folder },
      // PGlite has its own memory; the little that its thread allocates besides dies young.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    this.#worker = worker
    worker.on('message', (message: FromWorker) => {
      if (message.kind !== 'bytes') return
      this.#clearWatchdog()
      if (message.isLast) this.#unanswered -= 1
      // Now the next one runs.
      if (this.#unanswered > 0) this.#watch()
      this.#connection?.onBytes(message.bytes)
    })
    let failure: Error | undefined
    worker.on('error', (error) => {
      failure = error instanceof Error ? error : new Error(String(error))
    })
    worker.once('exit', () => {
      // One that was left for another has nobody to tell.
      if (this.#worker === worker) this.#leave(failure)
    })
    // The worker's first message says that the database is open; exiting before that is a failure.
    const opened = once(worker, 'message').then(() => true)
    const ended = once(worker, 'exit').then(() => false)
    await this.#openFolder(worker)
    if (!(await Promise.race([opened, ended]).catch(() => false))) {
      throw failure ?? new Error('The embedded database did not start')
    }
  }

  #leave(failure?: Error) {
    this.#clearWatchdog()
    this.#unanswered = 0
    this.#worker = undefined
    this.#ready = undefined
    const connection = this.#connection
    this.#connection = undefined
    connection?.onEnd(failure)
  }

  /**
   * At the start the folder is looked at here, while the worker is still loading: nothing else waits
   * for this thread yet. Later pages do, and a new worker looks for itself.
   */
  async #openFolder(worker: Worker): Promise<void> {
    const isChecked = !this.#wasOpen
    try {
      if (isChecked) refuseDamage(this.#folder)
    } catch (error) {
      await worker.terminate()
      throw error
    }
    this.#wasOpen = true
    worker.postMessage({ kind: 'open', isChecked } satisfies ToWorker)
  }

  #post(message: ToWorker) {
    this.#worker?.postMessage(message)
  }

  #watch() {
    this.#watchdog = setTimeout(() => {
      // On a busy machine the answer may be here already, behind this timer: it is read first.
      this.#lastLook = setImmediate(() => this.#cut())
    }, this.#timeoutMs)
  }

  #clearWatchdog() {
    clearTimeout(this.#watchdog)
    clearImmediate(this.#lastLook)
  }

  #cut() {
    this.#cutOff = new StatementTimeout(this.#timeoutMs)
    void this.#worker?.terminate()
  }
}
