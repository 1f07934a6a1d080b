// Styles that only some pages need. They are written into a page with everything else, so a page
// carries the parts that it shows and no others.

export interface StylePart {
  css: string
  /** What its rules begin with: a page that has one of these classes needs the part. */
  classes: ReadonlySet<string>
}

export function stylePart(css: string): StylePart {
  const classes = [...css.matchAll(/(?:^|[{},])\s*\.([a-z][\w-]*)/gi)].map(([, name]) => name ?? '')
  return { css, classes: new Set(classes) }
}

export function stylesShownIn(markup: string, parts: readonly StylePart[]): string {
  const shown = new Set(
    [...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names?.split(' ') ?? []),
  )
  return parts
    .filter(({ classes }) => [...classes].some((name) => shown.has(name)))
    .map(({ css }) => css)
    .join('')
}
