import { enquiryActions, paths } from '#schemas/paths.ts'
import { Stylesheet } from '../../page-needs.tsx'
import { AreaMap, areaMap, TownLinks } from '../../sections/area-map.tsx'
import { AskForm } from '../../sections/ask-form.tsx'
import bandCss from '../../sections/band.css?inline'
import { Hero } from '../../sections/hero.tsx'
import { LazyPicture } from '../../sections/picture.tsx'
import { QuoteForm } from '../../sections/quote-form.tsx'
import { Reviews } from '../../sections/reviews.tsx'
import { SectionHead } from '../../sections/section-head.tsx'
import { ServiceCards } from '../../sections/service-cards.tsx'
import { TrustStrip } from '../../sections/trust-strip.tsx'
import { pageMetadata } from '../../seo/page-metadata.ts'
import type { PageInput, RenderablePage } from '../page.ts'
import whyCss from './why.css?inline'

export function homePage({ site, reviews, reviewSummary }: PageInput): RenderablePage {
  const { company, content } = site
  const form = (id: string) => (
    <QuoteForm id={id} action={enquiryActions.contactApi} phone={company.phone} />
  )
  const { services, whyChooseUs, serviceArea, callToAction, ...page } = content.home
  return {
    heroPicture: page.picture,
    metadata: pageMetadata(site, page, { crumbs: [{ name: 'Home', path: paths.home }] }),
    body: (
      <>
        <Hero text={page.hero} picture={page.picture} company={company} form={form('hero-form')} />
        <TrustStrip claims={content.trustClaims} />
        <section className="wrap section">
          <SectionHead {...services} />
          <ServiceCards pages={content.serviceGroups.map((group) => group.overview)} />
        </section>
        <Reviews reviews={reviews.slice(0, 4)} summary={reviewSummary} />
        <section className="band contours on-dark">
          <Stylesheet css={bandCss} />
          <Stylesheet css={whyCss} />
          <div className="wrap why">
            <div>
              <h2>{whyChooseUs.heading}</h2>
              <p className="mt-4">{whyChooseUs.text}</p>
              <LazyPicture
                name={whyChooseUs.picture ?? content.contact.picture}
                sizes="(min-width: 110rem) 51rem, (min-width: 64rem) 48vw, 100vw"
                className="mt-8"
              />
            </div>
            <ul className="why-points">
              {whyChooseUs.points.map(({ title, text }) => (
                <li key={title}>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </li>
              ))}
            </ul>
          </div>
        </section>
        <section className="wrap section">
          <SectionHead {...serviceArea} />
          <div className={areaMap(content) ? 'area' : undefined}>
            <AreaMap towns={content.towns} />
            <TownLinks towns={content.towns} />
          </div>
        </section>
        <AskForm {...callToAction} company={company}>
          {form('ask-form')}
        </AskForm>
      </>
    ),
  }
}
