// The HTML around every page: head, header, main, footer, and the one script.
import { fontPreloads } from 'virtual:fonts'
import type { ReactNode } from 'react'
import type { PictureName } from '#content/pictures.ts'
import type { EnquiryServiceOption } from '#schemas/enquiry.ts'
import { paths } from '#schemas/paths.ts'
import { InlineScript } from './inline-script.tsx'
import { Metadata, type PageMetadata } from './search/metadata.tsx'
import { hasPicture, sources, tallMedia, wideMedia } from './sections/picture.tsx'
import { CompactFooter, CompactHeader } from './shell/compact.tsx'
import { Consent } from './shell/consent.tsx'
import { FloatingQuote } from './shell/floating-quote.tsx'
import { Footer } from './shell/footer.tsx'
import { Header } from './shell/header.tsx'
import type { SiteContext } from './site-context.ts'

/**
 * What stands around a page. The way in for staff has the site's header and footer, but no quote
 * button; the dashboard small ones, because its own rows need the room.
 */
export type PageFrame = 'public' | 'sign-in' | 'dashboard'

export interface DocumentProps {
  site: SiteContext
  metadata: PageMetadata
  /** Fills the top of the page, so the browser should find it first. */
  heroPicture?: PictureName
  /** What the form in the quote dialog has chosen already. */
  enquiryService?: EnquiryServiceOption
  frame?: PageFrame
  isNotFound?: boolean
  styles: string
  children: ReactNode
}

/** Pages that a browser may prepare while the visitor still points at the link. */
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
    enquiryService,
    frame = 'public',
    isNotFound = false,
    styles,
    children,
  } = props
  const isPublic = frame === 'public'
  const hasHero = heroPicture !== undefined && hasPicture(heroPicture)
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {hasHero && <HeroPreloads name={heroPicture} />}
        <InlineStyle css={styles} />
        <link rel="stylesheet" media="print" href={site.assets.printStyles} />
        {fontPreloads.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="" />
        ))}
        <Metadata site={site} page={metadata} />
        <link rel="icon" href={paths.favicon} sizes="any" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={paths.manifest} />
        <script type="module" src={site.assets.browserScript} />
        {site.liveReloadScript && <script type="module" src={site.liveReloadScript} />}
        {isPublic && <InlineScript type="speculationrules" text={speculationRules} />}
      </head>
      <body
        className={hasHero ? undefined : 'plain-top'}
        data-not-found={isNotFound ? '' : undefined}
      >
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        {frame === 'dashboard' ? <CompactHeader site={site} /> : <Header site={site} />}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        {frame === 'dashboard' ? <CompactFooter site={site} /> : <Footer site={site} />}
        {isPublic && (
          <div className="dock">
            <FloatingQuote phone={site.company.phone} service={enquiryService} />
            {site.tagManagerId && <Consent tagManagerId={site.tagManagerId} />}
          </div>
        )}
        {/* The dashboard brings live regions of its own. */}
        {isPublic && (
          <div className="notices">
            <div role="status" />
            <div role="alert" />
          </div>
        )}
      </body>
    </html>
  )
}

function HeroPreloads({ name }: { name: PictureName }) {
  const preload = (media: string, cut: 'tall' | 'wide') => (
    <link
      rel="preload"
      as="image"
      type="image/avif"
      media={media}
      imageSrcSet={sources(name, cut, 'avif')}
      imageSizes="100vw"
      fetchPriority="high"
    />
  )
  return (
    <>
      {preload(tallMedia, 'tall')}
      {preload(wideMedia, 'wide')}
    </>
  )
}

/** Its hash stands in the page's Content-Security-Policy. */
export function InlineStyle({ css }: { css: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own build's output
  return <style dangerouslySetInnerHTML={{ __html: css }} />
}
