import type { SiteContext } from '../site-context.ts'

export function webManifest({ company, content }: SiteContext): string {
  return JSON.stringify({
    name: company.name,
    short_name: shortName(company.name),
    start_url: '/',
    display: 'browser',
    background_color: '#ffffff',
    theme_color: content.look.deep,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  })
}

/** Launchers show about twelve letters: as many whole words as fit, without a leading "The". */
export function shortName(name: string): string {
  const words = name.split(' ').filter(Boolean)
  if (words.length > 1 && words[0]?.toLowerCase() === 'the') words.shift()
  let short = words.shift() ?? name
  let shown = short
  for (const word of words) {
    short = `${short} ${word}`
    if (short.length > 12) break
    // Not "Elm &".
    if (word !== '&' && word.toLowerCase() !== 'and') shown = short
  }
  return shown
}
