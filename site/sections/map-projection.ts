// Draws places on a flat map: positions, smooth rivers, and hills as hachures.
import type { Bounds, Place } from '#content/map.ts'

export type Point = [x: number, y: number]

/** Of latitude. */
const kilometresPerDegree = 111.2
/** Between two hachures, in map units. */
const hachureGap = 12

export function createMap(bounds: Bounds, width: number) {
  const scale = width / (bounds.east - bounds.west)
  /** A degree of longitude is shorter than one of latitude. */
  const shortening = Math.cos((((bounds.north + bounds.south) / 2) * Math.PI) / 180)
  const stretch = scale / shortening
  const height = Math.round((bounds.north - bounds.south) * stretch)

  const project = ([latitude, longitude]: Place): Point => [
    Math.round((longitude - bounds.west) * scale),
    Math.round((bounds.north - latitude) * stretch),
  ]

  return {
    /** In map units. */
    kilometre: stretch / kilometresPerDegree,
    viewBox: `0 0 ${width} ${height}`,
    project,

    /**
     * A smooth line: quadratic curves through the midpoints between places. In a path each curve after
     * the first bends at the reflection of the last bend, which is the next place: only midpoints are
     * written. A bend that rounding has moved by a unit moves the midpoint after it.
     */
    line(course: readonly Place[]): string {
      const [first, second, ...rest] = course.map(project)
      if (!second) return `M${first}`
      if (rest.length === 0) return `M${first}L${second}`
      let bend = second
      const middles = rest.map(([x, y]) => {
        const middle: Point = [Math.round((bend[0] + x) / 2), Math.round((bend[1] + y) / 2)]
        bend = [2 * middle[0] - bend[0], 2 * middle[1] - bend[1]]
        return middle
      })
      const [start, ...others] = middles
      const smooth = others.length > 0 ? `T${others.join(' ')}` : ''
      return `M${first}Q${second} ${start}${smooth}L${rest.at(-1)}`
    },

    /** Short strokes down both sides of a crest. */
    hachures(crest: readonly Place[]): string {
      const points = crest.map(project)
      let path = ''
      for (let i = 0; i < points.length - 1; i += 1) {
        const [x1, y1] = points[i] as Point
        const [x2, y2] = points[i + 1] as Point
        const steps = Math.max(1, Math.round(Math.hypot(x2 - x1, y2 - y1) / hachureGap))
        for (let step = 0; step < steps; step += 1) {
          const x = Math.round(x1 + ((x2 - x1) * step) / steps)
          const y = Math.round(y1 + ((y2 - y1) * step) / steps)
          path += `M${x - 2},${y}l-9,5m13-5l9,5`
        }
      }
      return path
    },
  }
}

/** All places, with some land around them. */
export function boundsOf(places: readonly { latitude: number; longitude: number }[]): Bounds {
  const latitudes = places.map(({ latitude }) => latitude)
  const longitudes = places.map(({ longitude }) => longitude)
  return {
    north: Math.max(...latitudes) + 0.09,
    south: Math.min(...latitudes) - 0.09,
    west: Math.min(...longitudes) - 0.25,
    east: Math.max(...longitudes) + 0.25,
  }
}
