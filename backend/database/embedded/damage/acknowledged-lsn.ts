// The LSN of the last acknowledged commit, in a file beside the write-ahead log. After a crash
// PostgreSQL takes a damaged record for the end of its log and silently drops everything after it;
// this file shows that there was more. It is written without fsync: the page cache survives the
// process, and after a power cut an LSN that is too old only weakens the check.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const fileName = 'acknowledged.lsn'

export interface AcknowledgedLsnFile {
  note(position: string): void
  close(): void
}

export function openAcknowledgedLsn(folder: string): AcknowledgedLsnFile {
  const file = openSync(join(folder, fileName), 'a+')
  closeSync(file)
  const handle = openSync(join(folder, fileName), 'r+')
  return {
    // Fixed length: a reader never sees a mix of an old and a new value of different lengths.
    note: (position) => void writeSync(handle, `${position.padStart(17)}\n`, 0),
    close: () => closeSync(handle),
  }
}

/** Undefined when nothing has been acknowledged in this folder yet. */
export function readAcknowledgedLsn(folder: string): bigint | undefined {
  try {
    return parseLsn(readFileSync(join(folder, fileName), 'utf8').trim())
  } catch {
    return undefined
  }
}

/** `0/16EFA48` as a number. */
export function parseLsn(text: string): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/.exec(text) ?? []
  if (high === undefined || low === undefined) return undefined
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export function formatLsn(position: bigint): string {
  const hex = (value: bigint) => value.toString(16).toUpperCase()
  return `${hex(position >> 32n)}/${hex(position & 0xffff_ffffn)}`
}
