// Links to services, each with a picture and the reason why it is named here.
import type { Reason, ServicePage } from '#content/service.ts'
import { useContent } from '../content-context.ts'
import { Stylesheet } from '../page-needs.tsx'
import { hasPicture, LazyPicture } from './picture.tsx'
import css from './reasoned-links.css?inline'
import leadCss from './related-lead.css?inline'

/** Of a scene that fills a frame of 4:3. */
const sizes = '(min-width: 110rem) 41rem, (min-width: 64rem) 34rem, (min-width: 40rem) 60vw, 100vw'
const leadSizes =
  '(min-width: 110rem) 54rem, (min-width: 64rem) 44rem, (min-width: 40rem) 60vw, 100vw'
const besideLeadSizes =
  '(min-width: 110rem) 25rem, (min-width: 64rem) 20rem, (min-width: 40rem) 60vw, 100vw'

export interface ReasonedLinksProps {
  heading: string
  reasons: readonly Reason[]
  pages: readonly ServicePage[]
  /** On a wide screen, of three with pictures. */
  isFirstLarge?: boolean
  /** Further pages, as plain links. */
  more?: { text: string; pages: readonly ServicePage[] }
}

export function ReasonedLinks(props: ReasonedLinksProps) {
  const { heading, reasons, pages, isFirstLarge, more } = props
  const { pictures } = useContent()
  const shown = reasons.flatMap(({ path, why }) => {
    const page = pages.find((candidate) => candidate.path === path)
    return page ? [{ page, why }] : []
  })
  if (shown.length === 0) return null
  const hasLead =
    isFirstLarge &&
    shown.length === 3 &&
    shown.every(({ page }) => hasPicture(page.picture, pictures))
  const sizesAt = (place: number) => (place === 0 ? leadSizes : besideLeadSizes)
  return (
    <section className="wrap section related-section">
      <Stylesheet css={css} />
      {hasLead && <Stylesheet css={leadCss} />}
      <h2>{heading}</h2>
      <ul className={hasLead ? 'related related-lead' : 'related'}>
        {shown.map(({ page: { path, card, picture }, why }, i) => (
          <li key={path}>
            <a href={path}>
              <LazyPicture name={picture} sizes={hasLead ? sizesAt(i) : sizes} isDecoration />
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
