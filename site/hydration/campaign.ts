// Carries the campaign tags (utm_…) from page to page in the links' URLs: no cookies, nothing stored.
const campaignKeys = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const

export type Campaign = Partial<Record<(typeof campaignKeys)[number], string>>

export function readCampaign(): Campaign {
  const query = new URLSearchParams(location.search)
  return Object.fromEntries(
    campaignKeys.flatMap((key) => (query.get(key) ? [[key, query.get(key)]] : [])),
  )
}

export function carryCampaign(): void {
  const campaign = Object.entries(readCampaign())
  if (campaign.length === 0) return
  // Those of the area map are links of SVG, which `document.links` leaves out.
  for (const link of document.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? ''
    const url = new URL(href, location.href)
    // Skip links to this page's anchors: rewriting would encode a space differently, the URL would no
    // longer equal the page's own, and the browser would reload the page instead of scrolling.
    if (url.origin !== location.origin || href.startsWith('#')) continue
    for (const [key, value] of campaign) url.searchParams.set(key, value)
    link.setAttribute('href', url.href)
  }
}
