import { Clock, Mail, MapPin, Phone } from 'lucide-react'
import { closedDays, shownClosures } from '#content/closures.ts'
import type { CompanyProfile } from '#content/company.ts'
import { type Hours, openingLines } from '#content/opening-hours.ts'
import type { ContactCard } from '#content/pages.ts'
import { emailLink } from '#schemas/email-link.ts'
import { enquiryActions, paths, phoneLink } from '#schemas/paths.ts'
import { Stylesheet } from '../../page-needs.tsx'
import { AreaMap, areaMap, TownLinks } from '../../sections/area-map.tsx'
import { ContentSection } from '../../sections/content-section.tsx'
import { HeroFrame } from '../../sections/hero.tsx'
import promiseCss from '../../sections/promise.css?inline'
import { contactFormId, QuoteForm } from '../../sections/quote-form.tsx'
import { pageMetadata } from '../../seo/page-metadata.ts'
import type { PageInput, RenderablePage } from '../page.ts'
import css from './contact.css?inline'

export function contactPage({ site }: PageInput): RenderablePage {
  const { company, content } = site
  const page = content.contact
  return {
    heroPicture: page.picture,
    metadata: pageMetadata(site, page, {
      crumbs: [{ name: 'Home', path: paths.home }, page],
    }),
    body: (
      <>
        <Stylesheet css={promiseCss} />
        <HeroFrame
          picture={page.picture}
          beside={
            <div className="card hero-form contact-form" id={contactFormId}>
              <h2 className="form-title">{page.form.heading}</h2>
              <p className="mb-5 text-small text-ink-soft">{page.form.text}</p>
              <QuoteForm
                id="contact-form"
                action={enquiryActions.contactApi}
                phone={company.phone}
              />
            </div>
          }
        >
          {/* The specification fixes the text of this heading, so the subtitle is outside it. */}
          <p className="page-subtitle">{page.hero.subtitle}</p>
          <h1>{page.hero.title}</h1>
          <p className="hero-lead">{page.hero.description}</p>
          <p className="promise">{page.promise}</p>
        </HeroFrame>
        <Stylesheet css={css} />
        <ul className="wrap contact-cards">
          {page.cards.map((card) => (
            <li key={card.kind}>
              <CardIcon kind={card.kind} />
              <div>
                <h2>{card.title}</h2>
                <CardFact card={card} company={company} hours={content.hours} />
                <p>{card.text}</p>
              </div>
            </li>
          ))}
        </ul>
        {page.sections.map((section) => (
          <ContentSection key={section.heading} section={section} />
        ))}
        <section className={areaMap(content) ? 'wrap section area' : 'wrap section'}>
          <AreaMap towns={content.towns} />
          <div>
            <h2>{page.map.heading}</h2>
            <p className="mt-5">{page.map.text}</p>
            <div className="mt-5">
              <TownLinks towns={content.towns} />
            </div>
          </div>
        </section>
      </>
    ),
  }
}

const icons = { phone: Phone, email: Mail, area: MapPin, hours: Clock }

function CardIcon({ kind }: { kind: ContactCard['kind'] }) {
  const Icon = icons[kind]
  return <Icon strokeWidth={1.8} aria-hidden="true" />
}

interface CardFactProps {
  card: ContactCard
  company: CompanyProfile
  hours: Hours
}

function CardFact({ card, company, hours: { telephone, closures = [] } }: CardFactProps) {
  if (card.kind === 'phone') {
    return (
      <a className="contact-fact" href={phoneLink(company.phone)}>
        {company.phone}
      </a>
    )
  }
  if (card.kind === 'email') {
    return (
      <a className="contact-fact" href={emailLink(company.email)}>
        {company.email}
      </a>
    )
  }
  if (card.kind === 'area') return null
  return (
    <>
      <p
        className="open-now"
        id="open-now"
        data-hours={JSON.stringify({ telephone, closures: shownClosures(closures, new Date()) })}
      />
      <dl className="hours">
        {openingLines(telephone).map(({ days, hours }) => (
          <div key={days}>
            <dt>{days}</dt>
            <dd>{hours}</dd>
          </div>
        ))}
        {shownClosures(closures, new Date()).map((closure) => (
          <div key={closure.from}>
            <dt>{closedDays(closure)}</dt>
            <dd>Closed{closure.reason && ` (${closure.reason})`}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
