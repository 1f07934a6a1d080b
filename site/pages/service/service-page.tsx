// The template of overviews and single services; the content decides which sections there are.
import type { ServiceGroup, ServicePage } from '#content/service.ts'
import { enquiryActions, paths } from '#schemas/paths.ts'
import { AskForm } from '../../sections/ask-form.tsx'
import { Breadcrumbs } from '../../sections/breadcrumbs.tsx'
import { closingPicture, picturesIn } from '../../sections/closing-picture.ts'
import { ContentSection } from '../../sections/content-section.tsx'
import { Faqs } from '../../sections/faqs.tsx'
import { fittingFirst, isAbout } from '../../sections/fitting-reviews.ts'
import { FootForm } from '../../sections/foot-form.tsx'
import { footFormId, Hero } from '../../sections/hero.tsx'
import { JobFacts } from '../../sections/job-facts.tsx'
import { QuoteBand } from '../../sections/quote-band.tsx'
import { QuoteForm } from '../../sections/quote-form.tsx'
import { ReasonedLinks } from '../../sections/reasoned-links.tsx'
import { Reviews } from '../../sections/reviews.tsx'
import { SectionHead } from '../../sections/section-head.tsx'
import { ServiceCards } from '../../sections/service-cards.tsx'
import { TrustStrip } from '../../sections/trust-strip.tsx'
import { TownSentence, TownsBeside, WhereWeWork } from '../../sections/where-we-work.tsx'
import { pageMetadata } from '../../seo/page-metadata.ts'
import type { Crumb } from '../../seo/structured-data.ts'
import type { PageInput, RenderablePage } from '../page.ts'

export function servicePage(
  { site, reviews, reviewSummary }: PageInput,
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
      action={enquiryActions.contactFunction}
      phone={site.company.phone}
      service={page.enquiryService}
    />
  )

  // Every page ends alike; neighbouring ones at least not in the same order, on the same ground, or with
  // the same picture.
  const place = content.allServicePages.indexOf(page)
  const isEven = place % 2 === 0
  const questions = <Faqs key="questions" faqs={page.faqs} company={company} isOnGround={isEven} />
  const fitting = fittingFirst(reviews, { service: page.enquiryService, words: page.reviewWords })
  const voices = (
    <Reviews
      key="voices"
      reviews={fitting}
      summary={reviewSummary}
      isFirstLarge={fitting.slice(0, 1).some((review) => isAbout(page.reviewWords, review))}
    />
  )

  const linked = content.allServicePages.filter(({ path }) =>
    page.belongsWith.some((reason) => reason.path === path),
  )
  const cards = isOverview ? group.cards : []
  const shown = new Set([...picturesIn(page), ...[...cards, ...linked].map((one) => one.picture)])
  const picture = isEven ? closingPicture(content, place / 2, shown) : undefined

  return {
    heroPicture: page.picture,
    isFormInHero: !page.formAtFoot,
    enquiryService: page.enquiryService,
    metadata: pageMetadata(site, page, {
      crumbs,
      service: {
        ...{ name: page.name, description: page.description },
        prices: page.facts.prices ?? [],
      },
      faqs: page.faqs,
    }),
    body: (
      <>
        <Hero
          text={page.hero}
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
        {page.sections.slice(0, 2).map((section) => (
          <ContentSection key={section.heading} section={section} />
        ))}
        <JobFacts facts={page.facts} />
        {page.sections.slice(2).map((section) => (
          <ContentSection key={section.heading} section={section} />
        ))}
        {isEven ? [voices, questions] : [questions, voices]}
        {page.formAtFoot && (
          <AskForm
            id={footFormId}
            heading="Ask for a price"
            text={
              page.formText ??
              'Tell us about the job. Free, no obligation, and a reply within 24 hours.'
            }
            company={company}
          >
            {form('foot-form')}
          </AskForm>
        )}
        <ReasonedLinks
          heading="Often done at the same time"
          reasons={page.belongsWith}
          pages={content.allServicePages}
          isFirstLarge={!isEven}
          {...(!isOverview && {
            more: {
              text: `More in ${group.overview.card.title.toLowerCase()}:`,
              pages: group.children.filter(
                ({ path }) =>
                  path !== page.path && page.belongsWith.every((reason) => reason.path !== path),
              ),
            },
          })}
        />
        {page.formAtFoot ? (
          <WhereWeWork towns={content.towns} />
        ) : (
          <>
            <QuoteBand {...content.serviceClosing} company={company} picture={picture}>
              {picture ? (
                content.towns.length > 0 && <TownSentence towns={content.towns} />
              ) : (
                <TownsBeside towns={content.towns} />
              )}
            </QuoteBand>
            <FootForm>{form('foot-form')}</FootForm>
          </>
        )}
      </>
    ),
  }
}
