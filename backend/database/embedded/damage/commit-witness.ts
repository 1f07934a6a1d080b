// How far the log had been written when a commit was last acknowledged, in a file beside it. After a
// crash PostgreSQL takes a damaged record for the end of its log and drops everything behind it in
// silence; the witness knows better. It is written without fsync: the page cache outlives the
// process, and a position that is too old after a power cut only makes the witness say less.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const fileName = 'acknowledged.lsn'

export interface CommitWitness {
  note(position: string): void
  close(): void
}

export function openWitness(folder: string): CommitWitness {
  const file = openSync(join(folder, fileName), 'a+')
  closeSync(file)
  const handle = openSync(join(folder, fileName), 'r+')
  return {
    // Always as long as before, so that no reader can meet half of it.
    note: (position) => void writeSync(handle, `${position.padStart(17)}\n`, 0),
    close: () => closeSync(handle),
  }
}

/** Undefined when nothing has been acknowledged in this folder yet. */
export function readWitness(folder: string): bigint | undefined {
  try {
    return parsePosition(readFileSync(join(folder, fileName), 'utf8').trim())
  } catch {
    return undefined
  }
}

/** `0/16EFA48` as a number. */
export function parsePosition(text: string): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/.exec(text) ?? []
  if (high === undefined || low === undefined) return undefined
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export function writePosition(position: bigint): string {
  const hex = (value: bigint) => value.toString(16).toUpperCase()
  return `${hex(position >> 32n)}/${hex(position & 0xffff_ffffn)}`
}
