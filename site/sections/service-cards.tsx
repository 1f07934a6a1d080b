// Cards that link to services, with alternating sizes.
import type { ServicePage } from '#content/service.ts'
import { Stylesheet } from '../page-needs.tsx'
import { LazyPicture } from './picture.tsx'
import css from './service-cards.css?inline'
import oddCss from './service-cards-odd.css?inline'
import { ServiceIcon } from './service-icon.tsx'

export interface ServiceCardsProps {
  pages: readonly ServicePage[]
  /** Texts by slug that replace the service's own, for town pages. */
  texts?: Record<string, string>
}

export function ServiceCards({ pages, texts = {} }: ServiceCardsProps) {
  const isOdd = pages.length % 2 === 1
  return (
    <>
      <Stylesheet css={css} />
      {isOdd && <Stylesheet css={oddCss} />}
      <ul className={isOdd ? 'service-cards odd-cards' : 'service-cards'}>
        {pages.map(({ path, slug, card, picture }) => (
          <li key={path} className="service-card">
            <LazyPicture
              name={picture}
              sizes="(min-width: 64rem) 44rem, (min-width: 40rem) 50vw, 100vw"
            />
            <div className="service-card-words">
              <h3>
                <ServiceIcon name={card.icon} />
                {card.title}
              </h3>
              <p>{texts[slug] ?? card.description}</p>
              <a className="text-link" href={path}>
                Learn More About {card.title}
              </a>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
