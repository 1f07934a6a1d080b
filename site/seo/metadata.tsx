// The metadata in the head of a page, for search engines and link previews.
import { InlineScript } from '../inline-script.tsx'
import type { SiteContext } from '../site-context.ts'
import type { SocialPicture } from './social-picture.ts'

export interface PageMetadata {
  /** Without the company's name. */
  title: string
  description: string
  keywords: string[]
  /** The path that search engines should list; undefined: noindex. */
  canonical?: string
  picture?: string
  /** The image for link previews. */
  socialPicture?: SocialPicture | undefined
  /** A schema.org graph. */
  structuredData?: object
}

export function Metadata({ site, page }: { site: SiteContext; page: PageMetadata }) {
  const title = `${page.title} | ${site.company.name}`
  const url = page.canonical && new URL(page.canonical, site.siteUrl).href
  const alt = page.picture && site.content.pictures[page.picture]?.alt
  const { socialPicture } = page
  const image = socialPicture && new URL(socialPicture.file, site.siteUrl).href
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={page.description} />
      {page.keywords.length > 0 && <meta name="keywords" content={page.keywords.join(', ')} />}
      {url ? <link rel="canonical" href={url} /> : <meta name="robots" content="noindex" />}
      <meta name="theme-color" content={site.content.look.deep} />
      <GeoTags site={site} />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:site_name" content={site.company.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={page.description} />
      {url && <meta property="og:url" content={url} />}
      {image && (
        <>
          <meta property="og:image" content={image} />
          <meta property="og:image:width" content={`${socialPicture.width}`} />
          <meta property="og:image:height" content={`${socialPicture.height}`} />
          {alt && <meta property="og:image:alt" content={alt} />}
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

/** Where the office's town is, for search engines that still read geo tags. */
function GeoTags({ site: { company, content } }: { site: SiteContext }) {
  const town = content.towns.find(({ name }) => name === company.town)
  if (!town) return null
  const { name, latitude, longitude } = town
  return (
    <>
      {company.region && <meta name="geo.region" content={company.region} />}
      <meta name="geo.placename" content={name} />
      <meta name="geo.position" content={`${latitude};${longitude}`} />
      <meta name="ICBM" content={`${latitude}, ${longitude}`} />
    </>
  )
}
