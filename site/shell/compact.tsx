// The compact header and footer of the dashboard.
import { paths } from '#schemas/paths.ts'
import { Stylesheet } from '../page-needs.tsx'
import type { SiteContext } from '../site-context.ts'
import css from './compact.css?inline'
import { Mark } from './mark.tsx'

export function CompactHeader({ site }: { site: SiteContext }) {
  return (
    <header className="compact-header">
      <Stylesheet css={css} />
      <a className="brand" href={paths.home}>
        <Mark />
        {site.company.name}
      </a>
      <a href={paths.home}>To the site</a>
    </header>
  )
}

export function CompactFooter({ site }: { site: SiteContext }) {
  return (
    <footer className="compact-footer">
      <p>
        © {site.year} {site.company.name}
      </p>
      <a href={paths.privacy}>Privacy policy</a>
      <a href={paths.terms}>Terms</a>
    </footer>
  )
}
