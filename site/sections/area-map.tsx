// The area served, drawn from latitudes and longitudes: the towns, the four rivers and the Malvern
// ridge. Readers of the page get the same towns as a list beside it, so the drawing itself is quiet.
import type { Town } from '#content/towns/town.ts'
import { Stylesheet } from '../page-needs.tsx'
import css from './area-map.css?inline'

type Place = readonly [latitude: number, longitude: number]

interface River {
  name: string
  /** Where its name begins: beside the water, clear of it. */
  nameAt: Place
  course: Place[]
}

/** Courses begin and end outside the map or in another river. */
const rivers: River[] = [
  {
    name: 'Severn',
    nameAt: [52.29, -2.24],
    course: [
      [52.345, -2.285],
      [52.3, -2.255],
      [52.26, -2.268],
      [52.225, -2.235],
      [52.19, -2.226],
      [52.14, -2.215],
      [52.09, -2.235],
      [52.064, -2.215],
      [52.02, -2.185],
      [51.993, -2.163],
      [51.93, -2.2],
    ],
  },
  {
    name: 'Teme',
    nameAt: [52.3, -2.475],
    course: [
      [52.35, -2.74],
      [52.31, -2.6],
      [52.29, -2.5],
      [52.24, -2.42],
      [52.2, -2.39],
      [52.185, -2.33],
      [52.165, -2.27],
      [52.166, -2.222],
    ],
  },
  {
    name: 'Wye',
    nameAt: [51.999, -2.597],
    course: [
      [52.09, -2.99],
      [52.075, -2.88],
      [52.07, -2.79],
      [52.053, -2.717],
      [52.045, -2.66],
      [52.03, -2.63],
      [51.99, -2.61],
      [51.965, -2.655],
      [51.945, -2.6],
      [51.93, -2.585],
    ],
  },
  {
    name: 'Avon',
    nameAt: [52.043, -2.106],
    course: [
      [52.2, -1.74],
      [52.165, -1.86],
      [52.13, -1.9],
      [52.1, -1.93],
      [52.085, -1.95],
      [52.11, -1.975],
      [52.118, -2.01],
      [52.1, -2.045],
      [52.108, -2.075],
      [52.075, -2.11],
      [52.05, -2.14],
      [52.0065, -2.174],
    ],
  },
]
const ridge: Place[] = [
  [52.128, -2.345],
  [52.11, -2.342],
  [52.09, -2.341],
  [52.065, -2.35],
  [52.045, -2.352],
  [52.03, -2.356],
]

const width = 760
const bounds = { north: 52.33, south: 51.94, west: -2.86, east: -1.83 }
const scale = width / (bounds.east - bounds.west)
/** A degree of longitude is shorter than one of latitude by the cosine of 52°. */
const stretch = scale / Math.cos((52.13 * Math.PI) / 180)
const height = Math.round((bounds.north - bounds.south) * stretch)

function project([latitude, longitude]: Place): [number, number] {
  return [
    Math.round((longitude - bounds.west) * scale),
    Math.round((bounds.north - latitude) * stretch),
  ]
}

/** A smooth line: quadratic curves through the midpoints between places. */
function line(course: Place[]): string {
  const points = course.map(project)
  const [first, ...rest] = points
  let path = `M${first}`
  rest.forEach((point, i) => {
    const next = rest[i + 1]
    if (next)
      path += `Q${point} ${Math.round((point[0] + next[0]) / 2)},${Math.round((point[1] + next[1]) / 2)}`
    else path += `L${point}`
  })
  return path
}

const beside = { dx: 16, dy: 8, anchor: 'start' } as const
/** Names that would run over a river or out of the map stand elsewhere. */
const labels: Record<string, { dx: number; dy: number; anchor: 'start' | 'middle' | 'end' }> = {
  Evesham: { dx: -6, dy: 38, anchor: 'middle' },
  Pershore: { dx: -4, dy: -18, anchor: 'middle' },
  Malvern: { dx: 0, dy: -32, anchor: 'middle' },
  Hereford: { dx: 0, dy: -20, anchor: 'middle' },
  Ledbury: { dx: -14, dy: 8, anchor: 'end' },
}

export interface AreaMapProps {
  towns: readonly Town[]
  /** The path of the town to point out. */
  here?: string
}

export function AreaMap({ towns, here }: AreaMapProps) {
  return (
    <>
      <Stylesheet css={css} />
      <svg className="area-map" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {rivers.map(({ name, course }) => (
          <path key={name} className="river" d={line(course)} />
        ))}
        {rivers.map(({ name, nameAt }) => {
          const [x, y] = project(nameAt)
          return (
            <text key={name} className="river-name" x={x} y={y}>
              {name}
            </text>
          )
        })}
        <path className="ridge" d={hatching()} />
        {towns.map((town) => {
          const [x, y] = project([town.latitude, town.longitude])
          const isHere = town.path === here
          const label = labels[town.name] ?? beside
          return (
            <a
              key={town.path}
              href={town.path}
              tabIndex={-1}
              className={isHere ? 'town town-here' : 'town'}
            >
              <circle cx={x} cy={y} r={isHere ? 11 : 7} />
              <text x={x + label.dx} y={y + label.dy} textAnchor={label.anchor}>
                {town.name}
              </text>
            </a>
          )
        })}
      </svg>
    </>
  )
}

/** The ridge as an old map shows a hill: short strokes down both sides. */
function hatching(): string {
  const points = ridge.map(project)
  let path = ''
  for (let i = 0; i < points.length - 1; i += 1) {
    const [x1, y1] = points[i] as [number, number]
    const [x2, y2] = points[i + 1] as [number, number]
    for (let step = 0; step < 3; step += 1) {
      const x = Math.round(x1 + ((x2 - x1) * step) / 3)
      const y = Math.round(y1 + ((y2 - y1) * step) / 3)
      path += `M${x - 2},${y}l-9,5M${x + 2},${y}l9,5`
    }
  }
  return path
}
