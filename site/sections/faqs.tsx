import type { Faq } from '#content/page.ts'
import { Stylesheet } from '../page-needs.tsx'
import { ChevronDown } from '../shell/icons.tsx'
import css from './faqs.css?inline'

export interface FaqsProps {
  faqs: Faq[]
  /** Across the window, on a quiet ground of its own. */
  isOnGround?: boolean
}

export function Faqs({ faqs, isOnGround = false }: FaqsProps) {
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
    </>
  )
  if (!isOnGround) return <section className="wrap section faqs-section">{content}</section>
  return (
    <section className="faqs-ground">
      <div className="wrap faqs-section">{content}</div>
    </section>
  )
}
