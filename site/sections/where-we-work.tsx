// One sentence with a link to every town, county by county.
import { Fragment } from 'react'
import type { County, Town } from '#content/towns/town.ts'
import { Stylesheet } from '../page-needs.tsx'
import proseCss from './prose.css?inline'

export function WhereWeWork({ towns }: { towns: readonly Town[] }) {
  return (
    <section className="wrap section prose-section towns-section">
      <Stylesheet css={proseCss} />
      <h2>Where we work</h2>
      <p className="prose town-sentence">
        We come to <TownsOf county="Worcestershire" towns={towns} />, to{' '}
        <TownsOf county="Herefordshire" towns={towns} />, and to the villages between.
      </p>
    </section>
  )
}

/** "Hereford and Ledbury in Herefordshire" */
function TownsOf({ county, towns }: { county: County; towns: readonly Town[] }) {
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
