// A line above the page for some days.
import { shownText } from '#content/announcement.ts'
import { Stylesheet } from '../page-needs.tsx'
import type { SiteContext } from '../site-context.ts'
import css from './announcement-bar.css?inline'

export function AnnouncementBar({ site }: { site: SiteContext }) {
  const text = shownText(site.content.announcement, new Date())
  if (!text) return null
  return (
    <aside className="announcement" aria-label="Announcement">
      <Stylesheet css={css} />
      <p className="wrap">{text}</p>
    </aside>
  )
}
