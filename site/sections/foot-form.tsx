// The page's enquiry form on small screens, after the content; on large ones it is in the hero. There
// are two forms and CSS shows one: moving a single one would break the tab order.
import type { ReactNode } from 'react'
import { FormTitle, footFormId } from './hero.tsx'

export function FootForm({ children }: { children: ReactNode }) {
  return (
    <section className="wrap section foot-form" id={footFormId}>
      <div className="card">
        <FormTitle isHeading />
        {children}
      </div>
    </section>
  )
}
