// The entry point of the enquiries: their operations and their workers for the job queue.
import type { LiveContent } from '#content/live-content.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { JobLog, Worker } from '../jobs/job.ts'
import type { Limits } from '../limits/limits.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Webhook } from '../outgoing/signed-webhook.ts'
import { accept } from './accept.ts'
import type { AnswerStorage } from './answer-files/answer-storage.ts'
import { recognitionWorkers } from './customers/recognition-worker.ts'
import { deliveryWorkers } from './delivery-worker.ts'
import { type Entry, enter, type StoredEntry } from './enter.ts'
import type { Erased } from './erase.ts'
import { analyzeWorker } from './erased-statistics.ts'
import { enquiryIntake } from './intake.ts'
import { forgetLearned } from './learning/forget.ts'
import { learnedReader } from './learning/learned.ts'
import { learningWorker } from './learning/learning-worker.ts'
import type { DataSubject } from './person.ts'
import { countPerson, erasePerson, exportPerson } from './personal-data.ts'
import type { PhotoStorage } from './photos/photo-storage.ts'
import { photoTokens } from './photos/photo-token.ts'
import { type Photos, photos } from './photos/photos.ts'
import { intakePriority } from './priority.ts'
import { resend, resendOutbox } from './resend.ts'
import { enquiryRetentionWorker } from './retention-worker.ts'
import { type ReviewLinks, reviewLinks } from './review-links.ts'
import { reviewRequestWorker } from './review-requests.ts'
import { statusWorker } from './status-worker.ts'
import type { DeliveryChannel } from './store.ts'
import type { SubmissionResult } from './submission-result.ts'
import { tallyWorker } from './tally-worker.ts'
import { type Visits, visits } from './visits/visits.ts'

export interface EnquiryDeps {
  database: Database
  limits: Limits
  mailer: Mailer
  content: LiveContent
  siteUrl: URL
  officeEmail(): string
  webhook: Webhook | undefined
  retentionMonths(): number
  photoStorage: PhotoStorage
  answerStorage: AnswerStorage
  /** Key of the tokens in the private links. */
  tokenSecret: string
  removeOutboxMailsOf?(olderThan: Date): Promise<void>
  removeOutboxMail?(messageId: string): Promise<void>
  log: JobLog
  /** Of review requests. Default: the machine's clock. */
  now?: () => Date
}

export interface Enquiries {
  /** Never rejects for anything that a visitor can send. */
  accept(request: Request, clientAddress: string): Promise<SubmissionResult>
  photos: Photos
  visits: Visits
  reviewLinks: ReviewLinks
  /** By staff; in the caller's transaction, together with its audit entry. */
  enter(tx: Queryable, entry: Entry): Promise<StoredEntry>
  /** In the caller's transaction, together with its audit entry. */
  resend(tx: Queryable, deliveryId: string): Promise<boolean>
  resendOutbox(tx: Queryable, maxEmails: number): Promise<string[]>
  countPerson(person: DataSubject): Promise<Erased>
  exportPerson(person: DataSubject): Promise<Record<string, unknown>[]>
  /** In the caller's transaction; the caller removes the copies in the outbox. */
  erasePerson(tx: Queryable, person: DataSubject): Promise<Erased>
  /** In the caller's transaction: the spam filter forgets the clicks of the office. */
  forgetLearned(tx: Queryable): Promise<number>
  /** For the job queue. */
  workers: Worker[]
}

export function enquiries(deps: EnquiryDeps): Enquiries {
  const { database, limits, content, log } = deps
  const channels: DeliveryChannel[] = ['office_mail', 'thank_you_mail']
  if (deps.webhook) channels.push('webhook')
  const learned = learnedReader(database, log)
  const intake = enquiryIntake({ database, limits, channels, content, learned, log })
  const priority = intakePriority()
  const links = reviewLinks(database, deps.tokenSecret)
  const enquiryPhotos = photos({ ...deps, tokens: photoTokens(deps.tokenSecret) })
  return {
    accept: (request, clientAddress) =>
      accept(
        {
          // Not while a form with photographs is still arriving: deliveries would wait for it.
          intake: (arrival) => priority.run(() => intake(arrival)),
          photos: enquiryPhotos,
          services: () => content.current.enquiryServices,
          log,
        },
        request,
        clientAddress,
      ),
    photos: enquiryPhotos,
    visits: visits(deps),
    reviewLinks: links,
    enter: (tx, entry) => enter({ content, hasWebhook: deps.webhook !== undefined }, tx, entry),
    resend,
    resendOutbox,
    exportPerson: (person) => exportPerson(deps, person),
    countPerson: (person) => countPerson(database, person),
    erasePerson,
    forgetLearned,
    workers: [
      ...deliveryWorkers({
        ...deps,
        ...{ photos: enquiryPhotos, reviewLinks: links, yieldToIntake: priority.yield },
      }),
      statusWorker(deps),
      enquiryRetentionWorker(deps),
      reviewRequestWorker(deps),
      tallyWorker(database),
      analyzeWorker(database),
      learningWorker(database, content),
      ...recognitionWorkers(database),
    ],
  }
}
