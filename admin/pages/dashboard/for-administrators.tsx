// Shown instead of a tab that the role may not open. None of that tab's data is requested.
import { Link } from '@tanstack/react-router'

export function ForAdministrators({ part }: { part: string }) {
  return (
    <section className="empty" aria-labelledby="refused-heading">
      <h2 id="refused-heading">This page is for administrators</h2>
      <p>
        {part} is not part of your role: you work on enquiries, see the figures and draft texts of
        the website. If you need something here, ask an administrator.
      </p>
      <Link className="button button-outline" to="/admin/enquiries">
        Go to Enquiries
      </Link>
    </section>
  )
}
