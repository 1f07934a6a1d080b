// A cutaway: numbers on the picture, and the parts they mark as a list. Pointing at one marks the
// other; on a phone a number leads to its line in the list.
import type { CutawayPart, CutawaySection } from '#content/page.ts'
import { Stylesheet } from '../page-needs.tsx'
import css from './cutaway.css?inline'
import modelsCss from './models.css?inline'
import { LazyPicture } from './picture.tsx'

export function Cutaway({ heading, intro, picture, parts }: Omit<CutawaySection, 'kind'>) {
  return (
    <section className="model-section cutaway">
      <Stylesheet css={modelsCss} />
      <Stylesheet css={css} />
      <Stylesheet css={pinPlaces(picture, parts)} />
      <div className="wrap cutaway-grid">
        <div className="cutaway-picture">
          <LazyPicture
            name={picture}
            sizes="(min-width: 80rem) 46rem, (min-width: 64rem) 58vw, 100vw"
          />
          {parts.map(({ name }, i) => (
            <a
              key={name}
              className={`pin pin-${i + 1} ${picture}-${i + 1}`}
              href={`#${picture}-${i + 1}`}
              aria-label={`${i + 1}: ${name}`}
            >
              {i + 1}
            </a>
          ))}
        </div>
        <div>
          <h2>{heading}</h2>
          {intro && <p className="mt-4">{intro}</p>}
          <ol className="parts">
            {parts.map(({ name, text }, i) => (
              <li key={name} id={`${picture}-${i + 1}`} className={`part-${i + 1}`}>
                <strong>{name}</strong>
                <span>{text}</span>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  )
}

/** As rules, because the page's policy forbids style attributes. */
function pinPlaces(picture: string, parts: CutawayPart[]): string {
  return parts
    .map(({ at: [left, top] }, i) => `.${picture}-${i + 1}{left:${left}%;top:${top}%}`)
    .join('')
}
