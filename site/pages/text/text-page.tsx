// The template of the privacy policy and the terms.
import type { Page } from '#content/page.ts'
import { paths } from '#schemas/paths.ts'
import { PageHeading } from '../../sections/page-heading.tsx'
import { QuoteBand } from '../../sections/quote-band.tsx'
import { pageMetadata } from '../../seo/page-metadata.ts'
import type { PageInput, RenderablePage } from '../page.ts'
import { LegalText } from './legal-text.tsx'

export function textPage({ site }: PageInput, page: Page): RenderablePage {
  return {
    metadata: pageMetadata(site, page, {
      crumbs: [{ name: 'Home', path: paths.home }, page],
    }),
    body: (
      <>
        <div className="wrap page-top">
          <PageHeading {...page.hero} />
          <p className="hero-lead mt-5 max-w-2xl">{page.hero.description}</p>
        </div>
        <LegalText page={page} />
        <QuoteBand company={site.company} />
      </>
    ),
  }
}
