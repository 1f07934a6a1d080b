// Wires the services of the backend to the configuration and to each other.
import { join } from 'node:path'
import { Hono } from 'hono'
import { routePath } from 'hono/route'
import { mailLifeMs } from '#backend/auth/accounts/one-time-tokens.ts'
import { auth, authWorkers } from '#backend/auth/auth.ts'
import type { AuthDeps } from '#backend/auth/service.ts'
import { backend } from '#backend/backend.ts'
import { backupCheckWorker } from '#backend/backups/backup-checks.ts'
import { readBackupState, requestBackup } from '#backend/backups/backup-runs.ts'
import { backupWorker } from '#backend/backups/scheduled-backups.ts'
import { isStaffSession } from '#backend/caller/caller-roles.ts'
import type { Keys } from '#backend/caller/keys.ts'
import { checkAll } from '#backend/checks/checks.ts'
import type { Database } from '#backend/database/database.ts'
import { vacuumTables } from '#backend/database/embedded/vacuum.ts'
import { enquiries } from '#backend/enquiries/enquiries.ts'
import { noticeWorker } from '#backend/enquiries/notices/notice-worker.ts'
import { pushWorkers } from '#backend/enquiries/notices/push-worker.ts'
import { maxPhotoBytes, photoBucket } from '#backend/enquiries/photos/photo-storage.ts'
import { fileWorkers } from '#backend/files/file-workers.ts'
import { openFileStore } from '#backend/files/open-file-store.ts'
import { openPictures } from '#backend/files/pictures/pictures.ts'
import { openSpool, type Spool } from '#backend/files/spool.ts'
import { handOver } from '#backend/jobs/hand-over.ts'
import type { Worker } from '#backend/jobs/job.ts'
import { type Jobs, jobs } from '#backend/jobs/jobs.ts'
import { callerQuotas } from '#backend/limits/caller-quotas.ts'
import { limits } from '#backend/limits/limits.ts'
import { networkOf } from '#backend/limits/network.ts'
import { accountMails } from '#backend/mail/account-mails.ts'
import type { LiveMailer } from '#backend/mail/live-mailer.ts'
import { mailWorker } from '#backend/mail/mail-jobs.ts'
import { mailList } from '#backend/mail/mail-list.ts'
import type { MailMark } from '#backend/mail/mailer.ts'
import { openMailer } from '#backend/mail/open-mailer.ts'
import { secrets } from '#backend/mail/sealed-secrets.ts'
import { mailServerStore } from '#backend/mail/stored-server.ts'
import { expiredMailsWorker, stuckMails } from '#backend/mail/stuck-mails.ts'
import { mailedBy } from '#backend/mail/templates/layout.ts'
import { testMail } from '#backend/mail/test-mail.ts'
import { fetchUserSupplied } from '#backend/outgoing/limited-fetch.ts'
import { pushKeys } from '#backend/push/push-keys.ts'
import { pushSender } from '#backend/push/send-push.ts'
import { currentRequestId } from '#backend/request-context.ts'
import { previewTokens } from '#backend/site/preview-tokens.ts'
import { siteStore } from '#backend/site/site-store.ts'
import { addSms, refuseSms, smsWorker } from '#backend/sms/sms-jobs.ts'
import { forgetTraces } from '#backend/staff/person-traces.ts'
import { staff } from '#backend/staff/staff.ts'
import { answerObjects } from '#backend/storage/answer-objects.ts'
import { ownObjects } from '#backend/storage/own-objects.ts'
import type { StorageDeps } from '#backend/storage/service.ts'
import { storage } from '#backend/storage/storage.ts'
import { tables } from '#backend/tables/tables.ts'
import { readPictures } from '#content/pictures.ts'
import { answerBucket, maxFileBytes } from '#schemas/answer-files.ts'
import { paths } from '#schemas/paths.ts'
import { type BuiltFiles, readBuildId } from './built-files.ts'
import { calendarRoutes } from './calendar-routes.ts'
import type { Config } from './config.ts'
import { enquiryRoutes } from './enquiry-routes.ts'
import { healthHandler } from './health.ts'
import { liveReload } from './live-reload.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'
import { metricsHandler } from './metrics/metrics-handler.ts'
import type { EditableContent } from './pages/live-content.ts'
import type { LiveSite } from './pages/site-renderer.ts'
import { photoRoutes } from './photo-routes.ts'
import { previewRoutes } from './preview-routes.ts'
import { factsOf } from './request-facts.ts'
import { requireFolder } from './require-folder.ts'
import { reviewRequestRoutes } from './review-request-routes.ts'
import { settingsKey } from './settings-key.ts'
import { sitePictures } from './site-pictures.ts'

export interface BackendApp {
  app: Hono
  queue: Jobs
  authDeps: AuthDeps
  mailer: LiveMailer
  close(): void
}

export interface BackendAppOptions {
  config: Config
  built: BuiltFiles
  database: Database
  keys: Keys
  site: LiveSite
  content: EditableContent
  mailMark: MailMark
  log: Log
  metrics: Metrics
  isStopping(): boolean
}

export function backendApp(options: BackendAppOptions): BackendApp {
  const { config, built, database, keys, site, content, log, metrics, isStopping } = options
  const { siteUrl } = config
  const company = () => content.current.company
  const officeEmail = () => config.mail.enquiriesTo ?? company().email
  const sealed = secrets(settingsKey(config.settingsKey, config.dataDir))
  const mailServers = mailServerStore(database, sealed)
  const vapidKeys = pushKeys(database, sealed)
  const sendPush = pushSender({ fetch: fetchUserSupplied(), keys: vapidKeys, contact: officeEmail })
  const { mailer, removeOutboxMailsOf, removeOutboxMail, readOutbox, readOutboxMails, outbox } =
    openMailer({ ...config, company, mark: options.mailMark, store: mailServers })
  const { enqueueMail, notifyRecovered } = accountMails({
    company: () => mailedBy(content.current),
    siteUrl,
    linkLifeMs: mailLifeMs,
  })
  const quotas = callerQuotas({
    scale: config.rateLimitScale,
    isStaff: isStaffSession(database),
  })
  const authDeps: AuthDeps = {
    database,
    keys,
    config: config.auth,
    siteUrl: siteUrl.origin,
    get siteName() {
      return content.current.company.name
    },
    rateLimitScale: config.rateLimitScale,
    quotas,
    clientAddress: (request) => factsOf(request).address,
    enqueueMail,
    enqueueSms: config.smsWebhook ? addSms : refuseSms,
    forgetTraces,
    now: () => new Date(),
    logError: (error, about) => log.error({ err: error, ...about }, 'auth request failed'),
  }
  const store = openFileStore(config.files.store)
  const spool = openSpool(join(config.dataDir, 'incoming'), config.files)
  const sweeping = sweepSpool(spool, log)
  const pictures = openPictures({ pictureWorkerFile: built.pictureWorkerFile, log })
  const storageDeps: StorageDeps = {
    ...{ database, keys, store, spool, pictures, quotas },
    space: config.files,
    clientNetwork: (request) => networkOf(factsOf(request).address),
    limits: limits(database, { scale: config.rateLimitScale }),
    report: (error) => log.error({ err: error }, 'storage request failed'),
  }
  const answerStorage = answerObjects(storageDeps, answerBucket, maxFileBytes)
  const enquiryService = enquiries({
    database,
    limits: limits(database, { scale: config.rateLimitScale }),
    mailer,
    content,
    siteUrl,
    officeEmail,
    webhook: config.webhook,
    retentionMonths: () => company().retentionMonths,
    photoStorage: ownObjects(storageDeps, photoBucket, maxPhotoBytes),
    answerStorage,
    tokenSecret: keys.codeSecret,
    removeOutboxMailsOf,
    removeOutboxMail,
    log,
  })
  const workers = [
    mailWorker(mailer, handOver(database, log)),
    expiredMailsWorker(database),
    ...enquiryService.workers,
    noticeWorker({ database, content, siteUrl, log }),
    ...pushWorkers({ database, sendPush, log }),
    ...authWorkers(authDeps),
    ...fileWorkers({ database, store, log }),
  ]
  if (config.smsWebhook) workers.push(smsWorker(config.smsWebhook))
  if (database.engine === 'embedded') workers.push(vacuumWorker(database))
  if (config.backups) {
    const { backupWorkerFile, emptyDatabase } = built
    const scratchFolder = join(config.dataDir, 'scratch')
    workers.push(
      backupWorker({
        ...config.backups,
        files: config.files.store,
        database,
        backupWorkerFile,
        requireFolder: (folder) => requireFolder('BACKUP_DIR', folder),
        log,
      }),
      backupCheckWorker({ database, scratchFolder, emptyDatabase, backupWorkerFile, log }),
    )
  }
  const documents = siteStore(database)
  const siteObjects = ownObjects(storageDeps, 'site-pictures')
  // Not the process of visitors' photographs: neither waits for the other.
  const sitePictureMaker = openPictures({ pictureWorkerFile: built.pictureWorkerFile, log })
  const previews = previewTokens(keys.codeSecret)
  const queue = jobs(database, { workers: workers.map(metrics.counted), log })

  const authService = auth(authDeps)
  const app = new Hono()
  app.get('/healthz', healthHandler({ database, isStopping }))
  app.get(
    '/metrics',
    metricsHandler({
      metrics,
      database,
      keys,
      build: readBuildId(built),
      dataDir: config.dataDir,
      maxFileBytes: config.files.maxTotalBytes,
    }),
  )
  if (config.liveReload) app.route('/', liveReload())
  app.route(
    '/',
    backend({
      auth: authService,
      tables: tables({
        database,
        keys,
        clientNetwork: (request) => networkOf(factsOf(request).address),
        quotas,
        report: (error) => log.error({ err: error }, 'table request failed'),
      }),
      storage: storage(storageDeps),
      functions: staff({
        database,
        keys,
        content,
        auth: authService,
        enquiries: enquiryService,
        services: () => content.current.enquiryServices,
        listMails: mailList({
          services: () => content.current.enquiryServices,
          ...{ database, readOutbox, readOutboxMails },
          officeEmail,
        }),
        outbox,
        backupsKept: config.backups?.keep,
        backups: {
          read: () => readBackupState(database, config.backups),
          request: (by) => requestBackup(database, by),
        },
        site: documents,
        checkSite: content.check,
        shippedSite: { documents: config.firm, fixed: config.companyVariables },
        signSitePicture: async (upload) => {
          await siteObjects.requireSpace()
          // Its sizes are kept for a year: what is stored under this name never changes.
          return siteObjects.signUpload(`${upload}.jpg`, false)
        },
        previewAddress: (caller) => `${paths.preview}/${previews.sign(caller)}`,
        hasMailServer: async () => (await mailer.host()) !== undefined,
        sendTestMail: testMail(mailer, { sender: () => mailedBy(content.current), siteUrl }),
        mailServer: {
          store: mailServers,
          environment: config.mail,
          company,
          problem: mailer.problem,
          reload: mailer.reload,
        },
        push: { keys: vapidKeys, send: sendPush },
        answerStorage,
        stuckMails: stuckMails(database),
        limits: limits(database, { scale: config.rateLimitScale }),
        quotas,
        clientAddress: (request) => factsOf(request).address,
        notifyRecovered,
        check: () =>
          checkAll({ config, database, mailer, store, siteProblems: () => content.problems }),
        report: (error) => log.error({ err: error }, 'staff function failed'),
      }),
    }),
  )
  app.route('/', enquiryRoutes({ enquiries: enquiryService, site, content, log }))
  app.route(
    '/',
    previewRoutes({ tokens: previews, store: documents, content, siteWith: site.with }),
  )
  const photographs = sitePictures({
    folder: join(config.dataDir, 'site-pictures'),
    maker: sitePictureMaker,
    read: (upload) => siteObjects.read(`${upload}.jpg`),
    published: () => content.current.pictures,
    drafted: async () => readPictures(await documents.readDraftBody('pictures')),
    log,
  })
  app.route('/', photographs.routes)
  content.onReload(() => void photographs.makeAll())
  app.route('/', photoRoutes({ photos: enquiryService.photos, site, log }))
  app.route('/', calendarRoutes({ feeds: enquiryService.visits.feeds, log }))
  app.route(
    '/',
    reviewRequestRoutes({
      links: enquiryService.reviewLinks,
      limits: limits(database, { scale: config.rateLimitScale }),
      ...{ site, log },
    }),
  )
  app.notFound((c) => c.json({ message: 'Not found', request_id: currentRequestId() }, 404))
  app.onError((error, c) => {
    log.error({ err: error, route: routePath(c) }, 'request failed')
    const message = 'Something went wrong. Please try again.'
    return c.json({ error: 'internal', message, request_id: currentRequestId() }, 500)
  })
  return {
    app,
    queue,
    authDeps,
    mailer,
    close() {
      mailer.close()
      clearInterval(sweeping)
      pictures.close()
      sitePictureMaker.close()
    },
  }
}

/** A PostgreSQL server has autovacuum. */
function vacuumWorker(database: Database): Worker {
  return {
    kind: 'vacuum',
    concurrency: 1,
    everyMs: 3_600_000,
    run: async () => {
      await vacuumTables(database)
    },
  }
}

const hour = 3_600_000

/** Not a job of the queue: every instance has a disk of its own. */
function sweepSpool(spool: Spool, log: Log): NodeJS.Timeout {
  const sweep = () => {
    spool
      .removeUnfinished(new Date(Date.now() - hour))
      .catch((error) => log.error({ err: error }, 'unfinished uploads were not removed'))
  }
  sweep()
  return setInterval(sweep, hour).unref()
}
