// A person's visits as a calendar behind a secret address. Only the hash of the secret is stored. A
// calendar program keeps the address, so the file has no telephone number and no email address.
import { createHash, randomBytes } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { type CalendarEvent, writeCalendar } from './calendar.ts'
import type { VisitDeps } from './visit-deps.ts'
import { visitUid } from './visit-mails.ts'

export interface CalendarFeeds {
  /** When the address was made; undefined: there is none. */
  find(userId: string): Promise<Date | undefined>
  /** In the caller's transaction. Ends the former address. Returns the secret, which is not kept. */
  renew(tx: Queryable, userId: string): Promise<string>
  /** In the caller's transaction. */
  remove(tx: Queryable, userId: string): Promise<void>
  /** The file; undefined for an unknown secret, or when its owner is no colleague now. */
  read(token: string): Promise<string | undefined>
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

export function calendarFeeds({ database, content, siteUrl }: VisitDeps): CalendarFeeds {
  return {
    async find(userId) {
      const { rows } = await database.query<{ created_at: Date }>(
        'select created_at from internal.calendar_feeds where user_id = $1',
        [userId],
      )
      return rows[0]?.created_at
    },
    async renew(tx, userId) {
      const token = randomBytes(32).toString('base64url')
      await tx.query(
        `insert into internal.calendar_feeds (user_id, token_hash) values ($1, $2)
         on conflict (user_id) do update
         set token_hash = excluded.token_hash, created_at = excluded.created_at`,
        [userId, hashOf(token)],
      )
      return token
    },
    async remove(tx, userId) {
      await tx.query('delete from internal.calendar_feeds where user_id = $1', [userId])
    },
    async read(token) {
      if (!/^[\w-]{43}$/.test(token)) return undefined
      const { rows } = await database.query<{ user_id: string }>(
        `select user_id from internal.calendar_feeds
         where token_hash = $1 and user_id in (select internal.working_colleagues())`,
        [hashOf(token)],
      )
      const owner = rows[0]?.user_id
      if (!owner) return undefined
      return writeCalendar({
        method: 'PUBLISH',
        name: `Visits, ${content.current.company.name}`,
        events: (await readVisits(database, owner)).map((visit) => toEvent(visit, siteUrl)),
      })
    },
  }
}

interface Row {
  id: string
  sequence: number
  starts_at: Date
  minutes: number
  updated_at: Date
  name: string | null
  postcode: string | null
  town: string | null
}

async function readVisits(database: Queryable, owner: string): Promise<Row[]> {
  const { rows } = await database.query<Row>(
    `select visit.id, sequence, starts_at, minutes, updated_at, e.name, e.postcode, e.town
     from enquiry_visits visit join enquiries e on e.id = visit.enquiry_id
     where visit.colleague_id = $1 and visit.state = 'booked' and e.erased_at is null
       and starts_at between now() - interval '30 days' and now() + interval '365 days'
     order by starts_at`,
    [owner],
  )
  return rows
}

function toEvent(visit: Row, siteUrl: URL): CalendarEvent {
  return {
    uid: visitUid(visit.id, siteUrl.hostname),
    sequence: visit.sequence,
    starts: visit.starts_at,
    minutes: visit.minutes,
    changed: visit.updated_at,
    summary: `Visit: ${visit.name ?? ''}`.trim(),
    location: [visit.postcode, visit.town].filter(Boolean).join(', '),
    description: '',
  }
}
