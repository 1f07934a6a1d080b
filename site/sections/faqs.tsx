import type { Faq } from '#content/page.ts'
import { ChevronDown } from '../shell/icons.tsx'

export function Faqs({ faqs }: { faqs: Faq[] }) {
  return (
    <section className="wrap section">
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
