// What is said of a mail that has not gone out.
import type { MailPage } from '#schemas/mails.ts'

const zone = 'Europe/London'
const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'medium' })
const dayAndMonth = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** "16:52", or with the day where it is another. */
export function clockTime(moment: Date, now = new Date()): string {
  const isToday = day.format(moment) === day.format(now)
  return isToday ? time.format(moment) : `${time.format(moment)} on ${dayAndMonth.format(moment)}`
}

/** "the server refused: 451 Try again later", from what the connection reported. */
export function reasonOf(error: string | null): string | undefined {
  if (!error) return undefined
  const words = error.replace(
    /^(message failed|mail command failed|recipient command failed|can't send mail - all recipients were rejected|the mail server refused this (address|message)): /i,
    '',
  )
  if (/\bE[A-Z]{4,}\b|timed? ?out|greeting never|closed unexpectedly|getaddrinfo/i.test(words)) {
    return `the mail server could not be reached: ${words}`
  }
  if (/^the mail server refused this address/i.test(error)) {
    return `the server refused the address: ${words}`
  }
  return /\b[45]\d\d\b/.test(words) ? `the server refused: ${words}` : words
}

export interface Waiting {
  tries: number
  next_try_at: string | null
  last_error: string | null
}

/** "Next try at 16:52, because the server refused: …" */
export function waitingWords(
  { tries, next_try_at, last_error }: Waiting,
  now = new Date(),
): string {
  const reason = reasonOf(last_error)
  if (tries === 0 || !next_try_at || !reason) return 'On its way'
  const next = new Date(next_try_at)
  const when = next <= now ? 'Being tried again' : `Next try at ${clockTime(next, now)}`
  return `${when}, because ${reason}`
}

/** The sentence above the list. */
export function summaryOf({ counts, has_mail_server }: Omit<MailPage, 'mails' | 'total'>): string {
  const { waiting, failed, in_outbox } = counts
  const parts = [
    failed > 0 && `${mails(failed)} failed.`,
    waiting > 0 && `${mails(waiting)} ${waiting === 1 ? 'is' : 'are'} waiting.`,
    in_outbox > 0 &&
      `${mails(in_outbox)} ${in_outbox === 1 ? 'is' : 'are'} in the outbox${has_mail_server ? '' : ': no mail server is set up'}.`,
  ].filter(Boolean)
  if (parts.length > 0) return parts.join(' ')
  return has_mail_server ? 'Everything has gone out.' : 'No mail server is set up.'
}

const mails = (count: number) =>
  count === 1
    ? '1 mail'
    : `${count.toLocaleString('en-GB')}${count >= 1000 ? ' or more' : ''} mails`
