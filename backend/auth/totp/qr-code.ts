// A QR code (ISO/IEC 18004) as an SVG, for authenticator apps to scan: error correction M, the smallest
// version that holds the text.
import { qrCodewords, smallestVersion } from './qr-codewords.ts'

const quietZone = 4

export function qrSvg(text: string): string {
  const modules = qrModules(text)
  const size = modules.length + 2 * quietZone
  const dark = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + quietZone} ${y + quietZone}h1v1h-1z`] : [])),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 5}" height="${size * 5}" shape-rendering="crispEdges"><path d="M0 0h${size}v${size}H0z" fill="white"/><path d="${dark.join('')}" fill="black"/></svg>`
}

/** true is dark; row by row. */
export function qrModules(text: string): boolean[][] {
  const data = Buffer.from(text)
  const version = smallestVersion(data.length)
  const codewords = qrCodewords(data, version)
  const candidates = Array.from({ length: 8 }, (_, mask) => draw(version, codewords, mask))
  return candidates.reduce((best, next) => (penalty(next) < penalty(best) ? next : best))
}

function draw(version: number, codewords: number[], mask: number): boolean[][] {
  const size = version * 4 + 17
  const modules = Array.from({ length: size }, () =>
    Array<boolean | undefined>(size).fill(undefined),
  )
  const set = (x: number, y: number, isDark: boolean) => {
    const row = modules[y]
    if (row && x >= 0 && x < size) row[x] = isDark
  }
  drawFinders(size, set)
  drawAlignment(version, size, modules, set)
  for (let i = 8; i < size - 8; i += 1) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  drawFormat(size, mask, set)
  if (version >= 7) drawVersion(version, size, set)
  drawData(size, codewords, mask, modules, set)
  return modules.map((row) => row.map((isDark) => isDark === true))
}

type Set = (x: number, y: number, isDark: boolean) => void

function drawFinders(size: number, set: Set): void {
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy += 1) {
      for (let dx = -4; dx <= 4; dx += 1) {
        const distance = Math.max(Math.abs(dx), Math.abs(dy))
        if (cy + dy >= 0) set(cx + dx, cy + dy, distance !== 2 && distance !== 4)
      }
    }
  }
}

function drawAlignment(version: number, size: number, modules: unknown[][], set: Set): void {
  const count = version === 1 ? 0 : Math.floor(version / 7) + 2
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2
  const positions = Array.from({ length: count }, (_, i) =>
    i === 0 ? 6 : size - 7 - (count - 1 - i) * step,
  )
  for (const cx of positions) {
    for (const cy of positions) {
      // The three corners are the finders' own.
      if (modules[cy]?.[cx] !== undefined) continue
      for (let dy = -2; dy <= 2; dy += 1) {
        for (let dx = -2; dx <= 2; dx += 1) {
          set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
        }
      }
    }
  }
}

/** BCH(15, 5); level M is 00. */
function drawFormat(size: number, mask: number, set: Set): void {
  let rest = mask
  for (let i = 0; i < 10; i += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
  const bits = ((mask << 10) | rest) ^ 0x5412
  const bit = (i: number) => ((bits >>> i) & 1) === 1
  for (let i = 0; i <= 5; i += 1) set(8, i, bit(i))
  set(8, 7, bit(6))
  set(8, 8, bit(7))
  set(7, 8, bit(8))
  for (let i = 9; i < 15; i += 1) set(14 - i, 8, bit(i))
  for (let i = 0; i < 8; i += 1) set(size - 1 - i, 8, bit(i))
  for (let i = 8; i < 15; i += 1) set(8, size - 15 + i, bit(i))
  set(8, size - 8, true)
}

/** BCH(18, 6). */
function drawVersion(version: number, size: number, set: Set): void {
  let rest = version
  for (let i = 0; i < 12; i += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let i = 0; i < 18; i += 1) {
    const isDark = ((bits >>> i) & 1) === 1
    const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)]
    set(a, b, isDark)
    set(b, a, isDark)
  }
}

/** Two columns at a time from the right, up and down, past what is drawn already. */
function drawData(
  size: number,
  codewords: number[],
  mask: number,
  modules: unknown[][],
  set: Set,
): void {
  let i = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let vertical = 0; vertical < size; vertical += 1) {
      const isUpward = ((right + 1) & 2) === 0
      const y = isUpward ? size - 1 - vertical : vertical
      for (const x of [right, right - 1]) {
        if (modules[y]?.[x] !== undefined) continue
        const isDark = (((codewords[i >>> 3] ?? 0) >>> (7 - (i & 7))) & 1) === 1
        set(x, y, isDark !== isMasked(mask, x, y))
        i += 1
      }
    }
  }
}

function isMasked(mask: number, x: number, y: number): boolean {
  const values = [
    (x + y) % 2,
    y % 2,
    x % 3,
    (x + y) % 3,
    (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    ((x * y) % 2) + ((x * y) % 3),
    (((x * y) % 2) + ((x * y) % 3)) % 2,
    (((x + y) % 2) + ((x * y) % 3)) % 2,
  ]
  return values[mask] === 0
}

/** What makes a code hard to scan: long runs, blocks, patterns like a finder's, too much of a colour. */
function penalty(modules: boolean[][]): number {
  const size = modules.length
  const lines = [...modules, ...modules.map((_, x) => modules.map((row) => row[x] === true))].map(
    (line) => line.map((isDark) => (isDark ? '1' : '0')).join(''),
  )
  let score = 0
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) score += run.length - 2
    score += 40 * (line.match(/(?=00001011101|10111010000)/g) ?? []).length
  }
  let dark = 0
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const isDark = modules[y]?.[x] === true
      if (isDark) dark += 1
      const others = [modules[y]?.[x + 1], modules[y + 1]?.[x], modules[y + 1]?.[x + 1]]
      if (others.every((other) => other === isDark)) score += 3
    }
  }
  return score + 10 * Math.floor(Math.abs((dark / size ** 2) * 100 - 50) / 5)
}
