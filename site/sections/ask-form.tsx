// A form beside the invitation to use it, on a ground of its own.
import type { ReactNode } from 'react'
import type { CompanyProfile } from '#content/company.ts'
import { phoneLink } from '#schemas/paths.ts'
import { Stylesheet } from '../page-needs.tsx'
import askCss from './ask.css?inline'

export interface AskFormProps {
  heading: string
  text: string
  company: CompanyProfile
  id?: string
  /** The form. */
  children: ReactNode
}

export function AskForm(props: AskFormProps) {
  const { heading, text, company, id, children } = props
  return (
    <section className="ask" id={id}>
      <Stylesheet css={askCss} />
      <div className="wrap ask-grid">
        <div>
          <h2>{heading}</h2>
          <p className="hero-lead mt-5">{text}</p>
          <p className="mt-6">
            <a className="big-phone" href={phoneLink(company.phone)}>
              {company.phone}
            </a>
          </p>
        </div>
        <div className="card">{children}</div>
      </div>
    </section>
  )
}
