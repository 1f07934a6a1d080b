// Wires the services of the backend to the configuration and to each other.
import { join } from 'node:path'
import { Hono } from 'hono'
import { mailLifeMs } from '#backend/auth/accounts/one-time-tokens.ts'
import { auth, authWorkers } from '#backend/auth/auth.ts'
import type { AuthDeps } from '#backend/auth/service.ts'
import { backend } from '#backend/backend.ts'
import { backupCheckWorker } from '#backend/backups/backup-checks.ts'
import { readBackupState, requestBackup } from '#backend/backups/backup-runs.ts'
import { backupWorker } from '#backend/backups/scheduled-backups.ts'
import type { Keys } from '#backend/caller/keys.ts'
import { isStaffSession } from '#backend/caller/standing.ts'
import { checkAll } from '#backend/checks/checks.ts'
import type { Database } from '#backend/database/database.ts'
import { vacuumTables } from '#backend/database/embedded/vacuum.ts'
import { enquiries } from '#backend/enquiries/enquiries.ts'
import { handOver } from '#backend/jobs/hand-over.ts'
import type { Worker } from '#backend/jobs/job.ts'
import { type Jobs, jobs } from '#backend/jobs/jobs.ts'
import { callerQuotas } from '#backend/limits/caller-quotas.ts'
import { limits } from '#backend/limits/limits.ts'
import { networkOf } from '#backend/limits/network.ts'
import { accountMails } from '#backend/mail/account-mails.ts'
import { mailWorker } from '#backend/mail/mail-jobs.ts'
import { mailList } from '#backend/mail/mail-list.ts'
import { openMailer } from '#backend/mail/open-mailer.ts'
import { expiredMailsWorker, stuckMails } from '#backend/mail/stuck-mails.ts'
import { testMail } from '#backend/mail/test-mail.ts'
import { currentRequestId } from '#backend/request-context.ts'
import { addSms, refuseSms, smsWorker } from '#backend/sms/sms-jobs.ts'
import { forgetTraces } from '#backend/staff/person-traces.ts'
import { staff } from '#backend/staff/staff.ts'
import { tables } from '#backend/tables/tables.ts'
import type { Site } from '#site/render.tsx'
import type { BuiltFiles } from './built-files.ts'
import type { Config } from './config.ts'
import { enquiryAnswers } from './enquiry-answers.ts'
import { answerHealth } from './health.ts'
import { liveReload } from './live-reload.ts'
import type { Log } from './log.ts'
import { answerMetrics } from './metrics/answer-metrics.ts'
import type { Metrics } from './metrics/metrics.ts'
import { factsOf } from './request-facts.ts'
import { requireFolder } from './require-folder.ts'

export interface BackendApp {
  app: Hono
  queue: Jobs
  authDeps: AuthDeps
  close(): void
}

export interface BackendAppOptions {
  config: Config
  built: BuiltFiles
  database: Database
  keys: Keys
  site: Site
  log: Log
  metrics: Metrics
  isStopping(): boolean
}

export function backendApp(options: BackendAppOptions): BackendApp {
  const { config, built, database, keys, site, log, metrics, isStopping } = options
  const { company, siteUrl } = config
  const { mailer, eraseCopies, dropCopy, readOutbox, readCopies, outbox } = openMailer(config)
  const { enqueueMail, notifyRecovered } = accountMails({
    company,
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
    siteName: company.name,
    rateLimitScale: config.rateLimitScale,
    quotas,
    clientAddress: (request) => factsOf(request).address,
    enqueueMail,
    enqueueSms: config.smsWebhook ? addSms : refuseSms,
    forgetTraces,
    now: () => new Date(),
    logError: (error, about) => log.error({ err: error, ...about }, 'auth request failed'),
  }
  const enquiryService = enquiries({
    database,
    limits: limits(database, { scale: config.rateLimitScale }),
    mailer,
    company,
    siteUrl,
    officeEmail: config.mail.enquiriesTo,
    webhook: config.webhook,
    retentionMonths: company.retentionMonths,
    eraseCopies,
    dropCopy,
    log,
  })
  const workers = [
    mailWorker(mailer, handOver(database, log)),
    expiredMailsWorker(database),
    ...enquiryService.workers,
    ...authWorkers(authDeps),
  ]
  if (config.smsWebhook) workers.push(smsWorker(config.smsWebhook))
  if (database.engine === 'embedded') workers.push(tableCareWorker(database))
  if (config.backups) {
    const { backupWorkerFile, emptyDatabase } = built
    const scratchFolder = join(config.dataDir, 'scratch')
    workers.push(
      backupWorker({
        ...config.backups,
        database,
        backupWorkerFile,
        requireFolder: (folder) => requireFolder('BACKUP_DIR', folder),
        log,
      }),
      backupCheckWorker({ database, scratchFolder, emptyDatabase, backupWorkerFile, log }),
    )
  }
  const queue = jobs(database, { workers: workers.map(metrics.counted), log })

  const authService = auth(authDeps)
  const app = new Hono()
  app.get('/healthz', answerHealth({ database, isStopping }))
  app.get('/metrics', answerMetrics({ metrics, database, keys, dataDir: config.dataDir }))
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
      functions: staff({
        database,
        keys,
        auth: authService,
        enquiries: enquiryService,
        listMails: mailList({
          ...{ database, readOutbox, readCopies },
          officeEmail: config.mail.enquiriesTo,
        }),
        outbox,
        backupsKept: config.backups?.keep,
        backups: {
          read: () => readBackupState(database, config.backups),
          request: (by) => requestBackup(database, by),
        },
        sendTestMail: testMail(mailer, config),
        stuckMails: stuckMails(database),
        limits: limits(database, { scale: config.rateLimitScale }),
        quotas,
        clientAddress: (request) => factsOf(request).address,
        notifyRecovered,
        check: () => checkAll({ config, database, mailer }),
        report: (error) => log.error({ err: error }, 'staff function failed'),
      }),
    }),
  )
  app.route('/', enquiryAnswers({ enquiries: enquiryService, site, log }))
  app.notFound((c) => c.json({ message: 'Not found', request_id: currentRequestId() }, 404))
  app.onError((error, c) => {
    log.error({ err: error, path: c.req.path }, 'request failed')
    const message = 'Something went wrong. Please try again.'
    return c.json({ error: 'internal', message, request_id: currentRequestId() }, 500)
  })
  return { app, queue, authDeps, close: () => mailer.close() }
}

/** A PostgreSQL server does this by itself. */
function tableCareWorker(database: Database): Worker {
  return {
    kind: 'table-care',
    atOnce: 1,
    everyMs: 3_600_000,
    run: async () => {
      await vacuumTables(database)
    },
  }
}
