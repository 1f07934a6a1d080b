import type { ServicePage } from '#content/page.ts'
import { Stylesheet } from '../page-needs.tsx'
import { LazyPicture } from './picture.tsx'
import css from './service-links.css?inline'

export interface ServiceLinksProps {
  heading: string
  pages: readonly ServicePage[]
}

/** Further services, each with its picture and a line. */
export function ServiceLinks({ heading, pages }: ServiceLinksProps) {
  if (pages.length === 0) return null
  return (
    <section className="wrap section related-section">
      <Stylesheet css={css} />
      <h2>{heading}</h2>
      <ul className="related">
        {pages.map(({ path, card, menuLine, picture }) => (
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
