// A page as it would be with the drafts, for the frame beside the editor: rendered by the same code as
// the public page, at an address that is private and expires.
import { Hono } from 'hono'
import type { PreviewTokens } from '#backend/site/preview-tokens.ts'
import type { SiteStore } from '#backend/site/site-store.ts'
import type { Content } from '#content/content.ts'
import { checkEach, type Edit } from '#content/with-edits.ts'
import { paths } from '#schemas/paths.ts'
import type { Site } from '#site/render.tsx'
import type { EditableContent } from './pages/live-content.ts'

export interface PreviewRoutesOptions {
  tokens: PreviewTokens
  store: Pick<SiteStore, 'readDraftsOfMember'>
  content: EditableContent
  siteWith(content: Content): Site
}

const privateHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

export function previewRoutes({ tokens, store, content, siteWith }: PreviewRoutesOptions): Hono {
  const app = new Hono()
  app.get(`${paths.preview}/:token/*`, async (c) => {
    const caller = tokens.read(c.req.param('token'))
    const drafts = caller && (await store.readDraftsOfMember(caller))
    if (!drafts) return c.text('This preview has ended. Open it again from the dashboard.', 403)
    const rest = c.req.path.split('/').slice(3).join('/')
    const site = siteWith(withDrafts(content, drafts))
    const page = (await site.render(`/${rest}`)) ?? (await site.render(paths.notFound))
    if (!page) throw new Error('The not-found page is missing')
    return c.body(page.body, page.status as 200, {
      ...page.headers,
      ...privateHeaders,
      'Content-Security-Policy': inFrame(page.headers['Content-Security-Policy'] ?? ''),
    })
  })
  return app
}

/** Text that is half written must not hide the rest of the page's drafts. */
function withDrafts(content: EditableContent, drafts: readonly DraftEdit[]): Content {
  const { readable } = checkEach(drafts.filter((draft): draft is Edit => draft.state !== 'shipped'))
  const shipped = drafts.filter(({ state }) => state === 'shipped').map(({ key }) => key)
  return content.with(readable, shipped).content
}

interface DraftEdit extends Omit<Edit, 'state'> {
  state: Edit['state'] | 'shipped'
}

/** Only the dashboard may frame it, and forms in it send nothing. */
function inFrame(policy: string): string {
  return policy
    .replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    .replace("form-action 'self'", "form-action 'none'")
}
