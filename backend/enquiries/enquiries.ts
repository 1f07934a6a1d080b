// The door of the enquiries: what may be asked of them, and the work that they give the job queue.
import type { CompanyProfile } from '#content/company.ts'
import { privacyNoticeVersion } from '#content/pages/privacy-policy.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { JobLog, Worker } from '../jobs/job.ts'
import type { Limits } from '../limits/limits.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Webhook } from '../outgoing/signed-webhook.ts'
import { accept } from './accept.ts'
import { deliveryWorkers } from './delivery-worker.ts'
import type { Erased } from './erase.ts'
import { analyzeWorker } from './erased-statistics.ts'
import { keeper } from './keep.ts'
import type { Outcome } from './outcome.ts'
import type { Person } from './person.ts'
import { countPerson, erasePerson, exportPerson } from './personal-data.ts'
import { intakePriority } from './priority.ts'
import { retentionWorker } from './retention-worker.ts'
import { release, resend } from './staff.ts'
import type { Channel } from './store.ts'
import { tallyWorker } from './tally-worker.ts'

export interface EnquiryDeps {
  database: Database
  limits: Limits
  mailer: Mailer
  company: CompanyProfile
  siteUrl: URL
  officeEmail: string
  webhook: Webhook | undefined
  retentionMonths: number
  eraseCopies?(olderThan: Date): Promise<void>
  dropCopy?(messageId: string): Promise<void>
  log: JobLog
}

export interface Enquiries {
  /** Never rejects for anything that a visitor can send. */
  accept(request: Request, clientAddress: string): Promise<Outcome>
  release(enquiryId: string): Promise<boolean>
  /** In the caller's transaction, with what is noted about it. */
  resend(tx: Queryable, deliveryId: string): Promise<boolean>
  countPerson(person: Person): Promise<Erased>
  exportPerson(person: Person): Promise<Record<string, unknown>[]>
  /** In the caller's transaction; copies in the outbox are the caller's to remove. */
  erasePerson(tx: Queryable, person: Person): Promise<Erased>
  /** For the job queue. */
  workers: Worker[]
}

export function enquiries(deps: EnquiryDeps): Enquiries {
  const { database, limits, log } = deps
  const channels: Channel[] = ['office_mail', 'thank_you_mail']
  if (deps.webhook) channels.push('webhook')
  const keep = keeper({ database, limits, channels, consentVersion: privacyNoticeVersion })
  const priority = intakePriority()
  return {
    accept: (request, clientAddress) =>
      priority.run(() => accept({ keep, log }, request, clientAddress)),
    release: (enquiryId) => release(database, enquiryId),
    resend,
    exportPerson: (person) => exportPerson(database, person),
    countPerson: (person) => countPerson(database, person),
    erasePerson,
    workers: [
      ...deliveryWorkers({ ...deps, giveWay: priority.yield }),
      retentionWorker(deps),
      tallyWorker(database),
      analyzeWorker(database),
    ],
  }
}
