import type { ServiceGroup, ServicePage } from '#content/page.ts'
import { Stylesheet } from '../../page-needs.tsx'
import { LazyPicture } from '../../sections/picture.tsx'
import css from './related-services.css?inline'

/** The other services of the group, each with its picture. */
export function RelatedServices({ page, group }: { page: ServicePage; group: ServiceGroup }) {
  const others = group.children.filter(({ path }) => path !== page.path)
  if (others.length === 0) return null
  return (
    <section className="wrap section">
      <Stylesheet css={css} />
      <h2>More in {group.overview.card.title.toLowerCase()}</h2>
      <ul className="related">
        {others.map(({ path, card, menuLine, picture }) => (
          <li key={path}>
            <a href={path}>
              <LazyPicture name={picture} sizes="11rem" isDecoration />
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
