// The bytes of a QR code (ISO/IEC 18004): the text in byte mode, padded, cut into blocks, each block
// with its Reed-Solomon error correction, interleaved.

/** Per version 1 to 40 at level M: error-correction bytes of a block, and number of blocks. */
const eccPerBlock = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
]
const blockCounts = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26,
  28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
]
/** All codewords in the order in which they are drawn. */
export function qrCodewords(data: Buffer, version: number): number[] {
  return interleave(encodeData(data, version), version)
}

const dataCapacity = (version: number) =>
  Math.floor(rawBits(version) / 8) - at(eccPerBlock, version - 1) * at(blockCounts, version - 1)

export function smallestVersion(length: number): number {
  for (let version = 1; version <= 40; version += 1) {
    const headerBits = 4 + (version < 10 ? 8 : 16)
    if (headerBits + length * 8 <= dataCapacity(version) * 8) return version
  }
  throw new RangeError('The text is too long for a QR code')
}

/** Modules that carry data: all but finders, timing, alignment, format and version. */
function rawBits(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2
  const aligned = alignments === 0 ? 0 : (25 * alignments - 10) * alignments - 55
  return (16 * version + 128) * version + 64 - aligned - (version >= 7 ? 36 : 0)
}

function encodeData(data: Buffer, version: number): number[] {
  const capacity = dataCapacity(version) * 8
  let bits = `0100${data.length.toString(2).padStart(version < 10 ? 8 : 16, '0')}`
  for (const byte of data) bits += byte.toString(2).padStart(8, '0')
  bits += '0'.repeat(Math.min(4, capacity - bits.length))
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  for (let pad = 0xec; bytes.length < capacity / 8; pad ^= 0xec ^ 0x11) bytes.push(pad)
  return bytes
}

function interleave(data: number[], version: number): number[] {
  const blockCount = at(blockCounts, version - 1)
  const eccLength = at(eccPerBlock, version - 1)
  const total = Math.floor(rawBits(version) / 8)
  const shortBlocks = blockCount - (total % blockCount)
  const shortLength = Math.floor(total / blockCount) - eccLength
  const divisor = generator(eccLength)
  let start = 0
  const blocks = Array.from({ length: blockCount }, (_, index) => {
    const length = shortLength + (index < shortBlocks ? 0 : 1)
    const block = data.slice(start, start + length)
    start += length
    return { data: block, ecc: remainder(block, divisor) }
  })
  const column = (part: 'data' | 'ecc', length: number) =>
    Array.from({ length }, (_, i) => blocks.flatMap((block) => block[part][i] ?? [])).flat()
  return [...column('data', shortLength + 1), ...column('ecc', eccLength)]
}

/** Multiplication in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(x: number, y: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((y >>> bit) & 1) * x
  }
  return product
}

function generator(degree: number): number[] {
  let result = [...Array<number>(degree - 1).fill(0), 1]
  let root = 1
  for (let i = 0; i < degree; i += 1) {
    result = result.map((value, j) => multiply(value, root) ^ (result[j + 1] ?? 0))
    root = multiply(root, 2)
  }
  return result
}

function remainder(data: number[], divisor: number[]): number[] {
  let result = divisor.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ at(result, 0)
    const shifted = [...result.slice(1), 0]
    result = shifted.map((value, i) => value ^ multiply(at(divisor, i), factor))
  }
  return result
}

function at(list: number[], index: number): number {
  const value = list[index]
  if (value === undefined) throw new RangeError(`There is no item ${index}`)
  return value
}
