import { emailLink } from '#schemas/email-link.ts'
import { phoneLink } from '#schemas/paths.ts'
import type { SiteContext } from '../site-context.ts'
import { CookieSettings } from './cookie-consent.tsx'
import { Mark } from './mark.tsx'

export function Footer({ site }: { site: SiteContext }) {
  const { company, year, tagManagerId } = site
  const { footer } = site.content
  return (
    <footer className="site-footer contours on-dark">
      <div className="wrap">
        <p className="area-line">{footer.areaLine}</p>
        <div className="footer-columns">
          <div className="max-w-sm">
            <p className="brand text-white">
              <Mark />
              {company.name}
            </p>
            <p className="blurb mt-4">{footer.blurb}</p>
            <p className="mt-4">
              <a href={phoneLink(company.phone)}>{company.phone}</a>
              <br />
              <a href={emailLink(company.email)}>{company.email}</a>
            </p>
          </div>
          {footer.lists.map(({ name, links }) => (
            <nav key={name} aria-label={`${name} pages`}>
              <h2>{name}</h2>
              <ul>
                {links.map(({ name, path }) => (
                  <li key={path}>
                    <a href={path}>{name}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <p className="copyright">
          © {year} {company.name}. All rights reserved.
          {tagManagerId && <CookieSettings />}
        </p>
      </div>
    </footer>
  )
}
