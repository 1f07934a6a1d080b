// Puts the parts together, in the order in which they need each other, and takes them apart again.
import type { Server } from 'node:http'
import { Hono } from 'hono'
import { backend } from '#backend/backend.ts'
import { loadKeys } from '#backend/caller/keys.ts'
import type { Database } from '#backend/database/database.ts'
import { migrate } from '#backend/database/migrate.ts'
import { migrations } from '#backend/database/migrations.ts'
import { enquiries } from '#backend/enquiries/enquiries.ts'
import { jobs } from '#backend/jobs/jobs.ts'
import { limits } from '#backend/limits/limits.ts'
import { tables } from '#backend/tables/tables.ts'
import { openAssets } from './assets.ts'
import type { BuiltFiles } from './built-files.ts'
import type { Config } from './config.ts'
import { enquiryAnswers } from './enquiry-answers.ts'
import { createHttpServer } from './http.ts'
import { liveReload } from './live-reload.ts'
import type { Log } from './log.ts'
import { mailWorker } from './mail-jobs.ts'
import { openDatabase } from './open-database.ts'
import { openMailer } from './open-mailer.ts'
import { pageCache } from './pages/page-cache.ts'
import { openSite } from './pages/site-renderer.ts'

export interface RunningServer {
  port: number
  database: Database
  stop(): Promise<void>
}

/** Requests that are still running get this long when the process is asked to stop. */
const finishWithinMs = 6_000

export async function startServer(
  config: Config,
  built: BuiltFiles,
  log: Log,
): Promise<RunningServer> {
  const { database, close: closeDatabase } = await openDatabase(config, built, log)
  try {
    const applied = await migrate(database, migrations)
    if (applied.length > 0) log.info({ applied }, 'migrations applied')
    const keys = await loadKeys(database, config.keys)

    const site = await openSite({ config, built, database, log })
    const pages = pageCache((path) => site.render(path), log)
    await database.listen('pages_changed', {
      onMessage: (table) => pages.dropShowing(table),
      onReconnect: () => pages.dropAll(),
    })
    const { mailer, eraseCopies } = openMailer(config)
    const enquiryService = enquiries({
      database,
      limits: limits(database, { scale: config.rateLimitScale }),
      mailer,
      company: config.company,
      siteUrl: config.siteUrl,
      officeEmail: config.mail.enquiriesTo,
      webhook: config.webhook,
      retentionMonths: config.company.retentionMonths,
      eraseCopies,
      log,
    })
    const queue = jobs(database, {
      workers: [mailWorker(mailer), ...enquiryService.workers],
      log,
    })
    const app = new Hono()
    app.get('/healthz', (context) => answerHealth(database, context.json.bind(context)))
    if (config.liveReload) app.route('/', liveReload())
    app.route(
      '/',
      backend({
        tables: tables({
          database,
          keys,
          report: (error) => log.error({ err: error }, 'table request failed'),
        }),
      }),
    )
    const { trustProxy } = config
    app.route('/', enquiryAnswers({ enquiries: enquiryService, site, trustProxy, log }))
    app.notFound((context) => context.json({ message: 'Not found' }, 404))

    const server = createHttpServer({
      siteUrl: config.siteUrl,
      log,
      pages,
      notFoundPath: '/404',
      assets: await openAssets(built.clientFolder),
      backend: app,
    })
    const port = await listen(server, config)
    await queue.start()
    log.info({ port, host: config.host, database: database.engine }, 'serving')
    return {
      port,
      database,
      async stop() {
        await Promise.all([closeServer(server), queue.stop()])
        mailer.close()
        await closeDatabase()
      },
    }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

async function answerHealth(
  database: Database,
  json: (body: object, status: 200 | 503) => Response,
): Promise<Response> {
  try {
    await database.transaction((tx) => tx.query('select 1'), { limitMs: 2_000 })
    return json({ status: 'ok' }, 200)
  } catch {
    return json({ status: 'unavailable' }, 503)
  }
}

function listen(server: Server, { port, host }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE'
      reject(
        isTaken
          ? new Error(
              `Port ${port} on ${host} is taken. Stop what uses it, or set PORT to another.`,
            )
          : error,
      )
    })
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const deadline = setTimeout(() => server.closeAllConnections(), finishWithinMs)
  await closed
  clearTimeout(deadline)
}
