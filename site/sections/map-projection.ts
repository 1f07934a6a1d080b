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

    /** A smooth line: quadratic curves through the midpoints between places. */
    line(course: readonly Place[]): string {
      const [first, ...rest] = course.map(project)
      let path = `M${first}`
      rest.forEach((point, i) => {
        const next = rest[i + 1]
        if (next)
          path += `Q${point} ${Math.round((point[0] + next[0]) / 2)},${Math.round((point[1] + next[1]) / 2)}`
        else path += `L${point}`
      })
      return path
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
          path += `M${x - 2},${y}l-9,5M${x + 2},${y}l9,5`
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
