// The input of a page function, and what it returns for the document.
import type { ReactNode } from 'react'
import type { PageFrame } from '../document.tsx'
import type { PageMetadata } from '../seo/metadata.tsx'
import type { ReviewSummary, ShownReview, SiteContext } from '../site-context.ts'

export interface PageInput {
  site: SiteContext
  /** The featured ones; empty on pages that do not show reviews. */
  reviews: ShownReview[]
  reviewSummary: ReviewSummary
}

export interface RenderablePage {
  metadata: PageMetadata
  heroPicture?: string
  /** A miniature without a form beside it is larger. */
  isFormInHero?: boolean
  /** The service that the form in the quote dialog preselects. */
  enquiryService?: string
  body: ReactNode
  frame?: PageFrame
  /** The CSP allows pictures from any origin, because staff preview the pictures of review authors. */
  showsAnyPicture?: boolean
  /** The CSP allows frames of this origin, for the preview of drafts. */
  hasPreview?: boolean
  isNotFound?: boolean
}
