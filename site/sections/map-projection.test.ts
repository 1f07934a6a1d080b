import { expect, test } from 'vitest'
import { createMap, type Point } from './map-projection.ts'

const map = createMap({ north: 53, south: 52, west: -3, east: -2 }, 1000)
const course = [0, 1, 2, 3, 4, 5].map((i): [number, number] => [
  52.9 - i * 0.137,
  -2.9 + i * 0.121 + (i % 2) * 0.053,
])

/** The ends and the midpoints of a path's curves, with what a browser makes of T: the bends. */
function bendsOf(path: string): Point[] {
  const [, first = '', bend = '', middle = '', smooth = '', last = ''] =
    /^M(\S+?)Q(\S+) ([^TL]+)(?:T([^L]+))?L(\S+)$/.exec(path) ?? []
  const point = (text: string) => text.split(',').map(Number) as unknown as Point
  const bends = [point(bend)]
  let [x, y] = point(middle)
  for (const next of smooth.split(' ').filter(Boolean)) {
    const [bentX, bentY] = bends.at(-1) as Point
    bends.push([2 * x - bentX, 2 * y - bentY])
    ;[x, y] = point(next)
  }
  return [point(first), ...bends, point(last)]
}

test('a river bends at its places, within a unit, however many there are', () => {
  const bends = bendsOf(map.line(course))
  expect(bends).toHaveLength(course.length)
  for (const [i, place] of course.entries()) {
    const [x, y] = map.project(place)
    expect(Math.abs((bends[i]?.[0] ?? Number.NaN) - x)).toBeLessThanOrEqual(1)
    expect(Math.abs((bends[i]?.[1] ?? Number.NaN) - y)).toBeLessThanOrEqual(1)
  }
})

test('two places are a straight line, and one is a point', () => {
  expect(map.line(course.slice(0, 2))).toMatch(/^M\d+,\d+L\d+,\d+$/)
  expect(map.line(course.slice(0, 1))).toMatch(/^M\d+,\d+$/)
})
