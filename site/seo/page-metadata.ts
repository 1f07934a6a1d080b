// The metadata of a page that search engines list.
import type { SiteContext } from '../site-context.ts'
import type { PageMetadata } from './metadata.tsx'
import { socialPicture } from './social-picture.ts'
import { type GraphOptions, structuredData } from './structured-data.ts'

interface ListedPage extends Pick<PageMetadata, 'title' | 'description' | 'keywords' | 'picture'> {
  path: string
  hero: { title: string }
  /** Where it differs from the path. */
  canonical?: string
  updated?: string
}

export function pageMetadata(
  site: SiteContext,
  page: ListedPage,
  graph: Omit<GraphOptions, 'site' | 'page'>,
): PageMetadata {
  const canonical = page.canonical ?? page.path
  return {
    ...page,
    canonical,
    socialPicture: socialPicture(page, site.content),
    structuredData: structuredData({ ...graph, site, page: { ...page, path: canonical } }),
  }
}
