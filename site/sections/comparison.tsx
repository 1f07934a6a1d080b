// Before and after: side by side, or with script one over the other under a slider. How far it is drawn
// is a property that hydration/comparison.ts sets; until then it is half.
import type { ComparisonSection } from '#content/page.ts'
import { Stylesheet } from '../page-needs.tsx'
import css from './comparison.css?inline'
import modelsCss from './models.css?inline'
import { LazyPicture } from './picture.tsx'

export function Comparison(section: Omit<ComparisonSection, 'kind'>) {
  const { heading, paragraphs, before, after } = section
  const sizes = '(min-width: 80rem) 50rem, (min-width: 64rem) 64vw, 100vw'
  return (
    <section className="model-section comparison">
      <Stylesheet css={modelsCss} />
      <Stylesheet css={css} />
      <div className="wrap comparison-grid">
        <div>
          <h2>{heading}</h2>
          {paragraphs.map((text) => (
            <p key={text} className="mt-4">
              {text}
            </p>
          ))}
          <p className="mt-4 text-small">
            Drawn to show the kind of work. Not a photograph of a finished job.
          </p>
        </div>
        <div className="comparison-frame">
          <figure>
            <LazyPicture name={before} sizes={sizes} />
            <figcaption>Before</figcaption>
          </figure>
          <figure className="comparison-after">
            <LazyPicture name={after} sizes={sizes} />
            <figcaption>After</figcaption>
          </figure>
          <input
            className="comparison-slider"
            type="range"
            aria-label="How much of the picture from before is shown, in percent"
            autoComplete="off"
          />
        </div>
      </div>
    </section>
  )
}
