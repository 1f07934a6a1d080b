// The HTML document of every page: head, header, main, footer, and the script.
import { fontPreloads } from 'virtual:fonts'
import type { ReactNode } from 'react'
import type { Pictures } from '#content/pictures.ts'
import { paths } from '#schemas/paths.ts'
import { InlineScript } from './inline-script.tsx'
import { preloadHero } from './sections/hero-picture.tsx'
import { familyOf, hasPicture } from './sections/picture.tsx'
import { contactFormId } from './sections/quote-form.tsx'
import { Metadata, type PageMetadata } from './seo/metadata.tsx'
import { AnnouncementBar } from './shell/announcement-bar.tsx'
import { CompactFooter, CompactHeader } from './shell/compact.tsx'
import { CookieConsent } from './shell/cookie-consent.tsx'
import { FloatingQuote } from './shell/floating-quote.tsx'
import { Footer } from './shell/footer.tsx'
import { Header } from './shell/header.tsx'
import type { SiteContext } from './site-context.ts'

/**
 * Header and footer. Sign-in pages have the site's, without the quote button; the dashboard has
 * compact ones, because its own rows need the room.
 */
export type PageFrame = 'public' | 'sign-in' | 'dashboard'

export interface DocumentProps {
  site: SiteContext
  metadata: PageMetadata
  /** Preloaded, because it fills the top of the page. */
  heroPicture?: string
  /** A miniature without a form beside it is larger. */
  isFormInHero?: boolean
  /** The service that the form in the quote dialog preselects. */
  enquiryService?: string
  frame?: PageFrame
  isNotFound?: boolean
  styles: string
  children: ReactNode
}

/**
 * Runs before the first paint; see hydration/settle.ts. A visitor who comes from another page of the site
 * has the fonts in the cache.
 */
export const awaitFonts =
  "document.referrer.startsWith(location.origin)||document.documentElement.classList.add('await-fonts')"

/** Pages that the browser may prerender while the visitor hovers over a link. */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          {
            not: {
              href_matches: ['/admin*', '/auth*', '/oauth*', '/assets/*', '/functions/*', '/api/*'],
            },
          },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

export function Document(props: DocumentProps) {
  const {
    site,
    metadata,
    heroPicture,
    isFormInHero = true,
    enquiryService,
    frame = 'public',
    isNotFound = false,
    styles,
    children,
  } = props
  const isPublic = frame === 'public'
  const isContact = metadata.canonical === paths.contact
  const quoteLink = isContact ? `#${contactFormId}` : paths.contact
  if (heroPicture && hasPicture(heroPicture, site.content.pictures)) {
    preloadHero(heroPicture, isFormInHero, site.content.pictures)
  }
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <InlineStyle css={styles} />
        {isPublic && <InlineScript text={awaitFonts} />}
        {!isPublic &&
          fontPreloads.map((href) => (
            <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="" />
          ))}
        <Metadata site={site} page={metadata} />
        <link rel="icon" href={paths.favicon} sizes="any" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link
          rel="manifest"
          href={frame === 'dashboard' ? paths.dashboardManifest : paths.manifest}
        />
        {/* Async: else the end of parsing would wait for it, and with it the work that browsers do on
            forms at that moment, just when the hero's picture is in and should be painted. Low, because
            a module would be fetched beside that picture. */}
        <script type="module" async fetchPriority="low" src={site.assets.browserScript} />
        {site.liveReloadScript && <script type="module" src={site.liveReloadScript} />}
        {isPublic && <InlineScript type="speculationrules" text={speculationRules} />}
      </head>
      <body
        className={topClass(heroPicture, site.content.pictures)}
        data-not-found={isNotFound ? '' : undefined}
      >
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        {isPublic && <AnnouncementBar site={site} />}
        {frame === 'dashboard' ? (
          <CompactHeader site={site} />
        ) : (
          <Header site={site} quoteLink={quoteLink} />
        )}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        {frame === 'dashboard' ? <CompactFooter site={site} /> : <Footer site={site} />}
        {isPublic && (
          <div className="dock">
            <FloatingQuote phone={site.company.phone} service={enquiryService} />
            {site.tagManagerId && <CookieConsent tagManagerId={site.tagManagerId} />}
          </div>
        )}
        {/* Live regions; the dashboard has its own. */}
        {isPublic && (
          <div className="notices">
            <div role="status" />
            <div role="alert" />
          </div>
        )}
        {/* Last: browsers fetch it at once, and it would share the line with the picture. */}
        <link rel="stylesheet" media="print" href={site.assets.printStyles} />
      </body>
    </html>
  )
}

/** The header's text is white over a scene, dark over a miniature's ground, and dark on white elsewhere. */
function topClass(heroPicture: string | undefined, pictures: Pictures): string | undefined {
  if (heroPicture === undefined || !hasPicture(heroPicture, pictures)) return 'plain-top'
  return familyOf(heroPicture, pictures) === 'miniature' ? 'stone-top' : undefined
}

/** Allowed by its hash in the page's Content-Security-Policy. */
export function InlineStyle({ css }: { css: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own build's output
  return <style dangerouslySetInnerHTML={{ __html: css }} />
}
