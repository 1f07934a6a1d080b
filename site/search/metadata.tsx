// What search engines and link previews read in the head of a page.
import { type PictureName, pictures } from '#content/pictures.ts'
import { InlineScript } from '../inline-script.tsx'
import type { SiteContext } from '../site-context.ts'

export interface PageMetadata {
  /** Without the company's name. */
  title: string
  description: string
  keywords: string[]
  /** The path that search engines should list; none for pages they should leave out. */
  canonical?: string
  picture?: PictureName
  /** The file that link previews show. */
  socialPicture?: string | undefined
  /** A schema.org graph. */
  structuredData?: object
}

/** The office's town, for search engines that still read these. */
const geo = { region: 'GB-WOR', placename: 'Worcester', position: '52.193;-2.221' }

export function Metadata({ site, page }: { site: SiteContext; page: PageMetadata }) {
  const title = `${page.title} | ${site.company.name}`
  const url = page.canonical && new URL(page.canonical, site.siteUrl).href
  const image = page.socialPicture && new URL(page.socialPicture, site.siteUrl).href
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={page.description} />
      {page.keywords.length > 0 && <meta name="keywords" content={page.keywords.join(', ')} />}
      {url ? <link rel="canonical" href={url} /> : <meta name="robots" content="noindex" />}
      <meta name="theme-color" content="#0e3b26" />
      <meta name="geo.region" content={geo.region} />
      <meta name="geo.placename" content={geo.placename} />
      <meta name="geo.position" content={geo.position} />
      <meta name="ICBM" content={geo.position.replace(';', ', ')} />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:site_name" content={site.company.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={page.description} />
      {url && <meta property="og:url" content={url} />}
      {image && (
        <>
          <meta property="og:image" content={image} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          {page.picture && <meta property="og:image:alt" content={pictures[page.picture].alt} />}
        </>
      )}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={page.description} />
      {image && <meta name="twitter:image" content={image} />}
      {page.structuredData && (
        <InlineScript type="application/ld+json" text={JSON.stringify(page.structuredData)} />
      )}
    </>
  )
}
