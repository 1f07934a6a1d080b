import { expect, test } from 'vitest'
import { softenShadow } from './soft-shadow.ts'

const stone = [200, 195, 182]
const blueShadow = [68, 92, 117]
const soil = [57, 41, 28]
const [width, height] = [120, 90]

/** A block in the middle, its shadow to the right as far as the edge, and a speck in the shadow. */
function miniature() {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isBlock = x >= 30 && x < 70 && y >= 25 && y < 65
      const isShadow = x >= 70 && y >= 35 && y < 65
      const isSpeck = x === 80 && y === 50
      const colour = isBlock ? soil : isSpeck ? [70, 70, 160] : isShadow ? blueShadow : stone
      data.set(colour, (y * width + x) * 3)
    }
  }
  return { data, width, height, stone }
}

function softened() {
  const picture = miniature()
  softenShadow(picture)
  return (x: number, y: number) => [
    ...picture.data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
  ]
}

test('a blue shadow becomes a neutral one, lighter than it was', () => {
  const [red = 0, green = 0, blue = 0] = softened()(75, 50)
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(8)
  expect(red).toBeGreaterThan(90)
  expect(red).toBeLessThan(140)
})

test('it fades: the edge of the picture is the stone alone', () => {
  const at = softened()
  for (let y = 0; y < height; y += 1) {
    for (const [channel, light] of at(width - 1, y).entries()) {
      expect(Math.abs(light - (stone[channel] as number)), `row ${y}`).toBeLessThanOrEqual(1)
    }
  }
  expect(at(112, 50)[0]).toBeGreaterThan(at(90, 50)[0] as number)
})

test('the block stays as it is, and a speck in the shadow goes', () => {
  const at = softened()
  expect(at(50, 45)).toEqual(soil)
  for (const [channel, light] of at(80, 50).entries()) {
    expect(Math.abs(light - (at(79, 50)[channel] as number))).toBeLessThanOrEqual(3)
  }
})
