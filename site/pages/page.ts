// What a page component gives to the document around it, and what it is given.
import type { ReactNode } from 'react'
import type { PictureName } from '#content/pictures.ts'
import type { EnquiryServiceOption } from '#schemas/enquiry.ts'
import type { PageFrame } from '../document.tsx'
import type { PageMetadata } from '../search/metadata.tsx'
import type { ShownReview, SiteContext } from '../site-context.ts'

export interface PageInput {
  site: SiteContext
  /** Empty on pages that do not show reviews. */
  reviews: ShownReview[]
}

export interface RenderablePage {
  metadata: PageMetadata
  heroPicture?: PictureName
  /** What the form in the quote dialog has chosen already. */
  enquiryService?: EnquiryServiceOption
  body: ReactNode
  frame?: PageFrame
  /** Staff see the pictures of review authors before they are featured. */
  showsAnyPicture?: boolean
  isNotFound?: boolean
}
