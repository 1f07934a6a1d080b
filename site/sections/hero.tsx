// The first screen: a picture, what the page is about, and two ways to ask for a quote. Where there
// is a form it stands beside the words on large screens; small ones have it after the content.

import type { ReactNode } from 'react'
import type { CompanyProfile } from '#content/company.ts'
import type { Hero as HeroWords } from '#content/page.ts'
import { type PictureName, pictures } from '#content/pictures.ts'
import { paths, phoneLink } from '#schemas/paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { PageHeading } from './page-heading.tsx'
import { HeroPicture } from './picture.tsx'

export interface HeroProps {
  words: HeroWords
  picture: PictureName
  company: CompanyProfile
  /** The enquiry form, or nothing. */
  form?: ReactNode
  /** Town pages have the form and no button. */
  hasButtons?: boolean
  caption?: string
}

export function Hero({ words, picture, company, form, hasButtons = true, caption }: HeroProps) {
  return (
    <section className={`hero hero-${pictures[picture].family}`}>
      <HeroPicture name={picture} />
      <div className="wrap hero-grid">
        <div className="hero-words">
          <PageHeading {...words} />
          <p className="hero-lead">{words.description}</p>
          {hasButtons && (
            <div className="hero-buttons">
              <ButtonLink kind="quote" href={paths.contact}>
                Get Your Free Quote
              </ButtonLink>
              <ButtonLink href={phoneLink(company.phone)}>Call Now</ButtonLink>
            </div>
          )}
          {caption && <p className="hero-caption">{caption}</p>}
        </div>
        {form && (
          <div className="card hero-form">
            <FormTitle />
            {form}
          </div>
        )}
      </div>
    </section>
  )
}

/** Above a form. In a hero it is no heading: it stands beside the page's first one. */
export function FormTitle({ isHeading = false }: { isHeading?: boolean }) {
  const Title = isHeading ? 'h2' : 'p'
  return (
    <div className="mb-4">
      <Title className="form-title">Tell us about the job</Title>
      <p className="text-small text-ink-soft">Free, no obligation. We reply within 24 hours.</p>
    </div>
  )
}
