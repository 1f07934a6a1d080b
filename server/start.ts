// Starts the parts in order of dependency, and stops them.

import { ensureAdmin, setupLink } from '#backend/auth/first-admin/first-admin.ts'
import { type AuthDeps, externalUrl } from '#backend/auth/service.ts'
import { findHookFault } from '#backend/auth/sessions/access-token-hook.ts'
import { loadKeys } from '#backend/caller/keys.ts'
import type { Database } from '#backend/database/database.ts'
import { migrate } from '#backend/database/migrate.ts'
import { schema } from '#backend/database/schema.ts'
import type { LiveMailer } from '#backend/mail/live-mailer.ts'
import { mailServerChannel } from '#backend/mail/stored-server.ts'
import { runInContext } from '#backend/request-context.ts'
import { siteStore } from '#backend/site/site-store.ts'
import { paths } from '#schemas/paths.ts'
import { openAssets } from './assets.ts'
import { accessTokenHookName } from './auth-settings.ts'
import { backendApp } from './backend-app.ts'
import type { BuiltFiles } from './built-files.ts'
import type { Config } from './config.ts'
import { drain } from './drain.ts'
import { WrongSetting } from './environment.ts'
import { createHttpServer } from './http.ts'
import { openIcons } from './icons.ts'
import { listen } from './listen.ts'
import type { Log } from './log.ts'
import { createMetrics } from './metrics/metrics.ts'
import type { OpenDatabase } from './open-database.ts'
import { openLiveContent, publishedTable, reloadSafely } from './pages/live-content.ts'
import { watchDay } from './pages/new-day.ts'
import { pageCache } from './pages/page-cache.ts'
import { createPurge } from './pages/shared-cache.ts'
import { openSite } from './pages/site-renderer.ts'
import { openPendingPictures } from './pending-pictures.ts'
import { requireFolder } from './require-folder.ts'

export interface RunningServer {
  port: number
  database: Database
  /** Resolves when the job queue runs too. Visitors are served before that. */
  working: Promise<void>
  stop(): Promise<void>
}

/** Load balancers check about every second; without one a stop need not wait. */
const noticeMs = 2_000

const noMailServer =
  'No mail server is set up: no mail leaves this machine. Mails are kept in the outbox. Set SMTP_URL, or the server under Mail in the dashboard.'

export async function startServer(
  config: Config,
  opening: Promise<OpenDatabase>,
  built: BuiltFiles,
  log: Log,
): Promise<RunningServer> {
  const pictures = await openPendingPictures(built, log)
  const [{ database, close: closeDatabase }, assets] = await Promise.all([
    opening,
    openAssets(built.clientFolder, pictures),
  ])
  try {
    const applied = await migrate(database, schema)
    if (applied.length > 0) log.info({ applied }, 'migrations applied')
    await verifyHook(database, config)
    const keys = await loadKeys(database, {
      ...config.keys,
      issuer: externalUrl({ siteUrl: config.siteUrl.origin }),
    })

    const content = await openLiveContent({
      files: config.firm,
      company: config.companySettings,
      readPublished: () => siteStore(database).readPublished(),
      log,
    })
    const site = await openSite({
      config,
      built,
      content,
      publishableKey: keys.publishableKey,
      database,
      log,
    })
    const icons = await openIcons({
      clientFolder: built.clientFolder,
      assets,
      brand: () => content.current,
    })
    const metrics = createMetrics()
    const pages = pageCache((path) => site.render(path), log)
    const purge = createPurge({
      settings: config.sharedCache,
      siteUrl: config.siteUrl,
      paths: () => site.paths,
      log,
    })
    const dropAll = () => {
      pages.dropAll()
      purge.pagesChanged()
    }
    const reloadContent = async () => {
      await reloadSafely(content, log)
      dropAll()
    }
    await database.listen('pages_changed', {
      // The connection may have been opened within a request: do not inherit its log context.
      onMessage: (table) =>
        runInContext({}, () => {
          if (table === publishedTable) return void reloadContent()
          pages.dropShowing(table)
          purge.pagesChanged()
        }),
      onLost: () => runInContext({}, () => pages.stopCaching()),
      onReconnect: () => runInContext({}, () => void reloadContent()),
    })
    // What another instance published between the first reading and the subscription.
    await reloadSafely(content, log)
    watchDay(dropAll)
    let isStopping = false
    const {
      app,
      queue,
      authDeps,
      mailer,
      close: closeBackend,
    } = backendApp({
      config,
      built,
      database,
      keys,
      site,
      content,
      mailMark: icons.mailMark,
      log,
      metrics,
      isStopping: () => isStopping,
    })
    await followMailServer(database, mailer, log)
    await ensureFirstAdmin(authDeps, config, log)
    const server = createHttpServer({
      siteUrl: config.siteUrl,
      log,
      pages,
      notFoundPath: paths.notFound,
      trustProxy: config.trustProxy,
      assets,
      icons,
      backend: app,
      metrics,
    })
    // The port before the queue: a failed start sends no email and takes no backup.
    const port = await listen(server, config)
    // A new version may have changed any page.
    purge.pagesChanged()
    const working = queue.start()
    // The caller handles a failure; it can stop the server from now on.
    working.catch(() => {})
    log.info({ port, host: config.host, database: database.engine }, 'serving')
    void warnOfMail(mailer, log)
    void warnOfBackups(config, log)
    return {
      port,
      database,
      working,
      async stop() {
        isStopping = true
        pictures.stop()
        purge.stop()
        const drained = drain(server, { noticeMs: config.trustProxy > 0 ? noticeMs : 0 })
        await Promise.all([drained, working.catch(() => {}).then(() => queue.stop())])
        closeBackend()
        await closeDatabase()
      },
    }
  } catch (error) {
    pictures.stop()
    await closeDatabase()
    throw error
  }
}

/** A broken hook would lock every user out. */
async function verifyHook(database: Database, { auth }: Config): Promise<void> {
  if (!auth.accessTokenHook) return
  const fault = await findHookFault(database, auth.accessTokenHook)
  if (fault) throw new WrongSetting(accessTokenHookName, fault)
}

/** Another instance, or this one, has stored another mail server. */
async function followMailServer(database: Database, mailer: LiveMailer, log: Log): Promise<void> {
  const reload = () =>
    runInContext({}, () => {
      mailer.reload().catch((error) => log.error({ err: error }, 'the mail server cannot be read'))
    })
  await database.listen(mailServerChannel, { onMessage: reload, onReconnect: reload })
}

async function warnOfMail(mailer: LiveMailer, log: Log): Promise<void> {
  try {
    if ((await mailer.host()) === undefined) log.warn(noMailServer)
    const problem = await mailer.problem()
    if (problem) log.warn(problem)
  } catch (error) {
    log.error({ err: error }, 'the mail server cannot be read')
  }
}

/** A missing backup disk is no reason to stop serving. */
async function warnOfBackups({ backups }: Config, log: Log): Promise<void> {
  if (!backups) return
  await requireFolder('BACKUP_DIR', backups.folder).catch(({ message }: Error) =>
    log.warn(`${message}. Until then no backup is taken.`),
  )
}

/** Ensures that there is an administrator, or logs a link to become one. */
async function ensureFirstAdmin(authDeps: AuthDeps, config: Config, log: Log): Promise<void> {
  if (config.admin) return ensureAdmin(authDeps, config.admin)
  const link = await setupLink(authDeps)
  if (link) log.info(`No administrator yet. Become one here, once and within a day: ${link}`)
}
