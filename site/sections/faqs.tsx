import type { Faq } from '#content/page.ts'
import { Stylesheet } from '../page-needs.tsx'
import { ChevronDown } from '../shell/icons.tsx'
import css from './faqs.css?inline'

export function Faqs({ faqs }: { faqs: Faq[] }) {
  if (faqs.length === 0) return null
  return (
    <section className="wrap section faqs-section">
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
    </section>
  )
}
