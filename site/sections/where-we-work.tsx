// Where the firm works: a sentence with a link to every town, grouped by county, and the map.
import { Fragment } from 'react'
import type { Town } from '#content/town.ts'
import { useContent } from '../content-context.ts'
import { Stylesheet } from '../page-needs.tsx'
import { AreaMap, areaMap } from './area-map.tsx'
import proseCss from './prose.css?inline'
import css from './where-we-work.css?inline'

interface TownsProps {
  towns: readonly Town[]
}

export function WhereWeWork({ towns }: TownsProps) {
  const hasMap = areaMap(useContent()) !== undefined
  if (towns.length === 0) return null
  return (
    <section className={`wrap section towns-section ${hasMap ? 'towns-and-map' : 'prose-section'}`}>
      <Stylesheet css={proseCss} />
      <Stylesheet css={css} />
      {hasMap ? (
        <div>
          <h2>Where we work</h2>
          <TownSentence towns={towns} className="prose town-sentence" />
        </div>
      ) : (
        <>
          <h2>Where we work</h2>
          <TownSentence towns={towns} className="prose town-sentence" />
        </>
      )}
      <AreaMap towns={towns} />
    </section>
  )
}

/** The same beside other words, without a heading. */
export function TownsBeside({ towns }: TownsProps) {
  if (towns.length === 0) return null
  return (
    <div className="towns-beside">
      <Stylesheet css={css} />
      <AreaMap towns={towns} />
      <TownSentence towns={towns} />
    </div>
  )
}

export function TownSentence({ towns, className }: TownsProps & { className?: string }) {
  if (towns.length === 0) return null
  const counties = [...new Set(towns.map(({ county }) => county))]
  return (
    <p className={className}>
      We come to{' '}
      {counties.map((county, i) => (
        <Fragment key={county}>
          {i > 0 && ', to '}
          <TownsOf county={county} towns={towns} />
        </Fragment>
      ))}
      , and to the villages {towns.length > 1 ? 'between' : 'around it'}.
    </p>
  )
}

/** "Hereford and Ledbury in Herefordshire" */
function TownsOf({ county, towns }: { county: string; towns: readonly Town[] }) {
  const all = towns.filter((town) => town.county === county)
  return (
    <>
      {all.map((town, i) => (
        <Fragment key={town.path}>
          {separator(all, i)}
          <a href={town.path}>{town.name}</a>
        </Fragment>
      ))}{' '}
      in {county}
    </>
  )
}

function separator(all: Town[], i: number): string {
  if (i === 0) return ''
  return i === all.length - 1 ? ' and ' : ', '
}
