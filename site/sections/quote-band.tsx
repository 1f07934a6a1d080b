// The call to action at the end of a page.
import type { CompanyProfile } from '#content/company.ts'
import { paths, phoneLink } from '#schemas/paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { Stylesheet } from '../page-needs.tsx'
import askCss from './ask.css?inline'
import quoteBandCss from './quote-band.css?inline'

export interface QuoteBandProps {
  heading?: string
  text?: string
  company: CompanyProfile
}

export function QuoteBand({
  heading = 'Ask us anything',
  text = 'A quote is free and binds you to nothing. If something here is unclear, ring and ask.',
  company,
}: QuoteBandProps) {
  return (
    <section className="ask ask-band">
      <Stylesheet css={askCss} />
      <Stylesheet css={quoteBandCss} />
      <div className="wrap ask-band-grid">
        <div>
          <h2>{heading}</h2>
          <p className="mt-4 max-w-xl">{text}</p>
        </div>
        <div className="hero-buttons">
          <ButtonLink kind="quote" href={paths.contact}>
            Get Your Free Quote
          </ButtonLink>
          <ButtonLink href={phoneLink(company.phone)}>Call {company.phone}</ButtonLink>
        </div>
      </div>
    </section>
  )
}
