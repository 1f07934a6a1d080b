// A long legal text with a list of contents.
import type { Page } from '#content/page.ts'
import { Stylesheet } from '../../page-needs.tsx'
import { ContentSection } from '../../sections/content-section.tsx'
import css from './legal.css?inline'

export function LegalText({ page: { sections } }: { page: Page }) {
  return (
    <div className="wrap legal">
      <Stylesheet css={css} />
      <nav className="legal-index" aria-labelledby="on-this-page">
        <h2 id="on-this-page">On this page</h2>
        <ol>
          {sections.map(({ heading }) => (
            <li key={heading}>
              <a href={`#${anchor(heading)}`}>{heading}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div>
        {sections.map((section) => (
          <ContentSection key={section.heading} section={section} id={anchor(section.heading)} />
        ))}
      </div>
    </div>
  )
}

/** "Who receives it" becomes #who-receives-it. */
function anchor(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z]+/g, '-')
}
