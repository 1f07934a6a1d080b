import type { ServiceGroup, ServicePage } from '#content/page.ts'
import { ServiceIcon } from '../../sections/service-icon.tsx'

/** The other services of the group, as a quiet list. */
export function RelatedServices({ page, group }: { page: ServicePage; group: ServiceGroup }) {
  const others = group.children.filter(({ path }) => path !== page.path)
  if (others.length === 0) return null
  return (
    <section className="wrap section">
      <h2>More in {group.overview.name.toLowerCase()}</h2>
      <ul className="related">
        {others.map(({ path, card, menuLine }) => (
          <li key={path}>
            <a href={path}>
              <ServiceIcon name={card.icon} />
              <span>
                <strong>{card.title}</strong>
                <small>{menuLine}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
