// What customer and colleague are written about a visit, and the calendar file with it.
import { firstName } from '#content/answers.ts'
import { zone } from '#content/zone.ts'
import { type CalendarContact, writeCalendar } from './calendar.ts'

export type VisitNews = 'booked' | 'moved' | 'cancelled'

export interface MailedVisit {
  id: string
  sequence: number
  starts_at: Date
  minutes: number
  address: string
  note: string
  /** The name that the colleague goes by with customers; null: none is given. */
  colleague: string | null
}

export interface MailedCustomer {
  name: string
  email: string | null
  phone: string | null
  reference: string
}

export interface VisitMailDeps {
  office: CalendarContact
  host: string
}

export interface VisitMail {
  subject: string
  body: string
  calendar: string
}

export function mailToCustomer(
  { office, host }: VisitMailDeps,
  news: VisitNews,
  visit: MailedVisit,
  customer: MailedCustomer & { email: string },
): VisitMail {
  const when = formatTime(visit.starts_at)
  const who = visit.colleague ? `${visit.colleague} will come.` : ''
  const where = visit.address ? ` at ${visit.address}` : ''
  const details = `${when}${where}. It takes about ${formatMinutes(visit.minutes)}. ${who}`.trim()
  const parts = {
    booked: {
      subject: `Your visit on ${when}`,
      first: `We will visit you on ${details}`,
      last: 'If the time does not suit you, reply to this email and we will find another.',
    },
    moved: {
      subject: `Your visit is now on ${when}`,
      first: `Your visit has been moved. We will now come on ${details}`,
      last: 'If the new time does not suit you, reply to this email and we will find another.',
    },
    cancelled: {
      subject: `Your visit on ${when} is cancelled`,
      first: `The visit on ${when}${where} will not take place.`,
      last: 'If you would still like one, reply to this email and we will find another time.',
    },
  }[news]
  return {
    subject: parts.subject,
    body: `Hello ${firstName(customer.name)},\n\n${parts.first}\n\n${parts.last}`,
    calendar: invitation(news, visit, {
      host,
      organizer: office,
      attendee: { name: customer.name, email: customer.email },
      summary: `Visit by ${office.name}`,
      description: `Your reference is ${customer.reference}.`,
    }),
  }
}

export function mailToColleague(
  { office, host }: VisitMailDeps,
  news: VisitNews,
  visit: MailedVisit,
  customer: MailedCustomer,
  colleague: CalendarContact,
): VisitMail {
  const when = formatTime(visit.starts_at)
  const what = { booked: 'Visit', moved: 'Visit moved', cancelled: 'Visit cancelled' }[news]
  const facts = [
    customer.name,
    customer.phone,
    visit.address,
    `${when}, ${formatMinutes(visit.minutes)}`,
    visit.note,
  ].filter(Boolean)
  return {
    subject: `${what}: ${customer.name}, ${when}`.slice(0, 180),
    body: facts.join('\n'),
    calendar: invitation(news, visit, {
      host,
      organizer: office,
      attendee: colleague,
      summary: `Visit: ${customer.name}`,
      description: [customer.phone, visit.note, customer.reference].filter(Boolean).join('\n'),
    }),
  }
}

interface Invitation {
  host: string
  organizer: CalendarContact
  attendee: CalendarContact
  summary: string
  description: string
}

function invitation(news: VisitNews, visit: MailedVisit, { host, ...rest }: Invitation): string {
  const isCancelled = news === 'cancelled'
  return writeCalendar({
    method: isCancelled ? 'CANCEL' : 'REQUEST',
    events: [
      {
        uid: visitUid(visit.id, host),
        sequence: visit.sequence,
        starts: visit.starts_at,
        minutes: visit.minutes,
        changed: new Date(),
        location: visit.address,
        isCancelled,
        ...rest,
      },
    ],
  })
}

export const visitUid = (id: string, host: string) => `visit-${id}@${host}`

const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
})

/** "Tuesday 17 November at 10:00". */
export const formatTime = (time: Date) => dayAndTime.format(time)

function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const parts = [
    hours > 0 && (hours === 1 ? '1 hour' : `${hours} hours`),
    minutes % 60 > 0 && `${minutes % 60} minutes`,
  ]
  return parts.filter(Boolean).join(' ')
}
