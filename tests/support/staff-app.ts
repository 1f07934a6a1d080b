// The staff functions at their URL, with parts of the product replaced where a test needs it.

import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { auth } from '#backend/auth/auth.ts'
import { readBackupState, requestBackup } from '#backend/backups/backup-runs.ts'
import type { Database } from '#backend/database/database.ts'
import { enter } from '#backend/enquiries/enter.ts'
import { forgetLearned } from '#backend/enquiries/learning/forget.ts'
import { visits } from '#backend/enquiries/visits/visits.ts'
import { noQuotas } from '#backend/limits/caller-quotas.ts'
import { limits } from '#backend/limits/limits.ts'
import { mailList } from '#backend/mail/mail-list.ts'
import { secretKeyBytes, secrets } from '#backend/mail/sealed-secrets.ts'
import { mailServerStore } from '#backend/mail/stored-server.ts'
import { stuckMails } from '#backend/mail/stuck-mails.ts'
import { pushKeys } from '#backend/push/push-keys.ts'
import { siteStore } from '#backend/site/site-store.ts'
import type { StaffDeps } from '#backend/staff/deps.ts'
import { staff } from '#backend/staff/staff.ts'
import { demoCompany, demoContent, demoDocuments } from '#tools/demo-content.ts'
import type { AuthService } from './auth-service.ts'

type Replaced = Partial<Omit<StaffDeps, 'enquiries'>> & {
  enquiries?: Partial<StaffDeps['enquiries']>
}

const settingsKey = randomBytes(secretKeyBytes)
const nothing = {
  ...{ enquiries: 0, notes: 0, messages: 0, calls: 0, visits: 0, deliveries: 0, photos: 0 },
  attachments: 0,
  deliveryIds: [],
  enquiryIds: [],
}

/** For apps whose test attaches no files. */
const noAnswerStorage: StaffDeps['answerStorage'] = {
  requireSpace: () => Promise.reject(new Error('This test has no file store')),
  receive: () => Promise.reject(new Error('This test has no file store')),
  put: () => Promise.reject(new Error('This test has no file store')),
}

export function staffApp(database: Database, service: AuthService, replaced: Replaced = {}): Hono {
  const deps: StaffDeps = {
    database,
    keys: service.keys,
    content: { current: demoContent },
    auth: auth(service.deps),
    enquiries: {
      enter: (tx, entry) =>
        enter({ content: { current: demoContent }, hasWebhook: false }, tx, entry),
      resend: async () => false,
      resendOutbox: async () => [],
      visits: visits({
        database,
        content: { current: demoContent },
        siteUrl: new URL('https://garden.test'),
        officeEmail: () => 'office@x.test',
      }),
      countPerson: async () => nothing,
      exportPerson: async () => [],
      erasePerson: async () => nothing,
      forgetLearned,
    },
    services: () => demoContent.enquiryServices,
    listMails: mailList({
      services: () => demoContent.enquiryServices,
      ...{ database, officeEmail: () => 'office@x.test', readOutbox: async () => undefined },
      readOutboxMails: async () => new Map(),
    }),
    outbox: { find: async () => [], remove: async () => {} },
    backupsKept: undefined,
    backups: {
      read: () => readBackupState(database, undefined),
      request: (by) => requestBackup(database, by),
    },
    site: siteStore(database),
    checkSite: async () => [],
    shippedSite: { documents: demoDocuments, fixed: {} },
    previewAddress: () => '/preview/token',
    signSitePicture: async () => '/storage/v1/upload',
    hasMailServer: async () => true,
    sendTestMail: async (to) => ({ to, result: 'in_outbox', reply: '' }),
    mailServer: {
      store: mailServerStore(
        database,
        secrets(async () => settingsKey),
      ),
      environment: { smtpUrl: undefined, from: undefined },
      company: () => demoCompany,
      problem: async () => undefined,
      reload: async () => {},
    },
    push: {
      keys: pushKeys(
        database,
        secrets(async () => settingsKey),
      ),
      send: async () => 'sent',
    },
    answerStorage: noAnswerStorage,
    stuckMails: stuckMails(database),
    limits: limits(database, { scale: 0 }),
    quotas: noQuotas,
    clientAddress: () => '192.0.2.1',
    notifyRecovered: async () => {},
    check: async () => [],
    report: (error) => service.errors.push(error),
  }
  const enquiries = { ...deps.enquiries, ...replaced.enquiries }
  return new Hono().route('/functions/v1', staff({ ...deps, ...replaced, enquiries }))
}

/** Calls a staff function, or another by its path, with the token. */
export async function callStaff(
  app: Hono,
  { keys }: AuthService,
  [verb, token, body = {}]: [verb: string, token: string | undefined, body?: object],
) {
  const path = verb.startsWith('/') ? verb : `/functions/v1/staff-${verb}`
  const answer = await app.request(path, {
    method: 'POST',
    headers: {
      apikey: keys.publishableKey,
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

/** An account with a session, and optionally a role. */
export async function openAccount(
  database: Database,
  service: AuthService,
  { email, isAdmin = false, role }: { email: string; isAdmin?: boolean; role?: 'admin' | 'staff' },
) {
  const password = 'a good enough password'
  const { data } = await service.client().signUp({ email, password })
  const id = data.user?.id ?? ''
  const given = isAdmin ? 'admin' : role
  if (given) {
    await database.query(
      'insert into user_roles (user_id, role) values ($1, $2) on conflict do nothing',
      [id, given],
    )
  }
  return { id, email, token: data.session?.access_token ?? '' }
}
