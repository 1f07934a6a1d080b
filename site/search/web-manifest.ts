import type { SiteContext } from '../site-context.ts'

export function webManifest({ company }: SiteContext): string {
  return JSON.stringify({
    name: company.name,
    short_name: company.name.split(' ')[0],
    start_url: '/',
    display: 'browser',
    background_color: '#ffffff',
    theme_color: '#0e3b26',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  })
}
