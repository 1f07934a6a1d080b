// The template of the privacy policy and the terms.
import { longDate } from '#content/long-date.ts'
import type { Page } from '#content/page.ts'
import { paths } from '#schemas/paths.ts'
import { HeroFrame } from '../../sections/hero.tsx'
import { PageHeading } from '../../sections/page-heading.tsx'
import { QuoteBand } from '../../sections/quote-band.tsx'
import { pageMetadata } from '../../seo/page-metadata.ts'
import type { PageInput, RenderablePage } from '../page.ts'
import { LegalText } from './legal-text.tsx'

export function textPage({ site }: PageInput, page: Page): RenderablePage {
  return {
    heroPicture: page.picture,
    isFormInHero: false,
    metadata: pageMetadata(site, page, {
      crumbs: [{ name: 'Home', path: paths.home }, page],
    }),
    body: (
      <>
        <HeroFrame picture={page.picture}>
          <PageHeading {...page.hero} />
          <p className="hero-lead">{page.hero.description}</p>
          <p className="mt-4 text-small">
            Last updated <time dateTime={page.updated}>{longDate(page.updated)}</time>
          </p>
        </HeroFrame>
        <LegalText page={page} />
        <QuoteBand company={site.company} />
      </>
    ),
  }
}
