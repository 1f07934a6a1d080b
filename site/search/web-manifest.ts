import type { SiteContext } from '../site-context.ts'

export function webManifest({ company }: SiteContext): string {
  return JSON.stringify({
    name: company.name,
    short_name: shortName(company.name),
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

/** Launchers show about twelve letters: as many whole words as fit, without an article before them. */
export function shortName(name: string): string {
  const [first = '', ...rest] = name.replace(/^the\s+/i, '').split(/\s+/)
  const fits = rest.reduce((short, word) => {
    const longer = `${short} ${word}`
    return longer.length <= 12 && name.includes(longer) ? longer : short
  }, first)
  return fits.replace(/[\s&,]+$/, '')
}
