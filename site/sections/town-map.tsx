// The country round one town: rivers, hills, villages, and the areas that the page names. Hidden from
// screen readers, because the page lists the areas as text.
import type { MapLabel, Town } from '#content/town.ts'
import { useContent } from '../content-context.ts'
import { Stylesheet } from '../page-needs.tsx'
import { createMap, type Point } from './map-projection.ts'
import css from './town-map.css?inline'

const width = 760
/** Height in degrees of latitude per degree of longitude across. */
const proportion = 0.5

export function TownMap({ shown }: { shown: NonNullable<Town['map']> }) {
  const { rivers, hills } = useContent().geography
  const {
    centre: [latitude, longitude],
    across,
    labels,
  } = shown
  const bounds = {
    north: latitude + (across * proportion) / 2,
    south: latitude - (across * proportion) / 2,
    west: longitude - across / 2,
    east: longitude + across / 2,
  }
  const map = createMap(bounds, width)
  const isNear = (course: readonly (readonly [number, number])[]) =>
    course.some(
      ([north, east]) =>
        Math.abs(north - latitude) < across * 0.4 && Math.abs(east - longitude) < across * 0.6,
    )
  return (
    <div className="town-map-frame contours">
      <Stylesheet css={css} />
      <svg className="town-map" viewBox={map.viewBox} aria-hidden="true">
        {rivers
          .filter(({ course }) => isNear(course))
          .map(({ name, course }) => (
            <path key={name} className="water" d={map.line(course)} />
          ))}
        {hills
          .filter(({ crest }) => isNear(crest))
          .map(({ name, crest }) => (
            <path key={name} className="hachures" d={map.hachures(crest)} />
          ))}
        {labels.map((label) => (
          <Label key={`${label.kind} ${label.name}`} label={label} at={map.project(label.at)} />
        ))}
      </svg>
    </div>
  )
}

const sides = {
  right: { dx: 14, dy: 7, anchor: 'start' },
  left: { dx: -14, dy: 7, anchor: 'end' },
  above: { dx: 0, dy: -14, anchor: 'middle' },
  below: { dx: 0, dy: 28, anchor: 'middle' },
  on: { dx: 0, dy: 7, anchor: 'middle' },
} as const

function Label({ label: { name, kind, side }, at: [x, y] }: { label: MapLabel; at: Point }) {
  const hasDot = kind === 'town' || kind === 'place' || kind === 'village'
  const { dx, dy, anchor } = sides[side ?? (hasDot ? 'right' : 'on')]
  return (
    <g className={`map-${kind}`}>
      {hasDot && <circle cx={x} cy={y} r={kind === 'town' ? 10 : kind === 'place' ? 6 : 4} />}
      <text x={x + dx * (kind === 'town' ? 1.5 : 1)} y={y + dy} textAnchor={anchor}>
        {name}
      </text>
    </g>
  )
}
