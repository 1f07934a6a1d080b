// One template for the seven towns; every word on it is the town's own.
import type { Town } from '#content/towns/town.ts'
import { enquiryActions, paths } from '#schemas/paths.ts'
import { Stylesheet } from '../../page-needs.tsx'
import { socialPicture } from '../../search/social-picture.ts'
import { structuredData } from '../../search/structured-data.ts'
import { AreaMap } from '../../sections/area-map.tsx'
import { Breadcrumbs } from '../../sections/breadcrumbs.tsx'
import chipsCss from '../../sections/chips.css?inline'
import { Steps } from '../../sections/content-section.tsx'
import { FootForm } from '../../sections/foot-form.tsx'
import { Hero } from '../../sections/hero.tsx'
import listsCss from '../../sections/lists.css?inline'
import proseCss from '../../sections/prose.css?inline'
import { QuoteBand } from '../../sections/quote-band.tsx'
import { QuoteForm } from '../../sections/quote-form.tsx'
import { Reviews } from '../../sections/reviews.tsx'
import { ServiceCards } from '../../sections/service-cards.tsx'
import { ServiceLinks } from '../../sections/service-links.tsx'
import { TrustStrip } from '../../sections/trust-strip.tsx'
import type { PageInput, RenderablePage } from '../page.ts'

export function townPage({ site, reviews }: PageInput, town: Town): RenderablePage {
  const { company, content } = site
  const form = (id: string) => (
    <QuoteForm id={id} action={enquiryActions.everyForm} phone={company.phone} />
  )
  const crumbs = [
    { name: 'Home', path: paths.home },
    { name: town.name, path: town.path },
  ]
  return {
    heroPicture: town.picture,
    metadata: {
      ...town,
      canonical: town.path,
      socialPicture: socialPicture(town.path),
      structuredData: structuredData({
        site,
        page: town,
        crumbs,
        town,
        service: { name: town.title, description: town.description },
      }),
    },
    body: (
      <>
        <Hero
          words={town.hero}
          picture={town.picture}
          company={company}
          hasButtons={false}
          caption={`Grid square ${town.gridSquare}`}
          form={form('hero-form')}
        />
        <TrustStrip claims={content.trustClaims} />
        <Breadcrumbs crumbs={crumbs} />
        <section className="wrap section prose-section">
          <Stylesheet css={proseCss} />
          <h2>{town.intro.heading}</h2>
          <div className="prose">
            {town.intro.paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </section>
        <section className="wrap section">
          <h2>What we do in {town.name}</h2>
          <div className="mt-8">
            <ServiceCards
              pages={content.serviceGroups.map((group) => group.overview)}
              texts={{
                '/domestic': town.services.domestic,
                '/grounds-maintenance': town.services.groundsMaintenance,
                '/landscaping': town.services.landscaping,
                '/pressure-washing': town.services.pressureWashing,
              }}
            />
          </div>
        </section>
        <ServiceLinks
          heading={`Also in ${town.name}`}
          pages={content.allServicePages.filter(({ path }) => town.alsoHere.includes(path))}
        />
        <section className="wrap section">
          <h2>Why choose us in {town.name}</h2>
          <Stylesheet css={listsCss} />
          <ul className="points">
            {town.whyChooseUs.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section className="wrap section coverage">
          <div>
            <h2>{town.coverage.heading}</h2>
            <p className="mt-4">{town.coverage.text}</p>
            <Stylesheet css={chipsCss} />
            <ul className="chips" aria-label={`Areas we cover around ${town.name}`}>
              {town.chips.map((chip) => (
                <li key={chip}>{chip}</li>
              ))}
            </ul>
          </div>
          <AreaMap towns={content.towns} here={town.path} />
        </section>
        <Reviews reviews={reviews} />
        <Steps {...content.quoteSteps} />
        <FootForm>{form('foot-form')}</FootForm>
        <QuoteBand heading={town.closing.heading} text={town.closing.text} company={company} />
      </>
    ),
  }
}
