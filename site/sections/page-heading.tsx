// The h1 of a page. The subtitle above it names the town or the service, so it is part of the heading:
// two lines on screen, one sentence for screen readers and search engines.
import { Fragment, type ReactNode } from 'react'

export interface PageHeadingProps {
  subtitle: string
  title: string
}

export function PageHeading({ subtitle, title }: PageHeadingProps) {
  return (
    <h1>
      <span className="page-subtitle">
        {subtitle}
        <span className="sr-only">: </span>
      </span>
      {withoutBreaks(title)}
    </h1>
  )
}

/** Keeps words with a hyphen on one line. */
function withoutBreaks(title: string): ReactNode {
  if (!title.includes('-')) return title
  return title.split(' ').map((word, i) => (
    <Fragment key={word}>
      {i > 0 && ' '}
      {word.includes('-') ? <span className="whitespace-nowrap">{word}</span> : word}
    </Fragment>
  ))
}
