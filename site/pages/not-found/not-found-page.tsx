import { paths } from '#schemas/paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { Stylesheet } from '../../page-needs.tsx'
import type { PageInput, RenderablePage } from '../page.ts'
import lostCss from './lost.css?inline'

export function notFoundPage({ site }: PageInput): RenderablePage {
  const { notFound: page, allPages } = site.content
  const suggested = allPages.filter(({ path }) => page.suggestions.paths.includes(path))
  return {
    isNotFound: true,
    metadata: { title: page.title, description: page.description, keywords: [] },
    body: (
      <section className="lost contours">
        <Stylesheet css={lostCss} />
        <div className="wrap">
          <p className="lost-code">404</p>
          <h1>{page.heading}</h1>
          <p className="hero-lead mt-5">{page.text}</p>
          <p className="mt-8">
            <ButtonLink kind="quote" href={paths.home}>
              {page.linkLabel}
            </ButtonLink>
          </p>
          <h2 className="lost-heading">{page.suggestions.heading}</h2>
          <p>{page.suggestions.text}</p>
          <ul className="lost-links">
            {suggested.map(({ path, name }) => (
              <li key={path}>
                <a className="text-link" href={path}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </section>
    ),
  }
}
