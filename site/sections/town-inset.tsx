// The part of the map around a town, in its hero: rivers, ridge, neighbours and the lines of the
// National Grid, with the grid square and the places that the town's team knows best. Hidden from screen
// readers but for the caption, because the whole map follows.
import type { Town } from '#content/town.ts'
import { useContent } from '../content-context.ts'
import { Stylesheet } from '../page-needs.tsx'
import { areaMap, onAreaMap } from './area-map.tsx'
import css from './town-inset.css?inline'

const width = 320
const height = 200

export function TownInset({ town, towns }: { town: Town; towns: readonly Town[] }) {
  const content = useContent()
  const { rivers, hills } = onAreaMap(content.geography)
  const map = areaMap(content)
  if (!map) return null
  const [x, y] = map.project([town.latitude, town.longitude])
  const [left, top] = [x - width / 2, y - height / 2]
  const places = town.chips
    .filter((chip) => !/\d/.test(chip) && chip !== town.name && chip !== town.county)
    .map((place) => place.replaceAll(' ', '\u00a0'))
  return (
    <figure className="town-inset">
      <Stylesheet css={css} />
      <svg viewBox={`${left} ${top} ${width} ${height}`} aria-hidden="true">
        {town.gridSquare && (
          <path className="inset-grid" d={gridLines(town.gridSquare, [x, y], map.kilometre)} />
        )}
        {rivers.map(({ name, course }) => (
          <path key={name} className="inset-river" d={map.line(course)} />
        ))}
        {hills.map(({ name, crest }) => (
          <path key={name} className="inset-ridge" d={map.hachures(crest)} />
        ))}
        {towns.map(({ path, name, latitude, longitude }) => {
          const [cx, cy] = map.project([latitude, longitude])
          const isHere = path === town.path
          return (
            <circle
              key={name}
              className={isHere ? 'inset-here' : undefined}
              cx={cx}
              cy={cy}
              r={isHere ? 12 : 6}
            />
          )
        })}
      </svg>
      <figcaption>
        {town.gridSquare && <b>Grid square {town.gridSquare}</b>}
        {places.join(', ')}
      </figcaption>
    </figure>
  )
}

/** The 10 km lines: a grid square's digits say how far it is from the last line, east and north. */
function gridLines(
  gridSquare: string,
  [x, y]: readonly [number, number],
  kilometre: number,
): string {
  const square = 10 * kilometre
  const [, east = '', north = ''] = gridSquare.split(' ')
  const firstX = x - (Number(east[1]) + 0.5) * kilometre
  const firstY = y + (Number(north[1]) + 0.5) * kilometre
  // In the draft of a new town it may not be written yet.
  if (Number.isNaN(firstX + firstY)) return ''
  let path = ''
  for (let at = -2; at <= 2; at += 1) {
    path += `M${Math.round(firstX + at * square)},${y - height}v${2 * height}`
    path += `M${x - width},${Math.round(firstY + at * square)}h${2 * width}`
  }
  return path
}
