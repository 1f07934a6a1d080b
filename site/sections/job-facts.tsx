// How long the job takes, when it is done, what to prepare and what its price depends on.
import type { JobFacts as Facts } from '#content/service.ts'
import { paths } from '#schemas/paths.ts'
import { Stylesheet } from '../page-needs.tsx'
import css from './job-facts.css?inline'

export function JobFacts({ facts }: { facts: Facts }) {
  return (
    <section className="wrap section facts-section">
      <Stylesheet css={css} />
      <h2>The job in short</h2>
      <dl className="facts">
        <Fact name="How long it takes" text={facts.duration} />
        <Fact name="When in the year" text={facts.season} />
        <Fact name="What you prepare" text={facts.preparation} />
        <Fact name="What the price depends on" text={facts.priceDependsOn} />
      </dl>
      {facts.prices && (
        <table className="prices">
          <tbody>
            {facts.prices.map(({ name, amount }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{amount}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="beside-heading">
        <a className="text-link" href={paths.contact}>
          Get a price for yours
        </a>
      </p>
    </section>
  )
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  )
}
