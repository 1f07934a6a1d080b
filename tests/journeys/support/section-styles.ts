// The classes in the sections' stylesheets, read from their sources.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const site = resolve(import.meta.dirname, '../../../site')
const stylesheets = ['sections', 'pages'].flatMap((folder) =>
  readdirSync(resolve(site, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(resolve(site, folder, file), 'utf8')),
)

/** Classes that a section's rule begins with. */
const styledClasses = stylesheets.flatMap((css) =>
  [...css.matchAll(/^\s*\.([a-z][\w-]*)/gm)].map(([, name = '']) => name),
)

/** Classes on a page that a section styles, but for which the page has no rule. */
export function classesWithoutStyles(html: string): string[] {
  const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
  const shown = new Set(
    [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  )
  return [...new Set(styledClasses)].filter(
    (name) => shown.has(name) && !styles.includes(`.${name}`),
  )
}
