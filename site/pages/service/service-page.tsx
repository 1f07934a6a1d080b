// One template for overviews and single services: the content decides which sections there are.
import type { ServiceGroup, ServicePage } from '#content/page.ts'
import { enquiryActions, paths } from '#schemas/paths.ts'
import { socialPicture } from '../../search/social-picture.ts'
import { type Crumb, structuredData } from '../../search/structured-data.ts'
import { Breadcrumbs } from '../../sections/breadcrumbs.tsx'
import { ContentSection } from '../../sections/content-section.tsx'
import { Faqs } from '../../sections/faqs.tsx'
import { FootForm } from '../../sections/foot-form.tsx'
import { Hero } from '../../sections/hero.tsx'
import { QuoteBand } from '../../sections/quote-band.tsx'
import { QuoteForm } from '../../sections/quote-form.tsx'
import { SectionHead } from '../../sections/section-head.tsx'
import { ServiceCards } from '../../sections/service-cards.tsx'
import { ServiceLinks } from '../../sections/service-links.tsx'
import { TrustStrip } from '../../sections/trust-strip.tsx'
import { WhereWeWork } from '../../sections/where-we-work.tsx'
import type { PageInput, RenderablePage } from '../page.ts'

export function servicePage(
  { site }: PageInput,
  page: ServicePage,
  group: ServiceGroup,
): RenderablePage {
  const { company, content } = site
  const isOverview = page === group.overview
  const crumbs: Crumb[] = [
    { name: 'Home', path: paths.home },
    ...(isOverview ? [] : [group.overview]),
    page,
  ].map(({ name, path }) => ({ name, path }))
  const form = (id: string) => (
    <QuoteForm
      id={id}
      action={enquiryActions.everyForm}
      phone={site.company.phone}
      service={page.enquiryService}
    />
  )

  return {
    heroPicture: page.picture,
    enquiryService: page.enquiryService,
    metadata: {
      ...page,
      canonical: page.canonical ?? page.path,
      socialPicture: socialPicture(page.path),
      structuredData: structuredData({
        site,
        page: { ...page, path: page.canonical ?? page.path },
        crumbs,
        service: { name: page.name, description: page.description },
        faqs: page.faqs,
      }),
    },
    body: (
      <>
        <Hero
          words={page.hero}
          picture={page.picture}
          company={company}
          form={page.formAtFoot ? undefined : form('hero-form')}
        />
        <TrustStrip claims={content.trustClaims} />
        <Breadcrumbs crumbs={crumbs} />
        {isOverview && group.cards.length > 0 && (
          <section className="wrap section">
            <SectionHead
              heading={group.cardsIntro?.heading ?? page.name}
              text={group.cardsIntro?.text}
            />
            <ServiceCards pages={group.cards} />
          </section>
        )}
        {page.sections.map((section) => (
          <ContentSection key={section.heading} section={section} />
        ))}
        {page.faqs && <Faqs faqs={page.faqs} />}
        {page.formAtFoot ? (
          <section className="wrap section" id="quote-form">
            <SectionHead
              heading="Ask for a price"
              text="Tell us where the ground is and what is growing on it. Free, no obligation, and a reply within 24 hours."
            />
            <div className="card foot-card">{form('foot-form')}</div>
          </section>
        ) : (
          <FootForm>{form('foot-form')}</FootForm>
        )}
        {!isOverview && (
          <ServiceLinks
            heading={`More in ${group.overview.card.title.toLowerCase()}`}
            pages={group.children.filter(({ path }) => path !== page.path)}
          />
        )}
        <WhereWeWork towns={content.towns} />
        <QuoteBand
          heading="A price before anything starts"
          text="We come and look, then put a fixed price in writing. It costs nothing and commits you to nothing."
          company={company}
        />
      </>
    ),
  }
}
