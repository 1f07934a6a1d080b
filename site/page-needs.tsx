// What a page must carry for the sections it shows: their styles and the placeholders of their
// pictures. A section declares both where it is rendered, so nothing has to look at the markup.
import { createContext, use } from 'react'
import type { PictureName } from '#content/pictures.ts'

export interface PageNeeds {
  stylesheets: Set<string>
  pictures: Set<PictureName>
}

export const PageNeedsContext = createContext<PageNeeds | undefined>(undefined)

/** `css` is what `import css from './section.css?inline'` gives. A page carries each one once. */
export function Stylesheet({ css }: { css: string }) {
  needsOfPage(use(PageNeedsContext)).stylesheets.add(css)
  return null
}

export function Placeholder({ picture }: { picture: PictureName }) {
  needsOfPage(use(PageNeedsContext)).pictures.add(picture)
  return null
}

function needsOfPage(needs: PageNeeds | undefined): PageNeeds {
  if (!needs) throw new Error('Styles are declared by sections of a page, not by islands')
  return needs
}
