// In place of a part of the dashboard that the role does not have. Nothing of that part is asked for.
import { Link } from '@tanstack/react-router'

export function ForAdministrators({ part }: { part: string }) {
  return (
    <section className="empty" aria-labelledby="refused-heading">
      <h2 id="refused-heading">This page is for administrators</h2>
      <p>
        {part} is not part of your role: you work on enquiries and see the figures. If you need
        something here, ask an administrator.
      </p>
      <Link className="button button-outline" to="/admin/enquiries">
        Go to Enquiries
      </Link>
    </section>
  )
}
