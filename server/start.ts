// Puts the parts together, in the order in which they need each other, and takes them apart again.

import { ensureAdmin, setupLink } from '#backend/auth/first-admin/first-admin.ts'
import { type AuthDeps, externalUrl } from '#backend/auth/service.ts'
import { findHookFault } from '#backend/auth/sessions/access-token-hook.ts'
import { loadKeys } from '#backend/caller/keys.ts'
import type { Database } from '#backend/database/database.ts'
import { migrate } from '#backend/database/migrate.ts'
import { schema } from '#backend/database/schema.ts'
import { runInContext } from '#backend/request-context.ts'
import { paths } from '#schemas/paths.ts'
import { openAssets } from './assets.ts'
import { backendApp } from './backend-app.ts'
import type { BuiltFiles } from './built-files.ts'
import { accessTokenHookName, type Config } from './config.ts'
import { drain } from './drain.ts'
import { WrongSetting } from './environment.ts'
import { createHttpServer } from './http.ts'
import { listen } from './listen.ts'
import type { Log } from './log.ts'
import { createMetrics } from './metrics/metrics.ts'
import type { OpenDatabase } from './open-database.ts'
import { watchYear } from './pages/new-year.ts'
import { pageCache } from './pages/page-cache.ts'
import { openSite } from './pages/site-renderer.ts'
import { requireFolder } from './require-folder.ts'

export interface RunningServer {
  port: number
  database: Database
  /** Resolves when the job queue is at work too. Visitors are served before that. */
  working: Promise<void>
  stop(): Promise<void>
}

/** Load balancers ask every second or so; without one in front a stop need not wait. */
const noticeMs = 2_000

const noMailServer =
  'SMTP_URL is not set: no mail leaves this machine. Mails are kept in the outbox, for administrators under Mail.'

export async function startServer(
  config: Config,
  opening: Promise<OpenDatabase>,
  built: BuiltFiles,
  log: Log,
): Promise<RunningServer> {
  const [{ database, close: closeDatabase }, assets] = await Promise.all([
    opening,
    openAssets(built.clientFolder),
  ])
  try {
    const applied = await migrate(database, schema)
    if (applied.length > 0) log.info({ applied }, 'migrations applied')
    await verifyHook(database, config)
    const keys = await loadKeys(database, {
      ...config.keys,
      issuer: externalUrl({ siteUrl: config.siteUrl.origin }),
    })

    const site = await openSite({
      config,
      built,
      publishableKey: keys.publishableKey,
      database,
      log,
    })
    const metrics = createMetrics()
    const pages = pageCache((path) => site.render(path), log)
    await database.listen('pages_changed', {
      // The connection may have been opened by a request, which these lines are not about.
      onMessage: (table) => runInContext({}, () => pages.dropShowing(table)),
      onLost: () => runInContext({}, () => pages.stopKeeping()),
      onReconnect: () => runInContext({}, () => pages.dropAll()),
    })
    watchYear(() => pages.dropAll())
    let isStopping = false
    const {
      app,
      queue,
      authDeps,
      close: closeMailer,
    } = backendApp({
      config,
      built,
      database,
      keys,
      site,
      log,
      metrics,
      isStopping: () => isStopping,
    })
    await ensureFirstAdmin(authDeps, config, log)
    const server = createHttpServer({
      siteUrl: config.siteUrl,
      log,
      pages,
      notFoundPath: paths.notFound,
      trustProxy: config.trustProxy,
      assets,
      backend: app,
      metrics,
    })
    // The port before the work: a start that fails sends no mail and takes no backup.
    const port = await listen(server, config)
    const working = queue.start()
    // Whether it failed is asked by the caller, who can stop the server from now on.
    working.catch(() => {})
    log.info({ port, host: config.host, database: database.engine }, 'serving')
    if (!config.mail.smtpUrl) log.warn(noMailServer)
    void warnOfBackups(config, log)
    return {
      port,
      database,
      working,
      async stop() {
        isStopping = true
        const drained = drain(server, { noticeMs: config.trustProxy > 0 ? noticeMs : 0 })
        await Promise.all([drained, working.catch(() => {}).then(() => queue.stop())])
        closeMailer()
        await closeDatabase()
      },
    }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

/** Otherwise nobody could sign in, and the first to notice would be locked out. */
async function verifyHook(database: Database, { auth }: Config): Promise<void> {
  if (!auth.accessTokenHook) return
  const fault = await findHookFault(database, auth.accessTokenHook)
  if (fault) throw new WrongSetting(accessTokenHookName, fault)
}

/** A disk for backups that is away is no reason to serve nobody. */
async function warnOfBackups({ backups }: Config, log: Log): Promise<void> {
  if (!backups) return
  await requireFolder('BACKUP_DIR', backups.folder).catch(({ message }: Error) =>
    log.warn(`${message}. Until then no backup is taken.`),
  )
}

/** There is an administrator after the start, or a link in the log with which to become one. */
async function ensureFirstAdmin(authDeps: AuthDeps, config: Config, log: Log): Promise<void> {
  if (config.admin) return ensureAdmin(authDeps, config.admin)
  const link = await setupLink(authDeps)
  if (link) log.info(`No administrator yet. Become one here, once and within a day: ${link}`)
}
