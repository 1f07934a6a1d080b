// Runs the database worker: starts it on connect, and terminates it when a statement exceeds its
// timeout. PGlite cannot be interrupted, but commits are on disk, so a new worker recovers within a
// second.
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { defaultTimeoutMs, StatementTimeout } from '../database.ts'
import { verifyIntegrity } from './damage/verify-integrity.ts'
import type { FromWorker, ToWorker } from './worker.ts'

// Each compilation thread keeps some 15 MB for the life of the process. One is enough: the functions
// that a query needs first are compiled in the worker itself.
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
  #lastCheck: NodeJS.Immediate | undefined
  /** Messages whose last reply has not arrived. */
  #unanswered = 0
  #timeoutMs = defaultTimeoutMs
  /** Set when the watchdog terminated the worker, so that the failed query reports the timeout. */
  #timeout: StatementTimeout | undefined

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

  /** The timeout that ended the last connection, if one did. Cleared when read. */
  takeTimeout(): StatementTimeout | undefined {
    const timeout = this.#timeout
    this.#timeout = undefined
    return timeout
  }

  /** Terminates the worker; the next connection gets a new one. */
  restart(): void {
    const worker = this.#worker
    if (!worker) return
    const ended = once(worker, 'exit')
    this.#detach()
    this.#ready = ended.then(() => this.#startWorker())
    this.#ready.catch(() => {})
    void worker.terminate()
  }

  start(): Promise<void> {
    this.#ready ??= this.#startWorker()
    return this.#ready
  }

  /**
   * Copies the database's folder. No transaction may be running: the caller must hold the connection.
   */
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

  /** Closes the database with a checkpoint. Returns how many times the worker called fsync. */
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
      // PGlite has its own WebAssembly memory; the few objects on this thread's heap are short-lived.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    this.#worker = worker
    worker.on('message', (message: FromWorker) => {
      if (message.kind !== 'bytes') return
      this.#clearWatchdog()
      if (message.isLast) this.#unanswered -= 1
      // The worker now runs the next message: its timeout starts here.
      if (this.#unanswered > 0) this.#watch()
      this.#connection?.onBytes(message.bytes)
    })
    let failure: Error | undefined
    worker.on('error', (error) => {
      failure = error instanceof Error ? error : new Error(String(error))
    })
    worker.once('exit', () => {
      // A worker that has been replaced reports nothing.
      if (this.#worker === worker) this.#detach(failure)
    })
    // The worker's first message says that the database is open; exiting before that is a failure.
    const opened = once(worker, 'message').then(() => true)
    const ended = once(worker, 'exit').then(() => false)
    await this.#openFolder(worker)
    if (!(await Promise.race([opened, ended]).catch(() => false))) {
      throw failure ?? new Error('The embedded database did not start')
    }
  }

  #detach(failure?: Error) {
    this.#clearWatchdog()
    this.#unanswered = 0
    this.#worker = undefined
    this.#ready = undefined
    const connection = this.#connection
    this.#connection = undefined
    connection?.onEnd(failure)
  }

  /**
   * At the first start the folder is checked on this thread while the worker is still loading, since
   * nothing else waits for this thread yet. A later worker checks it itself, because requests wait
   * then.
   */
  async #openFolder(worker: Worker): Promise<void> {
    const isChecked = !this.#wasOpen
    try {
      if (isChecked) verifyIntegrity(this.#folder)
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
      // On a busy machine the reply may already be queued behind this timer: let it be read first.
      this.#lastCheck = setImmediate(() => this.#endOnTimeout())
    }, this.#timeoutMs)
  }

  #clearWatchdog() {
    clearTimeout(this.#watchdog)
    clearImmediate(this.#lastCheck)
  }

  #endOnTimeout() {
    this.#timeout = new StatementTimeout(this.#timeoutMs)
    void this.#worker?.terminate()
  }
}
