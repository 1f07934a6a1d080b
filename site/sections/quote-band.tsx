// The call to action at the end of a page.
import type { ReactNode } from 'react'
import type { CompanyProfile } from '#content/company.ts'
import { paths, phoneLink } from '#schemas/paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { useContent } from '../content-context.ts'
import { Stylesheet } from '../page-needs.tsx'
import askCss from './ask.css?inline'
import { Illustrated } from './illustrated.tsx'
import { hasPicture } from './picture.tsx'
import quoteBandCss from './quote-band.css?inline'

export interface QuoteBandProps {
  heading?: string
  text?: string
  company: CompanyProfile
  /** A model on its own ground, or a scene under a card with the words. */
  picture?: string | undefined
  /** Beside the words: where we work. Under them if there is a picture. */
  children?: ReactNode
}

export function QuoteBand({
  heading = 'Ask us anything',
  text = 'A quote is free and binds you to nothing. If something here is unclear, ring and ask.',
  company,
  picture,
  children,
}: QuoteBandProps) {
  const { pictures } = useContent()
  const buttons = (
    <div className="hero-buttons">
      <ButtonLink kind="quote" href={paths.contact}>
        Get Your Free Quote
      </ButtonLink>
      <ButtonLink href={phoneLink(company.phone)}>Call {company.phone}</ButtonLink>
    </div>
  )
  if (picture && hasPicture(picture, pictures)) {
    return (
      <Illustrated picture={picture} layout="wide">
        <Stylesheet css={quoteBandCss} />
        <h2>{heading}</h2>
        <p>{text}</p>
        {buttons}
        {children && <div className="mt-6 text-small">{children}</div>}
      </Illustrated>
    )
  }
  return (
    <section className="ask ask-band">
      <Stylesheet css={askCss} />
      <Stylesheet css={quoteBandCss} />
      <div className={children ? 'wrap ask-grid' : 'wrap ask-band-grid'}>
        <div>
          <h2>{heading}</h2>
          <p className="mt-4">{text}</p>
          {children && buttons}
        </div>
        {children ?? buttons}
      </div>
    </section>
  )
}
