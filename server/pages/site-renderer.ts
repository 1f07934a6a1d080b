// Gives the site the built files, and the reviews, which it reads with an anonymous visitor's
// permissions.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { anonymous, asCaller } from '#backend/database/as-caller.ts'
import type { Database } from '#backend/database/database.ts'
import { withTimeout } from '#backend/database/with-timeout.ts'
import type { Content } from '#content/content.ts'
import type { LiveContent } from '#content/live-content.ts'
import { createSite, type Site } from '#site/render.tsx'
import type { ReviewSummary, ShownReview, SiteAssets, SiteData } from '#site/site-context.ts'
import type { BuiltFiles } from '../built-files.ts'
import type { Config } from '../config.ts'
import { liveReloadScript } from '../live-reload.ts'
import type { Log } from '../log.ts'
import { yearOf } from './new-day.ts'
import { cacheControl } from './shared-cache.ts'

export interface SiteRendererOptions {
  config: Config
  built: BuiltFiles
  content: LiveContent
  publishableKey: string
  database: Database
  log: Log
}

export interface LiveSite extends Site {
  /** The site with other content, for previews. */
  with(content: Content): Site
}

export async function openSite(options: SiteRendererOptions): Promise<LiveSite> {
  const { config, built, content, publishableKey, database, log } = options
  const assets = await readAssets(built.clientFolder)
  const siteWith = (shown: Content) =>
    createSite({
      context: {
        company: shown.company,
        content: shown,
        siteUrl: config.siteUrl,
        get year() {
          return yearOf(new Date())
        },
        assets,
        tagManagerId: config.tagManagerId,
        cacheControl: cacheControl(config.sharedCache),
        hasSharedCache: config.sharedCache.seconds > 0,
        publishableKey,
        liveReloadScript: config.liveReload ? liveReloadScript : undefined,
      },
      data: reviewsFrom(database),
      onReviewsFailed: (error) => log.error({ err: error }, 'featured reviews cannot be read'),
    })

  let shown = content.current
  let site = siteWith(shown)
  /** Its routes follow the content. */
  const current = () => {
    if (shown !== content.current) {
      shown = content.current
      site = siteWith(shown)
    }
    return site
  }
  return {
    get paths() {
      return current().paths
    },
    render: (path) => current().render(path),
    renderEnquiryAgain: (again, status) => current().renderEnquiryAgain(again, status),
    renderPhotos: (page, status) => current().renderPhotos(page, status),
    renderStop: (page, status) => current().renderStop(page, status),
    with: siteWith,
  }
}

function reviewsFrom(database: Database): SiteData {
  return {
    async reviews() {
      const reading = asCaller(
        database,
        anonymous,
        async (tx) => {
          // Pages show four; those about their service or town are chosen from these: the newest
          // twelve, and the newest four of each town and service.
          const { rows: featured } = await tx.query<ShownReview>(
            `select id, author_name, author_image, rating, review_text, source, source_url, town,
               service,
               to_char(time_posted at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as time_posted
             from (
               select *, row_number() over (order by created_at desc) as place,
                 row_number() over (partition by town order by created_at desc) as place_in_town,
                 row_number() over (partition by service order by created_at desc)
                   as place_in_service
               from google_reviews where is_featured
             ) review
             where place <= 12 or (town is not null and place_in_town <= 4)
               or (service is not null and place_in_service <= 4)
             order by created_at desc limit 100`,
          )
          const { rows } = await tx.query<ReviewSummary>(
            'select count, average from internal.review_summary()',
          )
          return { featured, summary: rows[0] ?? { count: 0, average: 0 } }
        },
        { timeoutMs: 2_000 },
      )
      // Includes the wait for a connection.
      return await withTimeout(2_500, reading)
    },
  }
}

interface ManifestEntry {
  file: string
  css?: string[]
  isEntry?: boolean
}

async function readAssets(clientFolder: string): Promise<SiteAssets> {
  const manifest: Record<string, ManifestEntry> = JSON.parse(
    await readFile(join(clientFolder, '.vite/manifest.json'), 'utf8'),
  )
  const browser = manifest['site/hydration/browser.ts']
  const styles = manifest['site/site.css']
  if (!browser || !styles) throw new Error('The build is not whole: run npm run build')
  const readStyles = async (file: string) =>
    (await readFile(join(clientFolder, file), 'utf8')).trim()
  const admin = manifest['admin/main.tsx']
  return {
    browserScript: `/${browser.file}`,
    styles: await readStyles(styles.file),
    printStyles: `/${manifest['site/styles/print.css']?.file}`,
    admin: admin && {
      script: `/${admin.file}`,
      styles: (admin.css ?? []).map((file) => `/${file}`),
    },
  }
}
