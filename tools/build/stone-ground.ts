// Evens out the ground of the miniatures. Their backdrop darkens towards the corners, so beside a plain
// stone ground the edge of the picture would show. Here every edge becomes exactly that stone, and a
// pool of light stays around the block.
import sharp, { type Sharp } from 'sharp'
import { channelsOf } from '#content/contrast.ts'

/** How much lighter the middle is than the edge, and where the light ends, as shares of the picture. */
const light = { strength: 0.05, left: 0.11, right: 0.91 }
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
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const shape = shapeAt(x / width, y / height)
      const glow = 1 + light.strength * glowAt(x / width, y / height)
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (y * width + x) * 3 + channel
        const backdrop = dot(fits[channel] ?? [], shape)
        const even = ((data[at] ?? 0) * (target[channel] ?? 0) * glow) / backdrop
        data[at] = Math.min(255, Math.round(even))
      }
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** A vignette is even in both directions: squares and their products describe it. */
function shapeAt(x: number, y: number): number[] {
  const across = (x - 0.5) ** 2
  const down = (y - 0.5) ** 2
  return [1, y - 0.5, across, down, across ** 2, down ** 2, across * down]
}

/** 1 in the middle, 0 at the edges, without a visible beginning. */
function glowAt(x: number, y: number): number {
  const across = (x - light.left) / (light.right - light.left)
  if (across <= 0 || across >= 1) return 0
  return (Math.sin(Math.PI * across) * Math.sin(Math.PI * y)) ** 2
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
