import { Stylesheet } from '../page-needs.tsx'
import type { Crumb } from '../seo/structured-data.ts'
import css from './breadcrumbs.css?inline'

export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav className="wrap crumbs" aria-label="Breadcrumb">
      <Stylesheet css={css} />
      <ol>
        {crumbs.map(({ name, path }, i) => (
          <li key={path}>
            {i < crumbs.length - 1 ? (
              <a href={path}>{name}</a>
            ) : (
              <span aria-current="page">{name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
