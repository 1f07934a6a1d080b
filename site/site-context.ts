// The data that pages are rendered with: company, content, site URL and build assets. The server passes
// it in, so that rebranding needs no rebuild.
import type { CompanyProfile } from '#content/company.ts'
import type { Content } from '#content/content.ts'

export interface SiteContext {
  company: CompanyProfile
  content: Content
  siteUrl: URL
  year: number
  assets: SiteAssets
  tagManagerId: string | undefined
  /** The Cache-Control header of public pages. */
  cacheControl: string
  /** A page has the same headers for everybody then: a cache would keep one for each kind of device. */
  hasSharedCache: boolean
  /** The public API key (anon), for the dashboard's pages. */
  publishableKey: string
  /** In development: the script that reloads the page after a change. */
  liveReloadScript: string | undefined
}

export interface SiteAssets {
  /** The script of every page. */
  browserScript: string
  /** The dashboard's scripts and styles. */
  admin: { script: string; styles: string[] } | undefined
  /** The URL of the print stylesheet. */
  printStyles: string
  /** The CSS that is inlined in every page. */
  styles: string
}

/** The public fields of a review. */
export interface ShownReview {
  id: string
  author_name: string
  author_image: string | null
  rating: number
  review_text: string | null
  time_posted: string
  /** Where it was given, such as Google. */
  source: string | null
  source_url: string | null
  /** What it is about, if staff tied it to a town or a service. */
  town: string | null
  service: string | null
}

/** Over every review the company holds, not only those it shows. */
export interface ReviewSummary {
  count: number
  average: number
}

export interface ReviewsOfSite {
  /** Newest first. */
  featured: ShownReview[]
  summary: ReviewSummary
}

/** The backend data that pages show. */
export interface SiteData {
  reviews(): Promise<ReviewsOfSite>
}
