import { paths } from '#schemas/paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { Stylesheet } from '../../page-needs.tsx'
import { HeroFrame } from '../../sections/hero.tsx'
import { SectionHead } from '../../sections/section-head.tsx'
import type { PageInput, RenderablePage } from '../page.ts'
import lostCss from './lost.css?inline'

export function notFoundPage({ site }: PageInput): RenderablePage {
  const { notFound: page, allPages } = site.content
  const suggested = allPages.filter(({ path }) => page.suggestions.paths.includes(path))
  return {
    isNotFound: true,
    heroPicture: page.picture,
    isFormInHero: false,
    metadata: { title: page.title, description: page.description, keywords: [] },
    body: (
      <>
        <Stylesheet css={lostCss} />
        <HeroFrame picture={page.picture}>
          <p className="lost-code">404</p>
          <h1>{page.heading}</h1>
          <p className="hero-lead">{page.text}</p>
          <div className="hero-buttons">
            <ButtonLink kind="quote" href={paths.home}>
              {page.linkLabel}
            </ButtonLink>
          </div>
        </HeroFrame>
        <section className="wrap section">
          <SectionHead {...page.suggestions} />
          <ul className="lost-links">
            {suggested.map(({ path, name }) => (
              <li key={path}>
                <a className="text-link" href={path}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      </>
    ),
  }
}
