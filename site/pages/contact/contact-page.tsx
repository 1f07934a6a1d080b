import { Clock, Mail, MapPin, Phone } from 'lucide-react'
import type { CompanyProfile } from '#content/company.ts'
import { contactHoursLines } from '#content/opening-hours.ts'
import type { ContactCard } from '#content/pages/contact.ts'
import { emailLink } from '#schemas/email-link.ts'
import { enquiryActions, paths, phoneLink } from '#schemas/paths.ts'
import { Stylesheet } from '../../page-needs.tsx'
import { socialPicture } from '../../search/social-picture.ts'
import { structuredData } from '../../search/structured-data.ts'
import { ContentSection } from '../../sections/content-section.tsx'
import { LazyPicture } from '../../sections/picture.tsx'
import { QuoteForm } from '../../sections/quote-form.tsx'
import type { PageInput, RenderablePage } from '../page.ts'
import css from './contact.css?inline'

export function contactPage({ site }: PageInput): RenderablePage {
  const {
    company,
    content: { contact: page },
  } = site
  return {
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
        <section className="wrap page-top contact-grid">
          <Stylesheet css={css} />
          <div>
            {/* The specification fixes this heading, so its small line stays outside. */}
            <p className="page-subtitle">{page.hero.subtitle}</p>
            <h1>{page.hero.title}</h1>
            <p className="hero-lead mt-5">{page.hero.description}</p>
            <p className="promise">{page.promise}</p>
          </div>
          <div className="card contact-form" id="enquiry">
            <h2 className="form-title">{page.form.heading}</h2>
            <p className="mb-5 text-small text-ink-soft">{page.form.text}</p>
            <QuoteForm
              id="contact-form"
              action={enquiryActions.homeAndContact}
              phone={company.phone}
            />
          </div>
          <ul className="contact-cards">
            {page.cards.map((card) => (
              <li key={card.kind}>
                <CardIcon kind={card.kind} />
                <div>
                  <h2>{card.title}</h2>
                  <CardFact card={card} company={company} />
                  <p>{card.text}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
        {page.sections.map((section) => (
          <ContentSection key={section.heading} section={section} />
        ))}
        <div className="wrap section">
          <LazyPicture name={page.picture} sizes="(min-width: 80rem) 78rem, 100vw" />
        </div>
      </>
    ),
  }
}

const icons = { phone: Phone, email: Mail, area: MapPin, hours: Clock }

function CardIcon({ kind }: { kind: ContactCard['kind'] }) {
  const Icon = icons[kind]
  return <Icon strokeWidth={1.8} aria-hidden="true" />
}

function CardFact({ card, company }: { card: ContactCard; company: CompanyProfile }) {
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
    <dl className="hours">
      {contactHoursLines.map(({ days, hours }) => (
        <div key={days}>
          <dt>{days}</dt>
          <dd>{hours}</dd>
        </div>
      ))}
    </dl>
  )
}
