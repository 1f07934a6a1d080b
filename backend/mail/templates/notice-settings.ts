// What emails to colleagues have in common: where they are switched off.
import { dashboardPath } from '#schemas/paths.ts'
import type { MailParts } from './layout.ts'

/** The database counts no further. */
export const maxCounted = 1000

/** Needs a sign-in, so it cannot be the one-click address of RFC 8058. */
export const noticeSettingsUrl = (siteUrl: URL) => new URL(dashboardPath('account'), siteUrl).href

export function noticeSettings(
  siteUrl: URL,
  closing: string,
): Pick<MailParts, 'closing' | 'settings'> {
  const href = noticeSettingsUrl(siteUrl)
  return { closing, settings: { label: 'Choose your emails under Account', href } }
}
