// Notices (toasts). The site shows one at a time with plain script, the dashboard several with React;
// the look, and passing one to the next page (a flash message), is shared.
export interface Notice {
  title: string
  text: string
  isError?: boolean
}

/** Two keys, because the public script also runs on the dashboard's pages and shows `notice`. */
const storageKeys = { site: 'notice', dashboard: 'dashboard-notice' }
export type NoticePlace = keyof typeof storageKeys

/** Stores a flash message for the next page. */
export function leaveNotice(place: NoticePlace, notice: Notice): void {
  sessionStorage.setItem(storageKeys[place], JSON.stringify(notice))
}

/** Reads and removes the flash message of the previous page. */
export function takeNotice(place: NoticePlace): Notice | undefined {
  const left = sessionStorage.getItem(storageKeys[place])
  if (!left) return undefined
  sessionStorage.removeItem(storageKeys[place])
  return JSON.parse(left)
}
