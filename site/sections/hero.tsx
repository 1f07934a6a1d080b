// The hero: a picture, the heading and two buttons. If there is a form, it is beside the text on large
// screens; on small ones it follows the content (foot-form.tsx). Scenes lie behind the text; miniatures
// stand between the text and the form, or above the text.
import type { ReactNode } from 'react'
import type { CompanyProfile } from '#content/company.ts'
import type { Hero as HeroText } from '#content/page.ts'
import { paths, phoneLink } from '#schemas/paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { useContent } from '../content-context.ts'
import { Stylesheet } from '../page-needs.tsx'
import miniatureCss from './hero-miniature.css?inline'
import { HeroPicture } from './hero-picture.tsx'
import sceneCss from './hero-scene.css?inline'
import { PageHeading } from './page-heading.tsx'
import { familyOf } from './picture.tsx'

/** Of the page's form after the content. */
export const footFormId = 'quote-form'
/** After the form: the browser goes on as soon as an element with the id begins. */
const formEndId = 'form-end'
/** As in hero.css. */
const isBesideWords = '(min-width: 64rem)'

export interface HeroProps {
  text: HeroText
  picture: string
  company: CompanyProfile
  /** The enquiry form, if the page has one here. */
  form?: ReactNode
  /** Town pages have the form and no buttons; on small screens a link leads to the form at the foot. */
  hasButtons?: boolean
  /** What only this page has: a town's place on the map. */
  inset?: ReactNode
}

export function Hero({ text, picture, company, form, hasButtons = true, inset }: HeroProps) {
  const beside = form && (
    <div className="card hero-form">
      {/* It stands on the hero's foot: painted while it is half there, it would rise as it grows. */}
      <link rel="expect" href={`#${formEndId}`} blocking="render" media={isBesideWords} />
      <FormTitle />
      {form}
      <span id={formEndId} hidden />
    </div>
  )
  return (
    <HeroFrame picture={picture} beside={beside}>
      <PageHeading {...text} />
      <p className="hero-lead">{text.description}</p>
      {hasButtons && (
        <div className="hero-buttons">
          <ButtonLink kind="quote" href={paths.contact}>
            Get Your Free Quote
          </ButtonLink>
          <ButtonLink href={phoneLink(company.phone)}>Call Now</ButtonLink>
        </div>
      )}
      {!hasButtons && form && (
        <div className="hero-buttons hero-to-form">
          <ButtonLink kind="quote" href={`#${footFormId}`}>
            Ask for a free quote
          </ButtonLink>
        </div>
      )}
      {inset}
    </HeroFrame>
  )
}

export interface HeroFrameProps {
  picture: string
  /** On large screens, at the end of the row. */
  beside?: ReactNode
  /** The words. */
  children: ReactNode
}

/** The picture with any words. */
export function HeroFrame({ picture, beside, children }: HeroFrameProps) {
  const family = familyOf(picture, useContent().pictures)
  const shown = <HeroPicture name={picture} hasForm={Boolean(beside)} />
  return (
    <section className={`hero hero-${family}`}>
      <Stylesheet css={family === 'scene' ? sceneCss : miniatureCss} />
      {family === 'scene' && shown}
      <div className="wrap hero-grid">
        {family === 'miniature' && shown}
        <div className="hero-words">{children}</div>
        {beside}
      </div>
    </section>
  )
}

/** The title of a form. In a hero it is not a heading, because it is beside the page's h1. */
export function FormTitle({ isHeading = false }: { isHeading?: boolean }) {
  const Title = isHeading ? 'h2' : 'p'
  return (
    <div className="mb-4">
      <Title className="form-title">Tell us about the job</Title>
      <p className="text-small text-ink-soft">Free, no obligation. We reply within 24 hours.</p>
    </div>
  )
}
