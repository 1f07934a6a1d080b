// The template of the town pages.
import { Fragment, type ReactNode } from 'react'
import type { ServiceGroup, ServicePage } from '#content/service.ts'
import type { Town } from '#content/town.ts'
import { enquiryActions, paths } from '#schemas/paths.ts'
import { Stylesheet } from '../../page-needs.tsx'
import areaCss from '../../sections/area-map.css?inline'
import { Breadcrumbs } from '../../sections/breadcrumbs.tsx'
import chipsCss from '../../sections/chips.css?inline'
import { Steps } from '../../sections/content-section.tsx'
import { fittingFirst } from '../../sections/fitting-reviews.ts'
import { FootForm } from '../../sections/foot-form.tsx'
import { footFormId, Hero } from '../../sections/hero.tsx'
import { Illustrated } from '../../sections/illustrated.tsx'
import listsCss from '../../sections/lists.css?inline'
import proseCss from '../../sections/prose.css?inline'
import { QuoteBand } from '../../sections/quote-band.tsx'
import { QuoteForm } from '../../sections/quote-form.tsx'
import { ReasonedLinks } from '../../sections/reasoned-links.tsx'
import { Reviews } from '../../sections/reviews.tsx'
import { ServiceCards } from '../../sections/service-cards.tsx'
import { TownInset } from '../../sections/town-inset.tsx'
import { TownMap } from '../../sections/town-map.tsx'
import { TrustStrip } from '../../sections/trust-strip.tsx'
import { pageMetadata } from '../../seo/page-metadata.ts'
import type { PageInput, RenderablePage } from '../page.ts'

type Part = 'cards' | 'ground' | 'coverage' | 'why' | 'voices' | 'steps'

/** By what opens the page. Each begins and ends with another part. */
const orders: Record<Town['opensWith'], readonly Part[]> = {
  services: ['cards', 'ground', 'why', 'coverage', 'voices', 'steps'],
  map: ['coverage', 'ground', 'cards', 'why', 'steps', 'voices'],
  ground: ['ground', 'coverage', 'steps', 'voices', 'cards', 'why'],
}

export function townPage({ site, reviews, reviewSummary }: PageInput, town: Town): RenderablePage {
  const { company, content } = site
  const form = (id: string) => (
    <QuoteForm id={id} action={enquiryActions.contactFunction} phone={company.phone} />
  )
  const { picture: stepsPicture, ...steps } = content.quoteSteps
  // Every other town: the steps are the longest part that all of them share.
  const isInSteps = stepsPicture !== town.closing.picture && content.towns.indexOf(town) % 2 === 0
  const parts: Record<Part, ReactNode> = {
    cards: (
      <section className="wrap section">
        <h2>What we do in {town.name}</h2>
        <div className="mt-8">
          <ServiceCards pages={cardsOf(town, content.serviceGroups)} texts={town.services} />
        </div>
      </section>
    ),
    ground: (
      <>
        <Illustrated picture={town.ground.picture} layout={town.ground.layout}>
          <h2>{town.ground.heading}</h2>
          <p>{town.ground.text}</p>
        </Illustrated>
        <ReasonedLinks
          heading={`Work that suits ${town.name}`}
          reasons={town.ground.services}
          pages={content.allServicePages}
          isFirstLarge={isInSteps}
        />
      </>
    ),
    coverage: <Coverage town={town} />,
    why: town.whyChooseUs.length > 0 && <WhyChooseUs town={town} />,
    voices: (
      <Reviews
        reviews={fittingFirst(reviews, { town: town.name, words: town.reviewWords })}
        summary={reviewSummary}
      />
    ),
    steps: <Steps {...steps} {...(stepsPicture && isInSteps && { picture: stepsPicture })} />,
  }
  const crumbs = [
    { name: 'Home', path: paths.home },
    { name: town.name, path: town.path },
  ]
  return {
    heroPicture: town.picture,
    metadata: pageMetadata(site, town, {
      crumbs,
      town,
      service: { name: town.title, description: town.description },
    }),
    body: (
      <>
        <Hero
          text={town.hero}
          picture={town.picture}
          company={company}
          hasButtons={false}
          inset={<TownInset town={town} towns={content.towns} />}
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
        {orders[town.opensWith].map((part) => (
          <Fragment key={part}>{parts[part]}</Fragment>
        ))}
        <FootForm id={footFormId}>{form('foot-form')}</FootForm>
        <QuoteBand {...town.closing} company={company} />
      </>
    ),
  }
}

function WhyChooseUs({ town }: { town: Town }) {
  return (
    <section className="points-ground">
      <Stylesheet css={listsCss} />
      <div className="wrap section">
        <h2>Why choose us in {town.name}</h2>
        <ul className="points">
          {town.whyChooseUs.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** What a town's ground asks for comes first, so that not every town opens with one picture. */
function cardsOf({ ground }: Town, groups: readonly ServiceGroup[]): ServicePage[] {
  const asked = ground.services.map(({ path }) =>
    groups.find(({ overview, children }) =>
      [overview, ...children].some((page) => page.path === path),
    ),
  )
  return [...new Set([...asked, ...groups])].flatMap((group) => (group ? [group.overview] : []))
}

function Coverage({ town }: { town: Town }) {
  return (
    <section className={town.map ? 'wrap section coverage' : 'wrap section'}>
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
      <Stylesheet css={areaCss} />
      {town.map && <TownMap shown={town.map} />}
    </section>
  )
}
