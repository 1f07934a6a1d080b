// Turns a path into the bytes and headers of a page.

import { createHash } from 'node:crypto'
import { fontFaces } from 'virtual:fonts'
import { renderToStaticMarkup } from 'react-dom/server'
import { paths } from '#schemas/paths.ts'
import { Document, speculationRules } from './document.tsx'
import { type PageNeeds, PageNeedsContext } from './page-needs.tsx'
import { type EnquiryAgain, enquiryAgainPage } from './pages/enquiry/enquiry-again-page.tsx'
import type { RenderablePage } from './pages/page.ts'
import { createRoutes } from './routes.tsx'
import { robots, sitemap } from './search/sitemap.ts'
import { webManifest } from './search/web-manifest.ts'
import { placeholderStyles } from './sections/picture.tsx'
import type { ShownReview, SiteContext, SiteData } from './site-context.ts'

export interface RenderedDocument {
  status: number
  body: string
  headers: Record<string, string>
  shows: string[]
  isComplete: boolean
}

export interface Site {
  render(path: string): Promise<RenderedDocument | undefined>
  renderEnquiryAgain(again: EnquiryAgain, status: number): RenderedDocument
}

export interface SiteOptions {
  context: SiteContext
  data: SiteData
  /** Reviews that cannot be read are left out of the page; somebody should know. */
  onReviewsFailed(error: unknown): void
}

export function createSite({ context, data, onReviewsFailed }: SiteOptions): Site {
  const routes = createRoutes(context.content)
  const byPath = new Map(routes.map((route) => [route.path, route]))
  const texts = new Map([
    [
      paths.sitemap,
      {
        type: 'application/xml',
        body: () =>
          sitemap(
            context,
            routes.flatMap(({ listed }) => listed ?? []),
          ),
      },
    ],
    [paths.robots, { type: 'text/plain', body: () => robots(context) }],
    [paths.manifest, { type: 'application/manifest+json', body: () => webManifest(context) }],
  ] as const)

  return {
    async render(path) {
      const text = texts.get(path as never)
      if (text) return textDocument(text.type, text.body())
      const route = byPath.get(path)
      if (!route) return undefined
      let reviews: ShownReview[] = []
      let isComplete = true
      if (route.showsReviews) {
        try {
          reviews = await data.featuredReviews()
        } catch (error) {
          onReviewsFailed(error)
          isComplete = false
        }
      }
      const page = route.page({ site: context, reviews })
      return {
        ...htmlDocument(context, page, route.status ?? 200, reviews),
        shows: route.showsReviews ? ['google_reviews'] : [],
        isComplete,
      }
    },

    renderEnquiryAgain(again, status) {
      const page = enquiryAgainPage({ site: context, reviews: [] }, again)
      return htmlDocument(context, page, status, [])
    },
  }
}

/** The head is rendered before the sections have said what they need. */
const stylesHere = '/*styles*/'

function htmlDocument(
  site: SiteContext,
  page: RenderablePage,
  status: number,
  reviews: ShownReview[],
): RenderedDocument {
  const needs: PageNeeds = { stylesheets: new Set(), pictures: new Set() }
  const markup = renderToStaticMarkup(
    <PageNeedsContext value={needs}>
      <Document site={site} styles={stylesHere} {...page}>
        {page.body}
      </Document>
    </PageNeedsContext>,
  )
  const styles = [
    fontFaces,
    site.assets.styles,
    ...needs.stylesheets,
    placeholderStyles(needs.pictures),
  ].join('')
  const body = `<!doctype html>${markup.replace(stylesHere, () => styles)}`
  return {
    status,
    body,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': contentSecurityPolicy(site, page, styles, reviews),
      // A visitor's campaign tags do not make another page of it.
      'No-Vary-Search':
        'params=("utm_source" "utm_medium" "utm_campaign" "utm_term" "utm_content")',
    },
    shows: [],
    isComplete: true,
  }
}

/**
 * Pages are cached, so what is inline is allowed by its hash, not by a nonce. The pictures of review
 * authors are the only thing that a page may fetch from elsewhere.
 */
function contentSecurityPolicy(
  site: SiteContext,
  { showsAnyPicture }: RenderablePage,
  styles: string,
  reviews: ShownReview[],
): string {
  const authorPictures = new Set(
    reviews.flatMap(({ author_image }) =>
      author_image && URL.canParse(author_image) ? [new URL(author_image).origin] : [],
    ),
  )
  if (showsAnyPicture) for (const scheme of ['https:', 'http:']) authorPictures.add(scheme)
  const tagManager = site.tagManagerId
    ? ' https://*.googletagmanager.com https://*.google-analytics.com'
    : ''
  return [
    "default-src 'none'",
    `script-src 'self' ${hash(speculationRules)}${tagManager}`,
    `style-src 'self' ${hash(styles)}`,
    `img-src 'self' data:${[...authorPictures].map((origin) => ` ${origin}`).join('')}${tagManager}`,
    "font-src 'self'",
    `connect-src 'self'${tagManager}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function textDocument(type: string, body: string): RenderedDocument {
  return {
    status: 200,
    body,
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' },
    shows: [],
    isComplete: true,
  }
}
