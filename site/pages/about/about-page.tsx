import { paths } from '#schemas/paths.ts'
import { Stylesheet } from '../../page-needs.tsx'
import { closingPicture, picturesIn } from '../../sections/closing-picture.ts'
import { ContentSection } from '../../sections/content-section.tsx'
import { Hero } from '../../sections/hero.tsx'
import { PictureStory } from '../../sections/picture-story.tsx'
import { QuoteBand } from '../../sections/quote-band.tsx'
import { TrustStrip } from '../../sections/trust-strip.tsx'
import { pageMetadata } from '../../seo/page-metadata.ts'
import type { PageInput, RenderablePage } from '../page.ts'
import css from './about.css?inline'

export function aboutPage({ site }: PageInput): RenderablePage {
  const { company, content } = site
  const page = content.about
  const [first, ...others] = page.sections
  const { credentials = [] } = company
  return {
    heroPicture: page.picture,
    metadata: pageMetadata(site, page, {
      crumbs: [{ name: 'Home', path: paths.home }, page],
    }),
    body: (
      <>
        <Hero text={page.hero} picture={page.picture} company={company} />
        <TrustStrip claims={content.trustClaims} />
        <Stylesheet css={css} />
        {first && <ContentSection section={first} />}
        {page.pictureNote && <p className="wrap picture-note">{page.pictureNote}</p>}
        <PictureStory {...page.story} />
        {others.map((section) => (
          <ContentSection key={section.heading} section={section} />
        ))}
        {credentials.length > 0 && (
          <section className="wrap section">
            <h2>{page.credentialsHeading}</h2>
            <dl className="credentials">
              {credentials.map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        <QuoteBand
          company={company}
          picture={closingPicture(content, 0, new Set(picturesIn(page)))}
        />
      </>
    ),
  }
}
