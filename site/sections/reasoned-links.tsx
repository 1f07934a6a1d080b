// Links to services, each with a picture and the reason why it is named here.
import type { Reason, ServicePage } from '#content/service.ts'
import { Stylesheet } from '../page-needs.tsx'
import { LazyPicture } from './picture.tsx'
import css from './reasoned-links.css?inline'

export interface ReasonedLinksProps {
  heading: string
  reasons: readonly Reason[]
  pages: readonly ServicePage[]
  /** Further pages, as plain links. */
  more?: { text: string; pages: readonly ServicePage[] }
}

export function ReasonedLinks({ heading, reasons, pages, more }: ReasonedLinksProps) {
  const shown = reasons.flatMap(({ path, why }) => {
    const page = pages.find((candidate) => candidate.path === path)
    return page ? [{ page, why }] : []
  })
  if (shown.length === 0) return null
  return (
    <section className="wrap section related-section">
      <Stylesheet css={css} />
      <h2>{heading}</h2>
      <ul className="related">
        {shown.map(({ page: { path, card, picture }, why }) => (
          <li key={path}>
            <a href={path}>
              <LazyPicture
                name={picture}
                sizes="(min-width: 110rem) 41rem, (min-width: 64rem) 34rem, (min-width: 40rem) 60vw, 100vw"
                isDecoration
              />
              <strong>{card.title}</strong>
            </a>
            <p>{why}</p>
          </li>
        ))}
      </ul>
      {more && more.pages.length > 0 && (
        <p className="related-more">
          {more.text}{' '}
          {more.pages.map(({ path, card }, i) => (
            <span key={path}>
              {i > 0 && ', '}
              <a href={path}>{card.title}</a>
            </span>
          ))}
          .
        </p>
      )}
    </section>
  )
}
