// Stands in for the network socket of node-postgres: a byte stream to and from the worker.
import { Duplex } from 'node:stream'
import type { EmbeddedWorker } from './embedded-worker.ts'

export class WorkerSocket extends Duplex {
  readonly #worker: EmbeddedWorker

  constructor(worker: EmbeddedWorker) {
    super()
    this.#worker = worker
  }

  connect(): this {
    this.#worker.attach({
      onConnect: () => this.emit('connect'),
      onBytes: (bytes) => this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
      onEnd: (error) => this.destroy(error),
    })
    return this
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.#worker.send(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this.#worker.send(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  /** The worker never closes its side, and the pool waits for the close of a connection it ends. */
  override _final(done: () => void) {
    this.push(null)
    done()
  }

  // node-postgres calls these on a socket; there is nothing to set here.
  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}
}
