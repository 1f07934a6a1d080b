// Writes checkpoints, and records the LSN of the last acknowledged commit. PGlite has no checkpointer
// process; without one the write-ahead log, and the time that recovery takes, would grow until the
// database is closed.
import { openAcknowledgedLsn, parseLsn } from './damage/acknowledged-lsn.ts'
import { readRow } from './reply-row.ts'

export interface WalCheckpointer {
  /** Call with the replies to a batch before they are sent on. */
  recordCommit(replies: Uint8Array): void
  /** Writes a checkpoint when the log has grown or the last checkpoint is old. */
  checkpointIfDue(): void
  close(): void
}

export interface WalCheckpointerOptions {
  folder: string
  /** Runs a statement in PGlite's only session; returns the bytes of its replies. */
  query(sql: string): Uint8Array
  countFsyncs(): number
}

const maxWalBytes = 32n * 1024n * 1024n
const checkpointEveryMs = 300_000
const idle = 'I'.charCodeAt(0)

const positions = 'select pg_current_wal_flush_lsn(), pg_current_wal_insert_lsn()'

export function walCheckpointer({
  folder,
  query,
  countFsyncs,
}: WalCheckpointerOptions): WalCheckpointer {
  const acknowledged = openAcknowledgedLsn(folder)
  let fsyncs = countFsyncs()
  let written = 0n
  let writtenAtCheckpoint: bigint | undefined
  let checkpointAt = Date.now()
  let isIdle = true

  return {
    recordCommit(replies) {
      // ReadyForQuery ends with the transaction status: idle means no open transaction.
      isIdle = replies.at(-1) === idle
      if (!isIdle || countFsyncs() === fsyncs) return
      fsyncs = countFsyncs()
      const [flushed, inserted] = readRow(query(positions))
      // Records of a rolled-back transaction may be flushed in part: only a fully flushed log counts.
      if (flushed === undefined || flushed !== inserted) return
      acknowledged.note(flushed)
      written = parseLsn(flushed) ?? written
      writtenAtCheckpoint ??= written
    },

    checkpointIfDue() {
      if (!isIdle || writtenAtCheckpoint === undefined || written === writtenAtCheckpoint) return
      const isLong = written - writtenAtCheckpoint > maxWalBytes
      if (!isLong && Date.now() - checkpointAt < checkpointEveryMs) return
      query('checkpoint')
      fsyncs = countFsyncs()
      writtenAtCheckpoint = written
      checkpointAt = Date.now()
    },

    close: () => acknowledged.close(),
  }
}
