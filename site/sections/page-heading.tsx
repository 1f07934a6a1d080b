// The first heading of a page. The short line above it names the town or the service, so it belongs
// to the heading: two lines for people, one sentence for screen readers and search engines.

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
      {title}
    </h1>
  )
}
