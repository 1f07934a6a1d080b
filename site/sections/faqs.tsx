import type { CompanyProfile } from '#content/company.ts'
import type { Faq } from '#content/page.ts'
import { phoneLink } from '#schemas/paths.ts'
import { Stylesheet } from '../page-needs.tsx'
import { ChevronDown } from '../shell/icons.tsx'
import css from './faqs.css?inline'

export interface FaqsProps {
  faqs: Faq[]
  company: CompanyProfile
  /** Across the window, on a quiet ground of its own. */
  isOnGround?: boolean
}

export function Faqs({ faqs, company, isOnGround = false }: FaqsProps) {
  if (faqs.length === 0) return null
  const content = (
    <>
      <Stylesheet css={css} />
      <h2>Questions people ask us</h2>
      <div className="faqs">
        {faqs.map(({ question, answer }) => (
          <details key={question}>
            <summary>
              {question}
              <ChevronDown />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
      <p className="beside-heading">
        Something else? Ring <a href={phoneLink(company.phone)}>{company.phone}</a>.
      </p>
    </>
  )
  if (!isOnGround) return <section className="wrap section faqs-section">{content}</section>
  return (
    <section className="faqs-ground">
      <div className="wrap faqs-section">{content}</div>
    </section>
  )
}
