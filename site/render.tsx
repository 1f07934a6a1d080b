// Renders a path to the body and headers of a page.
import { createHash } from 'node:crypto'
import { fontFaces } from 'virtual:fonts'
import { renderToStaticMarkup } from 'react-dom/server'
import { lookStyles } from '#content/look.ts'
import { paths } from '#schemas/paths.ts'
import { ContentContext } from './content-context.ts'
import { awaitFonts, Document, speculationRules } from './document.tsx'
import { type PageNeeds, PageNeedsContext } from './page-needs.tsx'
import pushWorker from './pages/dashboard/push-worker.js?raw'
import { type EnquiryAgain, enquiryAgainPage } from './pages/enquiry/enquiry-again-page.tsx'
import { type PhotosPage, photosPage } from './pages/enquiry/photos-page.tsx'
import type { RenderablePage } from './pages/page.ts'
import { type StopPage, stopPage } from './pages/review-requests/stop-page.tsx'
import { createRoutes } from './routes.tsx'
import { preloadOnPhones } from './sections/hero-picture.tsx'
import { placeholderStyles } from './sections/picture.tsx'
import { dashboardManifest } from './seo/dashboard-manifest.ts'
import { robots, sitemap } from './seo/sitemap.ts'
import { webManifest } from './seo/web-manifest.ts'
import type { ReviewsOfSite, ShownReview, SiteContext, SiteData } from './site-context.ts'

export interface RenderedDocument {
  status: number
  body: string
  headers: Record<string, string>
  /** Sent as well to a browser on a phone. */
  phoneHeaders?: Record<string, string> | undefined
  shows: string[]
  isComplete: boolean
}

export interface Site {
  /** What a shared cache may hold, and perhaps a little more. */
  paths: string[]
  render(path: string): Promise<RenderedDocument | undefined>
  renderEnquiryAgain(again: EnquiryAgain, status: number): RenderedDocument
  /** Private: not for the cache. */
  renderPhotos(page: PhotosPage, status: number): RenderedDocument
  /** Private: not for the cache. */
  renderStop(page: StopPage, status: number): RenderedDocument
}

export interface SiteOptions {
  context: SiteContext
  data: SiteData
  /** For logging: if reviews cannot be read, the page is rendered without them. */
  onReviewsFailed(error: unknown): void
}

export function createSite({ context, data, onReviewsFailed }: SiteOptions): Site {
  const routes = createRoutes(context.content)
  const byPath = new Map(routes.map((route) => [route.path, route]))
  const texts = new Map<string, TextPage>([
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
    [
      paths.dashboardManifest,
      { type: 'application/manifest+json', body: () => dashboardManifest(context) },
    ],
    [
      paths.pushWorker,
      {
        type: 'text/javascript',
        body: () => pushWorker,
        // Beyond its folder, which ends in a slash: the dashboard's first page does not.
        headers: { 'Service-Worker-Allowed': paths.admin },
      },
    ],
  ])

  const withoutReviews = { site: context, reviews: [], reviewSummary: noReviews.summary }
  return {
    paths: [
      ...routes.filter(({ status = 200 }) => status === 200).map(({ path }) => path),
      ...[...texts.keys()],
    ],

    async render(path) {
      const text = texts.get(path)
      if (text) return textDocument(context, text)
      const route = byPath.get(path)
      if (!route) return redirect(context.content.redirects[path])
      let { featured: reviews, summary } = noReviews
      let isComplete = true
      if (route.showsReviews) {
        try {
          ;({ featured: reviews, summary } = await data.reviews())
        } catch (error) {
          onReviewsFailed(error)
          isComplete = false
        }
      }
      const page = route.page({ site: context, reviews, reviewSummary: summary })
      return {
        ...htmlDocument(context, page, route.status ?? 200, reviews),
        shows: route.showsReviews ? ['google_reviews'] : [],
        isComplete,
      }
    },

    renderEnquiryAgain(again, status) {
      return htmlDocument(context, enquiryAgainPage(withoutReviews, again), status, [])
    },

    renderPhotos(page, status) {
      return htmlDocument(context, photosPage(withoutReviews, page), status, [])
    },

    renderStop(page, status) {
      return htmlDocument(context, stopPage(withoutReviews, page), status, [])
    },
  }
}

/** A page that has moved. Browsers ask again: it may come back. */
function redirect(target: string | undefined): RenderedDocument | undefined {
  if (target === undefined) return undefined
  const headers = {
    Location: target,
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/plain; charset=utf-8',
  }
  return { status: 301, body: 'Moved', headers, shows: [], isComplete: true }
}

const noReviews: ReviewsOfSite = { featured: [], summary: { count: 0, average: 0 } }

/** Replaced afterwards: the head is rendered before the sections have declared their styles. */
const stylesPlaceholder = '/*styles*/'
/** With its element, which no text of a page can contain: a description stands before it. */
const placeholderElement = `<style>${stylesPlaceholder}</style>`

function htmlDocument(
  site: SiteContext,
  page: RenderablePage,
  status: number,
  reviews: ShownReview[],
): RenderedDocument {
  const needs: PageNeeds = { stylesheets: new Set(), pictures: new Set() }
  const markup = renderToStaticMarkup(
    <ContentContext value={site.content}>
      <PageNeedsContext value={needs}>
        <Document site={site} styles={stylesPlaceholder} {...page}>
          {page.body}
        </Document>
      </PageNeedsContext>
    </ContentContext>,
  )
  const styles = [
    fontFaces,
    site.assets.styles,
    lookStyles(site.content.look),
    ...needs.stylesheets,
    placeholderStyles(needs.pictures),
  ].join('')
  const body = `<!doctype html>${markup.replace(placeholderElement, () => `<style>${styles}</style>`)}`
  return {
    status,
    body,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': status === 200 && !page.frame ? site.cacheControl : 'no-cache',
      'Content-Security-Policy': contentSecurityPolicy(site, page, styles, reviews),
      // Campaign tags do not change the page, so caches may ignore them.
      'No-Vary-Search':
        'params=("utm_source" "utm_medium" "utm_campaign" "utm_term" "utm_content")',
    },
    phoneHeaders:
      page.heroPicture && !site.hasSharedCache
        ? preloadOnPhones(page.heroPicture, site.content.pictures)
        : undefined,
    shows: [],
    isComplete: true,
  }
}

/**
 * Pages are cached, so inline code is allowed by hash, not by nonce. Other origins are allowed only for
 * the pictures of review authors and for the tag manager, if there is one.
 */
function contentSecurityPolicy(
  site: SiteContext,
  { showsAnyPicture, frame, hasPreview }: RenderablePage,
  styles: string,
  reviews: ShownReview[],
): string {
  const authorPictures = new Set(
    reviews.flatMap(({ author_image }) => sourceOf(author_image) ?? []),
  )
  if (showsAnyPicture) for (const scheme of ['https:', 'http:']) authorPictures.add(scheme)
  // Not where staff sign in and work: whoever edits the container would run script there.
  const tagManager =
    site.tagManagerId && !frame
      ? ' https://*.googletagmanager.com https://*.google-analytics.com'
      : ''
  return [
    "default-src 'none'",
    `script-src 'self' ${hash(awaitFonts)} ${hash(speculationRules)}${tagManager}`,
    `style-src 'self' ${hash(styles)}`,
    `img-src 'self' data:${[...authorPictures].map((origin) => ` ${origin}`).join('')}${tagManager}`,
    "font-src 'self'",
    `connect-src 'self'${tagManager}`,
    "manifest-src 'self'",
    `worker-src ${frame === 'dashboard' ? "'self'" : "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    ...(hasPreview ? ["frame-src 'self'"] : []),
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The origin of a picture, where it can stand in a policy: a host may hold a semicolon. */
function sourceOf(address: string | null): string | undefined {
  if (!address || !URL.canParse(address)) return undefined
  const { origin } = new URL(address)
  return /^https?:\/\/(?:[a-z\d._-]+|\[[a-f\d:.]+\])(?::\d+)?$/.test(origin) ? origin : undefined
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

interface TextPage {
  type: string
  body(): string
  headers?: Record<string, string>
}

function textDocument(site: SiteContext, { type, body, headers }: TextPage): RenderedDocument {
  return {
    status: 200,
    body: body(),
    headers: {
      ...headers,
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': site.cacheControl,
    },
    shows: [],
    isComplete: true,
  }
}
