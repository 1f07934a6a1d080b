// A map of the area served, drawn from latitudes and longitudes: the towns, rivers and hills. It is hidden
// from screen readers, because the pages link to the towns elsewhere too.
import type { Content } from '#content/content.ts'
import type { Geography, Hill, River } from '#content/map.ts'
import type { Town } from '#content/town.ts'
import { useContent } from '../content-context.ts'
import { Stylesheet } from '../page-needs.tsx'
import css from './area-map.css?inline'
import { boundsOf, createMap } from './map-projection.ts'

/** What the map of the whole area has room for. */
export function onAreaMap({ rivers, hills }: Geography): { rivers: River[]; hills: Hill[] } {
  return {
    rivers: rivers.filter(({ nameAt }) => nameAt),
    hills: hills.filter(({ isOnAreaMap }) => isOnAreaMap),
  }
}

/** Undefined for a firm of one town whose rivers and hills are not known: a dot is no map. */
export function areaMap({ geography, towns }: Pick<Content, 'geography' | 'towns'>) {
  const { rivers, hills } = onAreaMap(geography)
  if (towns.length < 2 && rivers.length + hills.length === 0) return undefined
  return createMap(geography.bounds ?? boundsOf(towns), 760)
}

const beside = { dx: 16, dy: 8, anchor: 'start' } as const

export interface AreaMapProps {
  towns: readonly Town[]
  /** The path of the town to highlight. */
  here?: string
}

export function AreaMap({ towns, here }: AreaMapProps) {
  const content = useContent()
  const { rivers, hills } = onAreaMap(content.geography)
  const map = areaMap(content)
  if (!map) return null
  return (
    <>
      <Stylesheet css={css} />
      <svg className="area-map" viewBox={map.viewBox} aria-hidden="true">
        {rivers.map(({ name, course }) => (
          <path key={name} className="river" d={map.line(course)} />
        ))}
        {rivers.map(({ name, nameAt = [0, 0] }) => {
          const [x, y] = map.project(nameAt)
          return (
            <text key={name} className="river-name" x={x} y={y}>
              {name}
            </text>
          )
        })}
        {hills.map(({ name, crest }) => (
          <path key={name} className="ridge" d={map.hachures(crest)} />
        ))}
        {towns.map((town) => {
          const [x, y] = map.project([town.latitude, town.longitude])
          const isHere = town.path === here
          const label = town.areaLabel ?? beside
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

/** The towns by name, for readers who do not read maps. */
export function TownLinks({ towns }: { towns: readonly Town[] }) {
  return (
    <ul className="town-links">
      <Stylesheet css={css} />
      {towns.map(({ path, name }) => (
        <li key={path}>
          <a href={path}>{name}</a>
        </li>
      ))}
    </ul>
  )
}
