// About, privacy policy and terms: words first.
import type { Page } from '#content/page.ts'
import { paths } from '#schemas/paths.ts'
import { socialPicture } from '../../search/social-picture.ts'
import { structuredData } from '../../search/structured-data.ts'
import { ContentSection } from '../../sections/content-section.tsx'
import { Hero } from '../../sections/hero.tsx'
import { PageHeading } from '../../sections/page-heading.tsx'
import { QuoteBand } from '../../sections/quote-band.tsx'
import { TrustStrip } from '../../sections/trust-strip.tsx'
import type { PageInput, RenderablePage } from '../page.ts'
import { LegalText } from './legal-text.tsx'

export interface TextPageOptions {
  /** The about page opens with a picture; legal pages with their words. */
  hasHero: boolean
}

export function textPage(
  { site }: PageInput,
  page: Page,
  { hasHero }: TextPageOptions,
): RenderablePage {
  return {
    ...(hasHero && { heroPicture: page.picture }),
    metadata: {
      ...page,
      canonical: page.path,
      socialPicture: socialPicture(page.path),
      structuredData: structuredData({
        site,
        page,
        crumbs: [{ name: 'Home', path: paths.home }, page],
      }),
    },
    body: (
      <>
        {hasHero ? (
          <>
            <Hero words={page.hero} picture={page.picture} company={site.company} />
            <TrustStrip claims={site.content.trustClaims} />
          </>
        ) : (
          <div className="wrap page-top">
            <PageHeading {...page.hero} />
            <p className="hero-lead mt-5 max-w-2xl">{page.hero.description}</p>
          </div>
        )}
        {hasHero ? (
          page.sections.map((section) => <ContentSection key={section.heading} section={section} />)
        ) : (
          <LegalText page={page} />
        )}
        <QuoteBand
          heading="Ask us anything"
          text="A quote is free and binds you to nothing. If something here is unclear, ring and ask."
          company={site.company}
        />
      </>
    ),
  }
}
