// The page's enquiry form on small screens, after the content; on large ones it is in the hero. There
// are two forms and CSS shows one: moving a single one would break the tab order.
import type { ReactNode } from 'react'
import { FormTitle } from './hero.tsx'

export interface FootFormProps {
  /** Only where the hero links to it: every byte of the home page counts. */
  id?: string
  children: ReactNode
}

export function FootForm({ id, children }: FootFormProps) {
  return (
    <section className="wrap section foot-form" id={id}>
      <div className="card">
        <FormTitle isHeading />
        {children}
      </div>
    </section>
  )
}
