// Collects the styles and picture placeholders that a page's sections need. A section declares both
// where it is rendered, so the markup does not have to be searched.
import { createContext, use } from 'react'

export interface PageNeeds {
  stylesheets: Set<string>
  pictures: Set<string>
}

export const PageNeedsContext = createContext<PageNeeds | undefined>(undefined)

/** `css` comes from `import css from './section.css?inline'`. Each is included once per page. */
export function Stylesheet({ css }: { css: string }) {
  needsOfPage(use(PageNeedsContext)).stylesheets.add(css)
  return null
}

export function Placeholder({ picture }: { picture: string }) {
  needsOfPage(use(PageNeedsContext)).pictures.add(picture)
  return null
}

function needsOfPage(needs: PageNeeds | undefined): PageNeeds {
  if (!needs) throw new Error('Styles are declared by sections of a page, not by islands')
  return needs
}
