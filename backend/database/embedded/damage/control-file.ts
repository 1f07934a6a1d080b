// The fields of PostgreSQL's global/pg_control that are needed before the database is opened
// (src/include/catalog/pg_control.h; their offsets have been the same since PostgreSQL 9.5).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ControlFile {
  systemId: bigint
  /** A clean shutdown: there is nothing to replay. */
  isClosed: boolean
  checkpoint: bigint
  /** Where replaying the write-ahead log begins. */
  redo: bigint
  timeline: number
}

const shutDown = 1

export function readControlFile(folder: string): ControlFile {
  const bytes = readFileSync(join(folder, 'global/pg_control'))
  return {
    systemId: bytes.readBigUInt64LE(0),
    isClosed: bytes.readInt32LE(16) === shutDown,
    checkpoint: bytes.readBigUInt64LE(32),
    redo: bytes.readBigUInt64LE(40),
    timeline: bytes.readUInt32LE(48),
  }
}
