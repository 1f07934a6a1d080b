// Writes iCalendar files (RFC 5545): visits as invitations, and a person's visits as a subscription.

export interface CalendarContact {
  name: string
  email: string
}

export interface CalendarEvent {
  /** The same for as long as the event exists, so that calendars move it instead of adding another. */
  uid: string
  /** Calendars ignore an invitation that is not higher than what they have. */
  sequence: number
  starts: Date
  minutes: number
  changed: Date
  summary: string
  location: string
  description: string
  isCancelled?: boolean
  organizer?: CalendarContact
  attendee?: CalendarContact
}

export interface Calendar {
  /** `PUBLISH`: a subscription, which nobody answers. */
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  /** Shown by the programs that subscribe. */
  name?: string
  events: CalendarEvent[]
}

export function writeCalendar({ method, name, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Enquiries//Visits//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(name
      ? [`NAME:${text(name)}`, `X-WR-CALNAME:${text(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H']
      : []),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function eventLines(event: CalendarEvent): string[] {
  const ends = new Date(event.starts.getTime() + event.minutes * 60_000)
  const { organizer, attendee } = event
  return [
    'BEGIN:VEVENT',
    `UID:${text(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.changed)}`,
    // UTC, not the firm's zone: every calendar shows it in its own, and no zone table is needed.
    `DTSTART:${utc(event.starts)}`,
    `DTEND:${utc(ends)}`,
    `SUMMARY:${text(event.summary)}`,
    ...(event.location ? [`LOCATION:${text(event.location)}`] : []),
    ...(event.description ? [`DESCRIPTION:${text(event.description)}`] : []),
    ...(organizer ? [`ORGANIZER;CN=${parameter(organizer.name)}:${mailto(organizer.email)}`] : []),
    ...(attendee
      ? [
          `ATTENDEE;CN=${parameter(attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=FALSE:${mailto(attendee.email)}`,
        ]
      : []),
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ]
}

/** 20261130T103000Z. */
const utc = (time: Date) => time.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Every kind of line break becomes the two characters `\n`: a raw one would begin another property. */
function text(value: string): string {
  return withoutControls(value.replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, '\n'))
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

/** In quotes, where a colon or a comma means nothing; a quote has no escape. */
function parameter(value: string): string {
  return `"${withoutControls(value).replaceAll('\n', ' ').replaceAll('"', "'")}"`
}

function mailto(email: string): string {
  return `mailto:${encodeURI(withoutControls(email).replaceAll('\n', ''))}`
}

/** All but the line feed. */
function withoutControls(value: string): string {
  return value.toWellFormed().replace(/(?!\n)\p{Cc}/gu, '')
}

const maxOctets = 75

/** No line is longer than 75 octets; the next begins with a space. Characters stay whole. */
function fold(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > maxOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
