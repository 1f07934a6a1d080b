import type { ByteRange } from '../files/file-store.ts'

/**
 * One range of bytes from the Range header. Undefined: send everything, also for several ranges and
 * for other units, as RFC 9110 allows.
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | 'invalid' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'invalid' : { first: size - length, last: size - 1 }
  }
  if (last !== '' && Number(last) < Number(first)) return undefined
  if (Number(first) >= size) return 'invalid'
  return { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
