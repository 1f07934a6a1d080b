// The page's enquiry form on small screens, after the content. On large ones the hero has it. They
// are two forms of which one shows: moving a single one would part what is seen from the tab order.
import type { ReactNode } from 'react'
import { FormTitle } from './hero.tsx'

export function FootForm({ children }: { children: ReactNode }) {
  return (
    <section className="wrap section foot-form">
      <div className="card">
        <FormTitle isHeading />
        {children}
      </div>
    </section>
  )
}
