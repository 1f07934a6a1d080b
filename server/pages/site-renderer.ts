// Connects the site with what it needs from the rest: the built files, and the reviews, which it
// reads with the rights of an anonymous visitor.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answeredWithin } from '#backend/database/answered-within.ts'
import { anonymous, asCaller } from '#backend/database/as-caller.ts'
import type { Database } from '#backend/database/database.ts'
import { loadContent } from '#content/load-content.ts'
import { createSite, type Site } from '#site/render.tsx'
import type { ShownReview, SiteAssets, SiteData } from '#site/site-context.ts'
import type { BuiltFiles } from '../built-files.ts'
import type { Config } from '../config.ts'
import { liveReloadScript } from '../live-reload.ts'
import type { Log } from '../log.ts'
import { yearOf } from './new-year.ts'

export interface SiteRendererOptions {
  config: Config
  built: BuiltFiles
  publishableKey: string
  database: Database
  log: Log
}

export async function openSite({
  config,
  built,
  publishableKey,
  database,
  log,
}: SiteRendererOptions): Promise<Site> {
  return createSite({
    context: {
      company: config.company,
      content: loadContent(config.company),
      siteUrl: config.siteUrl,
      get year() {
        return yearOf(new Date())
      },
      assets: await readAssets(built.clientFolder),
      tagManagerId: config.tagManagerId,
      publishableKey,
      liveReloadScript: config.liveReload ? liveReloadScript : undefined,
    },
    data: reviewsFrom(database),
    onReviewsFailed: (error) => log.error({ err: error }, 'featured reviews cannot be read'),
  })
}

function reviewsFrom(database: Database): SiteData {
  return {
    async featuredReviews() {
      const reading = asCaller(
        database,
        anonymous,
        (tx) =>
          tx.query<ShownReview>(
            `select id, author_name, author_image, rating, review_text,
               to_char(time_posted at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as time_posted
             from google_reviews where is_featured order by created_at desc limit 4`,
          ),
        { timeoutMs: 2_000 },
      )
      // The wait for a connection counts too.
      const { rows } = await answeredWithin(2_500, reading)
      return rows
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
  if (!browser) throw new Error('The build is not whole: run npm run build')
  const readStyles = async (file: string) =>
    (await readFile(join(clientFolder, file), 'utf8')).trim()
  const styles = await Promise.all((browser.css ?? []).map(readStyles))
  const admin = manifest['admin/main.tsx']
  return {
    browserScript: `/${browser.file}`,
    styles: styles.join(''),
    printStyles: `/${manifest['site/styles/print.css']?.file}`,
    admin: admin && {
      script: `/${admin.file}`,
      styles: (admin.css ?? []).map((file) => `/${file}`),
    },
  }
}
