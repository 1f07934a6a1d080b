import { nameOfDocument } from './document-names.ts'
import { editedBodies } from './documents.ts'
import { wordingOf } from './labels.ts'
import { sentence } from './problems.ts'
import type { Site, SiteProblem } from './site.ts'
import type { Path } from './values.ts'

export interface ProblemListProps {
  title: string
  site: Site
  problems: SiteProblem[]
  onOpen(key: string, field: Path): void
}

/** More would hide what can be done. */
const maxShown = 12

export function ProblemList({ title, site, problems, onOpen }: ProblemListProps) {
  if (problems.length === 0) return null
  const bodies = editedBodies(site.documents)
  const more = problems.length - maxShown
  return (
    <section className="site-problems">
      <h3>{title}</h3>
      <ul>
        {problems.slice(0, maxShown).map(({ key, path, message }) => (
          <li key={`${key}/${path.join('/')}/${message}`}>
            <button type="button" className="link" onClick={() => onOpen(key, path)}>
              {nameOfDocument(key, bodies.get(key))}
            </button>{' '}
            {path.length > 0 && `${placeOf(key, path)}: `}
            {sentence(message)}
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </section>
  )
}

/** "Sections 2 › Heading" */
function placeOf(key: string, path: readonly (string | number)[]): string {
  return path
    .flatMap((name, at) => {
      if (typeof name === 'number') return []
      const { label } = wordingOf(key, path.slice(0, at + 1))
      const next = path[at + 1]
      return typeof next === 'number' ? `${label} ${next + 1}` : label
    })
    .join(' › ')
}
