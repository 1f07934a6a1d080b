import type { SiteContext } from '../site-context.ts'

export interface SitemapEntry {
  canonical: string
  updated: string
}

/** Canonical URLs only, each with the date of its last change. */
export function sitemap({ siteUrl }: SiteContext, entries: SitemapEntry[]): string {
  const urls = entries.map(
    ({ canonical, updated }) =>
      `<url><loc>${escapeXml(new URL(canonical, siteUrl).href)}</loc><lastmod>${updated}</lastmod></url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

export function robots({ siteUrl }: SiteContext): string {
  return [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /auth',
    'Disallow: /oauth/',
    'Disallow: /rest/',
    'Disallow: /functions/',
    'Disallow: /api/',
    '',
    `Sitemap: ${new URL('/sitemap.xml', siteUrl).href}`,
    '',
  ].join('\n')
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
