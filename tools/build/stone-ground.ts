// Evens out the ground of the miniatures. Their backdrop darkens towards the corners, so beside a plain
// stone ground the edge of the picture would show. Here all of it becomes exactly that stone: any light
// left around the block would show as a pale cloud in a section of the same colour.
import sharp, { type Sharp } from 'sharp'
import { channelsOf } from '#content/contrast.ts'
import { softenShadow } from './soft-shadow.ts'

const terms = 7
/** The church of a miniature is stone too: what is so far from a first fit is not backdrop. */
const tolerance = 3
/** Every so many pixels are enough to see how the backdrop darkens. */
const step = 8

export async function evenGround(picture: Sharp, stone: string): Promise<Sharp> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const fits = [0, 1, 2].map((channel) => {
    const first = fitBackdrop(data, width, height, channel)
    return fitBackdrop(data, width, height, channel, first)
  })
  const target = channelsOf(stone)
  const columns = Float64Array.from({ length: width }, (_, x) => (x / width - 0.5) ** 2)
  for (let y = 0; y < height; y += 1) {
    const fall = y / height - 0.5
    for (let channel = 0; channel < 3; channel += 1) {
      evenRow(
        { data, at: y * width * 3 + channel, columns },
        fall,
        fits[channel] ?? [],
        target[channel] ?? 0,
      )
    }
  }
  softenShadow({ data, width, height, stone: target })
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** A vignette is even in both directions: squares and their products describe it. */
function shapeAt(x: number, y: number): number[] {
  const across = (x - 0.5) ** 2
  const down = (y - 0.5) ** 2
  return [1, y - 0.5, across, down, across ** 2, down ** 2, across * down]
}

interface Row {
  data: Buffer
  at: number
  columns: Float64Array
}

/** Plain arithmetic, `dot` and `shapeAt` written out: it runs for millions of pixels. */
function evenRow({ data, at, columns }: Row, fall: number, fit: number[], target: number): void {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = fit
  const down = fall * fall
  for (let x = 0; x < columns.length; x += 1) {
    const across = columns[x] as number
    const backdrop =
      a +
      b * fall +
      c * across +
      d * down +
      e * (across * across) +
      f * (down * down) +
      g * (across * down)
    const place = at + x * 3
    const even = ((data[place] as number) * target) / backdrop
    data[place] = Math.min(255, Math.round(even))
  }
}

/** Least squares over the pixels that are backdrop: warm, light grey. */
function fitBackdrop(
  data: Buffer,
  width: number,
  height: number,
  channel: number,
  before?: number[],
): number[] {
  const sums = Array.from({ length: terms }, () => Array<number>(terms + 1).fill(0))
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 3
      if (!isBackdrop(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) continue
      const shape = shapeAt(x / width, y / height)
      const value = data[at + channel] ?? 0
      if (before && Math.abs(value - dot(before, shape)) > tolerance) continue
      shape.forEach((a, row) => {
        const line = sums[row] as number[]
        shape.forEach((b, column) => {
          line[column] = (line[column] ?? 0) + a * b
        })
        line[terms] = (line[terms] ?? 0) + a * value
      })
    }
  }
  return solve(sums)
}

function isBackdrop(red: number, green: number, blue: number): boolean {
  const warmth = red - blue
  return red > 165 && red < 216 && warmth >= 11 && warmth <= 19 && red - green >= 3
}

/** Gauss–Jordan elimination; the matrix is symmetric and positive, so no pivoting is needed. */
function solve(rows: number[][]): number[] {
  rows.forEach((row, i) => {
    const pivot = row[i] ?? 1
    for (let column = 0; column < row.length; column += 1) row[column] = (row[column] ?? 0) / pivot
    rows.forEach((other, j) => {
      if (i === j) return
      const factor = other[i] ?? 0
      row.forEach((value, column) => {
        other[column] = (other[column] ?? 0) - factor * value
      })
    })
  })
  return rows.map((row) => row.at(-1) ?? 0)
}

function dot(one: number[], other: number[]): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
}
