// The groups of a day, each with its number and links to the records.
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { TodayEnquiry, TodayGroup, TodayVisit } from '#schemas/function-results.ts'
import { dayAndClock } from '#schemas/visit.ts'
import { Badge } from '#ui/badge/badge.tsx'
import { formatRelativeTime, RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { useNow } from '#ui/relative-time/use-now.ts'
import { dayOf, formatDay } from '../../parts/days.ts'
import { formatSpanOfDay } from '../../parts/times.ts'
import { StatusBadge } from '../enquiries/enquiry-badges.tsx'
import { noFilters } from '../enquiries/filters.ts'

/** Counted no further by the database. */
const maxCounted = 1000

interface GroupProps {
  name: string
  count: number
  shown: number
  none: string
  isLate?: boolean
  children: ReactNode
}

function Group({ name, count, shown, none, isLate, children }: GroupProps) {
  const id = useId()
  const number = count >= maxCounted ? `${maxCounted.toLocaleString('en-GB')}+` : count
  return (
    <section className="panel today-group" aria-labelledby={id}>
      <h3 id={id}>
        {name} <Badge kind={isLate && count > 0 ? 'late' : 'plain'}>{number}</Badge>
      </h3>
      {count === 0 ? <p className="soft">{none}</p> : <ul className="others">{children}</ul>}
      {count > shown && (
        <p className="soft">
          The first {shown} are shown.{' '}
          <Link className="link" to="/admin/enquiries" search={noFilters}>
            All enquiries
          </Link>
        </p>
      )}
    </section>
  )
}

type About = 'due' | 'follow-up' | 'arrival'

interface EnquiryGroupProps {
  name: string
  group: TodayGroup<TodayEnquiry>
  about: About
  none: string
}

export function EnquiryGroup({ name, group: { count, rows }, about, none }: EnquiryGroupProps) {
  const isLate = name === 'Answers overdue'
  return (
    <Group name={name} count={count} shown={rows.length} none={none} isLate={isLate}>
      {rows.map((enquiry) => (
        <li key={enquiry.id}>
          <RecordLink id={enquiry.id} name={enquiry.name} />
          <span className="today-when">
            {about !== 'due' && <StatusBadge status={enquiry.status} />}{' '}
            <When enquiry={enquiry} about={about} />
          </span>
          <span className="soft">
            {[enquiry.service, enquiry.town].filter(Boolean).join(', ')}
            {enquiry.assigned_name && ` · ${enquiry.assigned_name}`}
          </span>
        </li>
      ))}
    </Group>
  )
}

function When({ enquiry, about }: { enquiry: TodayEnquiry; about: About }) {
  const now = useNow()
  if (about === 'arrival') return <RelativeTime at={enquiry.created_at} />
  if (about === 'follow-up')
    return <FollowUpDay day={enquiry.follow_up_on ?? ''} today={dayOf(now)} />
  const due = new Date(enquiry.reply_due)
  const isLate = due < now
  return (
    <span className={isLate ? 'late' : undefined}>
      {isLate ? 'Was due' : 'Due'} {formatRelativeTime(due, now)}
    </span>
  )
}

function FollowUpDay({ day, today }: { day: string; today: string }) {
  if (day === today) return <>Today</>
  return <span className="late">Was due {formatDay(day)}</span>
}

export function VisitGroup({ group, day }: { group: TodayGroup<TodayVisit>; day: string }) {
  const { count, rows } = group
  return (
    <Group
      name="Visits today and tomorrow"
      count={count}
      shown={rows.length}
      none="No visit today or tomorrow."
    >
      {rows.map((visit) => (
        <li key={visit.id}>
          <RecordLink id={visit.enquiry_id} name={visit.name} />
          <span className="today-when">
            {dayAndClock(new Date(visit.starts_at)).day === day ? 'Today' : 'Tomorrow'},{' '}
            {formatSpanOfDay(visit.starts_at, visit.minutes)}
          </span>
          <span className="soft">
            {[visit.address || visit.postcode, visit.colleague_name].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </Group>
  )
}

function RecordLink({ id, name }: { id: string; name: string | null }) {
  const today = useSearch({ from: '/admin/today' })
  return (
    <Link
      className="row-link"
      to="/admin/enquiries/$enquiryId"
      params={{ enquiryId: id }}
      search={noFilters}
      state={{ today }}
    >
      {name ?? 'Erased enquiry'}
    </Link>
  )
}
