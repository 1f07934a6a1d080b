// Writes checkpoints, and records the LSN up to which commits were acknowledged. A PostgreSQL server has
// a process for checkpoints; PGlite has none, and without one the write-ahead log grows, and recovery
// with it, until the database is closed.
import { openAcknowledgedLsn, parseLsn } from './damage/acknowledged-lsn.ts'
import { readRow } from './reply-row.ts'

export interface WalCheckpointer {
  /** To be called with the replies to a batch before they are handed on. */
  noteCommit(replies: Uint8Array): void
  /** Writes a checkpoint when the log has become long, or the last one is a while ago. */
  checkpointIfDue(): void
  close(): void
}

export interface WalCheckpointerOptions {
  folder: string
  /** Runs a statement in the one session there is; returns the bytes of its replies. */
  ask(sql: string): Uint8Array
  countFsyncs(): number
}

const maxWalBytes = 32n * 1024n * 1024n
const checkpointEveryMs = 300_000
const idle = 'I'.charCodeAt(0)

const positions = 'select pg_current_wal_flush_lsn(), pg_current_wal_insert_lsn()'

export function walCheckpointer({
  folder,
  ask,
  countFsyncs,
}: WalCheckpointerOptions): WalCheckpointer {
  const acknowledged = openAcknowledgedLsn(folder)
  let fsyncs = countFsyncs()
  let written = 0n
  let writtenAtCheckpoint: bigint | undefined
  let checkpointAt = Date.now()
  let isIdle = true

  return {
    noteCommit(replies) {
      // The last byte of ReadyForQuery: outside of any transaction.
      isIdle = replies.at(-1) === idle
      if (!isIdle || countFsyncs() === fsyncs) return
      fsyncs = countFsyncs()
      const [flushed, inserted] = readRow(ask(positions))
      // What was rolled back may be flushed in part, up to the end of a segment.
      if (flushed === undefined || flushed !== inserted) return
      acknowledged.note(flushed)
      written = parseLsn(flushed) ?? written
      writtenAtCheckpoint ??= written
    },

    checkpointIfDue() {
      if (!isIdle || writtenAtCheckpoint === undefined || written === writtenAtCheckpoint) return
      const isLong = written - writtenAtCheckpoint > maxWalBytes
      if (!isLong && Date.now() - checkpointAt < checkpointEveryMs) return
      ask('checkpoint')
      fsyncs = countFsyncs()
      writtenAtCheckpoint = written
      checkpointAt = Date.now()
    },

    close: () => acknowledged.close(),
  }
}
