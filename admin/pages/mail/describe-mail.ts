// Texts about emails: their kind, why one was not sent, and the summary of the list.

import { zone } from '#content/zone.ts'
import type { MailPage } from '#schemas/mails.ts'

const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'medium' })
const dayAndMonth = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** "16:52"; with the date if it is not today. */
export function formatTime(date: Date, now = new Date()): string {
  const isToday = day.format(date) === day.format(now)
  return isToday ? time.format(date) : `${time.format(date)} on ${dayAndMonth.format(date)}`
}

/** "the server refused: 451 Try again later", from the SMTP error. */
export function describeError(error: string | null): string | undefined {
  if (!error) return undefined
  const detail = error.replace(
    /^(message failed|mail command failed|recipient command failed|can't send mail - all recipients were rejected|the mail server refused this (address|message)): /i,
    '',
  )
  if (isAddressRefused(error, detail)) return `the server refused the address: ${detail}`
  if (isUnreachable(detail)) return `the mail server could not be reached: ${detail}`
  return /\b[45]\d\d\b/.test(detail) ? `the server refused: ${detail}` : detail
}

/** Replies of 4xx are for now only, as in greylisting; 550 alone may mean spam or policy. */
const isAddressRefused = (error: string, detail: string) =>
  /^the mail server refused this address/i.test(error) ||
  (!/^4\d\d\b/.test(detail) &&
    /\b5\.1\.[0-36]\b|recipient (address )?rejected|(user|recipient|mailbox) unknown|(unknown|no such) (user|recipient|mailbox)|account does not exist/i.test(
      detail,
    ))

/** Only Node's own codes: servers write other words that start with an E. */
const isUnreachable = (detail: string) =>
  /\bE(CONN[A-Z]+|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|NOTFOUND|PROTO|AI_[A-Z]+|PIPE|SOCKET|DNS)\b/.test(
    detail,
  ) || /timed? ?out|greeting never|closed unexpectedly|getaddrinfo/i.test(detail)

export interface Waiting {
  tries: number
  next_try_at: string | null
  last_error: string | null
}

/** "Next try at 16:52, because the server refused: …" */
export function describeWaiting(
  { tries, next_try_at, last_error }: Waiting,
  now = new Date(),
): string {
  const reason = describeError(last_error)
  if (tries === 0 || !next_try_at || !reason) return 'On its way'
  const next = new Date(next_try_at)
  const when = next <= now ? 'Being tried again' : `Next try at ${formatTime(next, now)}`
  return `${when}, because ${reason}`
}

/** Of an email in the outbox. True before and after a mail server is set up. */
export const keptInOutbox = 'Kept in the outbox: no mail server was set up then.'

/** The summary above the list. */
export function summariseMails({
  counts,
  has_mail_server,
}: Pick<MailPage, 'counts' | 'has_mail_server'>): string {
  const { waiting, failed, in_outbox } = counts
  const parts = [
    failed > 0 && `${countMails(failed)} failed.`,
    waiting > 0 && `${countMails(waiting)} ${waiting === 1 ? 'is' : 'are'} waiting.`,
    in_outbox > 0 &&
      `${countMails(in_outbox)} ${in_outbox === 1 ? 'is' : 'are'} in the outbox${has_mail_server ? '' : ': no mail server is set up'}.`,
  ].filter(Boolean)
  if (parts.length > 0) return parts.join(' ')
  return has_mail_server ? 'Everything has gone out.' : 'No mail server is set up.'
}

/** "1 email", "12 emails", "1,000 or more emails". */
export const countMails = (count: number) =>
  count === 1
    ? '1 email'
    : `${count.toLocaleString('en-GB')}${count >= 1000 ? ' or more' : ''} emails`

const names: Record<string, string> = {
  signup: 'Link to confirm an account',
  invite: 'Invitation',
  magiclink: 'Sign-in link',
  recovery: 'Link to choose a new password',
  email_change: 'Link to confirm a change of address',
  reauthentication: 'Code to confirm a change',
  recovery_code_used: 'Notice that a recovery code was used',
  digest: 'Morning email to a colleague',
  overdue_answers: 'Overdue answers, to a colleague',
}

/** Whether it tells a colleague what waits; then it is not about the account. */
export const isColleagueNotice = (about: unknown) =>
  about === 'digest' || about === 'overdue_answers'

/** The kind of an account email, as the list shows it. */
export function nameOfMail(about: unknown): string {
  return (typeof about === 'string' && names[about]) || 'Account email'
}
