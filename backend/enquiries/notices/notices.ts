// Queues the emails and notifications to one colleague, together with the record that they were told.
import { randomUUID } from 'node:crypto'
import { dayOf } from '#content/closures.ts'
import type { LiveContent } from '#content/live-content.ts'
import type { TodayEnquiry, TodayGroup } from '#schemas/function-results.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { addMail, type QueuedMail } from '../../mail/mail-jobs.ts'
import { messageIdOf } from '../../mail/mailer.ts'
import { type Digest, digestMail } from '../../mail/templates/digest.ts'
import { mailedBy } from '../../mail/templates/layout.ts'
import { noticeSettingsUrl } from '../../mail/templates/notice-settings.ts'
import { overdueAnswers } from '../../mail/templates/overdue-answers.ts'
import { addPushes } from './push-worker.ts'

export interface Colleague {
  id: string
  email: string
  wantsMail: boolean
  /** The devices on which they want to be told. */
  devices: string[]
}

interface QueueDeps {
  database: Database
  content: LiveContent
  siteUrl: URL
}

interface Morning {
  moment: Date
  /** The day from which on enquiries are new. */
  since: string
}

/** A mail server that was down all day must not deliver the morning's email at night. */
const lifeMs = 12 * 3_600_000

/** Nothing to tell: no email, and none later that day. */
export async function queueDigest(
  deps: QueueDeps,
  colleague: Colleague,
  { moment, since }: Morning,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const { rows } = await tx.query<{ digest: Digest | null }>(
      'select internal.take_digest($1, $2, $3) as digest',
      [colleague.id, moment, since],
    )
    const digest = rows[0]?.digest
    if (!digest) return
    const words = digestMail(
      { digest, since, siteUrl: deps.siteUrl },
      mailedBy(deps.content.current),
    )
    if (!words) return
    const { overdue, due, follow_ups, unassigned, new: fresh, visits } = digest
    const mentions = [
      ...[overdue, due, follow_ups, unassigned, fresh].flatMap(idsOf),
      ...visits.rows.map(({ enquiry_id }) => enquiry_id),
    ]
    await queue(tx, deps, colleague, { about: 'digest', mentions, ...words })
  })
}

export async function queueOverdue(
  deps: QueueDeps,
  colleague: Colleague,
  moment: Date,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const { rows } = await tx.query<{ overdue: TodayGroup<TodayEnquiry> | null }>(
      'select internal.take_overdue($1, $2) as overdue',
      [colleague.id, moment],
    )
    const overdue = rows[0]?.overdue
    if (!overdue) return
    await addPushes(tx, colleague.devices, { overdue: true })
    if (!colleague.wantsMail) return
    const words = overdueAnswers(
      overdue,
      dayOf(moment),
      deps.siteUrl,
      mailedBy(deps.content.current),
    )
    await queue(tx, deps, colleague, {
      about: 'overdue_answers',
      mentions: idsOf(overdue),
      ...words,
    })
  })
}

const idsOf = ({ rows }: TodayGroup<TodayEnquiry>) => rows.map(({ id }) => id)

type Notice = Pick<QueuedMail, 'about' | 'mentions' | 'subject' | 'html' | 'text'>

function queue(
  tx: Queryable,
  { siteUrl }: QueueDeps,
  { email }: Colleague,
  notice: Notice,
): Promise<void> {
  return addMail(tx, {
    ...notice,
    to: email,
    messageId: messageIdOf(randomUUID(), siteUrl),
    isAutomatic: true,
    unsubscribeUrl: noticeSettingsUrl(siteUrl),
    expiresAt: new Date(Date.now() + lifeMs).toISOString(),
  })
}
