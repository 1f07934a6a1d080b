// A sentence with a link to every town, grouped by county.
import { Fragment } from 'react'
import type { Town } from '#content/town.ts'
import { Stylesheet } from '../page-needs.tsx'
import proseCss from './prose.css?inline'

export function WhereWeWork({ towns }: { towns: readonly Town[] }) {
  const counties = [...new Set(towns.map(({ county }) => county))]
  if (counties.length === 0) return null
  return (
    <section className="wrap section prose-section towns-section">
      <Stylesheet css={proseCss} />
      <h2>Where we work</h2>
      <p className="prose town-sentence">
        We come to{' '}
        {counties.map((county, i) => (
          <Fragment key={county}>
            {i > 0 && ', to '}
            <TownsOf county={county} towns={towns} />
          </Fragment>
        ))}
        , and to the villages {towns.length > 1 ? 'between' : 'around it'}.
      </p>
    </section>
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
