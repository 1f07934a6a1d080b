// Reads the write-ahead log as recovery will, without changing anything: record by record, up to the
// first incomplete one. Recovery takes that for the end of the log, whatever comes after it. The
// format is in src/include/access/xlog_internal.h and xlogrecord.h.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ControlFile } from './control-file.ts'
import { crc32c } from './crc32c.ts'

const segmentSize = 16n * 1024n * 1024n
const pageSize = 8192n
const recordHeader = 24
const firstIsContinued = 0x01
const longHeader = 0x02
const firstIsOverwritten = 0x08
const allFlags = 0x0f

/** The position after the last complete record. */
export function endOfLog(folder: string, control: ControlFile): bigint {
  const { redo } = control
  const readPage = pageReader(join(folder, 'pg_wal'), control)
  let position = redo
  let previous: bigint | undefined
  for (;;) {
    const record = readRecord(readPage, position, previous)
    if (!record) return position
    if ('startsAgainAt' in record) {
      position = record.startsAgainAt
      previous = undefined
      continue
    }
    previous = record.start
    position = record.end
  }
}

interface Page {
  bytes: Buffer
  flags: number
  /** Bytes of a record continued from the previous page (xlp_rem_len). */
  remaining: number
  headerSize: number
}

type PageReader = (position: bigint) => Page | undefined

function pageReader(folder: string, { timeline, systemId }: ControlFile): PageReader {
  let segment: { number: bigint; bytes: Buffer } | undefined
  let magic: number | undefined

  return (position) => {
    const start = position - (position % pageSize)
    const number = start / segmentSize
    if (segment?.number !== number) {
      const file = join(folder, segmentName(timeline, number))
      if (!existsSync(file)) return undefined
      segment = { number, bytes: readFileSync(file) }
    }
    const offset = Number(start % segmentSize)
    const bytes = segment.bytes.subarray(offset, offset + Number(pageSize))
    if (bytes.length < Number(pageSize) || bytes.readBigUInt64LE(8) !== start) return undefined
    magic ??= bytes.readUInt16LE(0)
    if (bytes.readUInt16LE(0) !== magic || bytes.readUInt32LE(4) !== timeline) return undefined
    const flags = bytes.readUInt16LE(2)
    if (flags & ~allFlags || (offset === 0) !== Boolean(flags & longHeader)) return undefined
    if (offset === 0 && !isOfThisDatabase(bytes, systemId)) return undefined
    return {
      bytes,
      flags,
      remaining: bytes.readUInt32LE(16),
      headerSize: flags & longHeader ? 40 : 24,
    }
  }
}

/**
 * The long header of a segment's first page holds the system identifier and the segment and page
 * sizes.
 */
function isOfThisDatabase(page: Buffer, systemId: bigint): boolean {
  return (
    page.readBigUInt64LE(24) === systemId &&
    BigInt(page.readUInt32LE(32)) === segmentSize &&
    BigInt(page.readUInt32LE(36)) === pageSize
  )
}

function segmentName(timeline: number, number: bigint): string {
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  const perLog = 0x1_0000_0000n / segmentSize
  return hex(BigInt(timeline)) + hex(number / perLog) + hex(number % perLog)
}

type Read = { start: bigint; end: bigint } | { startsAgainAt: bigint } | undefined

function readRecord(readPage: PageReader, position: bigint, previous: bigint | undefined): Read {
  let page = readPage(position)
  if (!page) return undefined
  let offset = Number(position % pageSize)
  if (offset === 0) offset = page.headerSize
  const start = position - (position % pageSize) + BigInt(offset)
  const length = page.bytes.readUInt32LE(offset)
  if (length < recordHeader || length > 0x3fff_ffff) return undefined

  const parts: Buffer[] = []
  let at = start
  let missing = length
  for (;;) {
    const part = page.bytes.subarray(offset, offset + missing)
    parts.push(part)
    missing -= part.length
    at += BigInt(part.length)
    if (missing === 0) break
    page = readPage(at)
    if (!page) return undefined
    // A crash left this record incomplete, and the next recovery continued the log here.
    if (page.flags & firstIsOverwritten) return { startsAgainAt: at }
    if (!(page.flags & firstIsContinued) || page.remaining !== missing) return undefined
    offset = page.headerSize
    at += BigInt(offset)
  }

  const record = Buffer.concat(parts)
  if (previous !== undefined && record.readBigUInt64LE(8) !== previous) return undefined
  const checksum = crc32c(record.subarray(recordHeader), record.subarray(0, recordHeader - 4))
  if (checksum !== record.readUInt32LE(recordHeader - 4)) return undefined
  return { start, end: endsSegment(record) ? nextSegment(at) : aligned(at) }
}

/** XLOG_SWITCH: the rest of the segment is unused. */
function endsSegment(record: Buffer): boolean {
  return record[17] === 0 && ((record[16] as number) & 0xf0) === 0x40
}

const aligned = (position: bigint) => (position + 7n) & ~7n
const nextSegment = (position: bigint) => (position / segmentSize + 1n) * segmentSize
