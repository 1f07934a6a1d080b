// A few words that pass. The site shows one at a time by hand, the dashboard several with React; how
// they look, and how one page leaves one for the next, is the same.

export interface Notice {
  title: string
  text: string
  isError?: boolean
}

/** The script of the public pages runs on every page and shows what it finds under its name. */
const storageKeys = { site: 'notice', dashboard: 'dashboard-notice' }
export type NoticePlace = keyof typeof storageKeys

/** For the page that the browser goes to next. */
export function leaveNotice(place: NoticePlace, notice: Notice): void {
  sessionStorage.setItem(storageKeys[place], JSON.stringify(notice))
}

/** What the page before left for this one; each is taken once. */
export function takeNotice(place: NoticePlace): Notice | undefined {
  const left = sessionStorage.getItem(storageKeys[place])
  if (!left) return undefined
  sessionStorage.removeItem(storageKeys[place])
  return JSON.parse(left)
}
