// What pages need to know: who the company is and what it says, where the site is, what the build
// made. It comes in from the server, so that rebranding needs no rebuild.
import type { CompanyProfile } from '#content/company.ts'
import type { SiteContent } from '#content/load-content.ts'

export interface SiteContext {
  company: CompanyProfile
  content: SiteContent
  siteUrl: URL
  year: number
  assets: SiteAssets
  tagManagerId: string | undefined
  /** The api key of visitors, for the dashboard's pages: it is the same for everybody. */
  publishableKey: string
  /** While developing: the script that reloads the page after a change. */
  liveReloadScript: string | undefined
}

export interface SiteAssets {
  /** The one script of public pages. */
  browserScript: string
  /** The dashboard's scripts and styles. */
  admin: { script: string; styles: string[] } | undefined
  /** How pages print, in a file of its own. */
  printStyles: string
  /** The styles of every public page, which stand inside the page. */
  styles: string
}

/** A review as the public may see it. */
export interface ShownReview {
  id: string
  author_name: string
  author_image: string | null
  rating: number
  review_text: string | null
  time_posted: string
}

/** What pages ask the backend for. */
export interface SiteData {
  featuredReviews(): Promise<ShownReview[]>
}
