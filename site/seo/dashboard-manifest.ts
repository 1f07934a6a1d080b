// The dashboard as an app of its own. Its scope is the whole site: sign-in is at /auth, and iOS would
// open that in another browser with another session.
import { paths } from '#schemas/paths.ts'
import type { SiteContext } from '../site-context.ts'
import { shortName } from './web-manifest.ts'

export function dashboardManifest({ company, content }: SiteContext): string {
  return JSON.stringify({
    id: paths.admin,
    name: `${company.name} dashboard`,
    short_name: shortName(company.name),
    start_url: paths.admin,
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: content.look.deep,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
}
