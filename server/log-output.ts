// Standard output, for the log. While it cannot be written to, because its disk is full or its reader
// is gone, lines wait in memory and then are dropped: visitors are served without a log. Not pino's own
// destination: its error is thrown, and at exit it tries again for ever.
import { write, writeSync } from 'node:fs'

export interface LogOutput {
  write(line: string): void
}

export interface LogFaults {
  /** Writes that failed. */
  errors: number
  /** Lines that were given up. */
  dropped: number
}

const maxWaitingLength = 1_000_000
const retryMs = 1_000
/** The reader of a pipe is slower than we are. */
const retryBusyMs = 100

/** Since the start of the process. */
export const logFaults: LogFaults = { errors: 0, dropped: 0 }

/** Calls `onRecovery` with what failed, once everything that waited is written. */
export function openLogOutput(onRecovery: (faults: LogFaults) => void, fd = 1): LogOutput {
  let lines: string[] = []
  let waitingLength = 0
  /** What is being written, or is left of it: a line is not cut by a fault. */
  let chunk: Buffer = Buffer.alloc(0)
  let isWriting = false
  let isIdle = true
  let told: LogFaults = { ...logFaults }

  function writeNext(): void {
    if (chunk.length === 0) {
      if (logFaults.errors > told.errors || logFaults.dropped > told.dropped) tellFaults()
      chunk = Buffer.from(lines.join(''))
      lines = []
      waitingLength = 0
    }
    isIdle = chunk.length === 0
    if (isIdle) return
    isWriting = true
    write(fd, chunk, (error, written) => {
      isWriting = false
      if (error) return retry(error)
      chunk = chunk.subarray(written)
      writeNext()
    })
  }

  function retry({ code }: NodeJS.ErrnoException): void {
    const isBusy = code === 'EAGAIN'
    if (!isBusy) logFaults.errors += 1
    setTimeout(writeNext, isBusy ? retryBusyMs : retryMs).unref()
  }

  function tellFaults(): void {
    const { errors, dropped } = logFaults
    const faults = { errors: errors - told.errors, dropped: dropped - told.dropped }
    told = { errors, dropped }
    onRecovery(faults)
  }

  process.on('exit', () => {
    // A write that is under way is completed by its thread.
    let rest = Buffer.concat([...(isWriting ? [] : [chunk]), Buffer.from(lines.join(''))])
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest))
    } catch {
      // Lost: the process must end.
    }
  })

  return {
    write(line) {
      if (waitingLength + line.length > maxWaitingLength) {
        logFaults.dropped += 1
        return
      }
      lines.push(line)
      waitingLength += line.length
      if (isIdle) writeNext()
    },
  }
}
