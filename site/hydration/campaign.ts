// Where a visitor came from stays with them through the site in the addresses of its links: no
// cookie and nothing stored.

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
  for (const link of document.links) {
    // One to a place on this page is compared letter by letter with the page's own address: written
    // anew, a space in a tag would be another letter, and the page would be loaded again.
    if (link.origin !== location.origin || link.getAttribute('href')?.startsWith('#')) continue
    const url = new URL(link.href)
    for (const [key, value] of campaign) url.searchParams.set(key, value)
    link.href = url.href
  }
}
