// How each kind of event stands in the timeline. A further kind is an entry here, one in
// schemas/timeline.ts and a part of the function enquiry_timeline().

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ArrowRight,
  CalendarClock,
  CalendarDays,
  Image,
  Inbox,
  type LucideIcon,
  Mail,
  Phone,
  RotateCw,
  Send,
  ShieldAlert,
  Star,
  StickyNote,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { enquiryStatuses } from '#schemas/enquiry.ts'
import { endReasons } from '#schemas/review-requests.ts'
import type { Enquiry, EnquiryContact, EnquiryMessage } from '#schemas/tables.ts'
import type { TimelineEvent, TimelineKinds } from '#schemas/timeline.ts'
import { tables } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError } from '../../notices/notices.tsx'
import { formatDayAndTime } from '../../parts/times.ts'
import { describeVisit, nextStepChanges } from '../activity/format-next-step.ts'
import { sourceName } from '../figures/sources.ts'
import { SentFiles } from './attachments/sent-files.tsx'
import { channels, DeliveryLine } from './deliveries.tsx'
import { readAnew } from './enquiries-key.ts'
import { requestStateQuery } from './review-request/requests.ts'
import { timelineQuery } from './timeline-query.ts'

type EventOf<Kind extends keyof TimelineKinds> = Extract<TimelineEvent, { kind: Kind }>

interface LineProps<Event> {
  event: Event
  enquiry: Enquiry
}

interface KindOf<Event> {
  Icon: LucideIcon
  Line: ComponentType<LineProps<Event>>
  /** Who did it when no name is known. */
  unknownActor?: string
}

const formerColleague = 'A former colleague'

const kinds: { [Kind in keyof TimelineKinds]: KindOf<EventOf<Kind>> } = {
  arrival: {
    Icon: Inbox,
    Line: ({ event }) => <p>The enquiry arrived ({sourceName(event.source)})</p>,
  },
  verdict: { Icon: ShieldAlert, Line: VerdictLine },
  photos: {
    Icon: Image,
    Line: ({ event: { count } }) => (
      <p>{count === 1 ? 'A photo was added' : `${count} photos were added`}</p>
    ),
  },
  delivery: {
    Icon: Mail,
    Line: ({ event: { delivery }, enquiry }) => (
      <DeliveryLine
        name={channels[delivery.channel]}
        delivery={delivery}
        mayResend={enquiry.erased_at === null}
      />
    ),
  },
  status: {
    Icon: ArrowRight,
    Line: ({ event: { before, after } }) => (
      <p>
        Moved from {enquiryStatuses[before]} to {enquiryStatuses[after]}
      </p>
    ),
  },
  sent_again: {
    Icon: RotateCw,
    Line: ({ event }) => <p>{channels[event.channel]}: sent once more by hand</p>,
    unknownActor: formerColleague,
  },
  step: {
    Icon: CalendarClock,
    Line: ({ event: { before, after } }) => (
      <p>{capitalised(nextStepChanges(before, after).join('; '))}</p>
    ),
  },
  visit: {
    Icon: CalendarDays,
    Line: ({ event: { before, after } }) => <p>{describeVisit(before, after)}</p>,
  },
  message: { Icon: Send, Line: MessageLine },
  review_request: { Icon: Star, Line: ReviewRequestLine },
  call: { Icon: Phone, Line: CallLine, unknownActor: formerColleague },
  note: {
    Icon: StickyNote,
    Line: ({ event }) => <p className="note-body">{event.body}</p>,
    unknownActor: formerColleague,
  },
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const unknownKind: KindOf<TimelineEvent> = {
  Icon: ArrowRight,
  Line: ({ event }) => <p>{event.kind}</p>,
}

/** An event of a kind that this version does not know is shown by its name. */
export function kindOf(event: TimelineEvent): KindOf<TimelineEvent> {
  return (kinds[event.kind] ?? unknownKind) as KindOf<TimelineEvent>
}

function VerdictLine({ event: { verdict, reasons } }: LineProps<EventOf<'verdict'>>) {
  const verdictText = verdict === 'spam' ? 'The filter took it for spam' : 'The filter was in doubt'
  return <p>{reasons.length > 0 ? `${verdictText}: ${reasons.join('. ')}` : verdictText}</p>
}

const messageNames: Record<EnquiryMessage['kind'], string> = {
  answer: 'Answer',
  visit: 'Email about a visit',
  review_request: 'Request for a review',
}

function MessageLine({ event, enquiry }: LineProps<EventOf<'message'>>) {
  const { about, colleague, subject, body, delivery, files } = event
  // A customer is asked for a review once.
  const isOver = about === 'review_request' && delivery?.state === 'delivered'
  const mayResend = enquiry.erased_at === null && !isOver
  const name = `${messageNames[about]}${colleague ? ` to ${colleague}` : ''}, “${subject}”`
  return (
    <>
      {delivery ? (
        <DeliveryLine name={name} delivery={delivery} mayResend={mayResend} />
      ) : (
        <p>{name}</p>
      )}
      <details>
        <summary className="link">Read it</summary>
        <p className="timeline-text">{body}</p>
      </details>
      <SentFiles files={files} />
    </>
  )
}

function ReviewRequestLine({ event }: LineProps<EventOf<'review_request'>>) {
  const { state, due_at, reason } = event
  const { data: settings } = useQuery(requestStateQuery)
  if (state === 'planned') {
    return settings?.is_on === false ? (
      <p>Won: requests for reviews are switched off</p>
    ) : (
      <p>Review request planned for {formatDayAndTime(due_at)}</p>
    )
  }
  const why = reason ? `: ${endReasons[reason]}` : ''
  return <p>{state === 'stopped' ? `Review requests stopped${why}` : `No review request${why}`}</p>
}

const outcomes: Record<EnquiryContact['outcome'], string> = {
  spoke: 'Call: spoke',
  no_answer: 'Call: no answer',
  left_message: 'Call: left a message',
}

function CallLine({ event: { id, outcome, is_own }, enquiry }: LineProps<EventOf<'call'>>) {
  const client = useQueryClient()
  const takeBack = useMutation({
    mutationFn: async () => {
      const { error } = await tables.from('enquiry_contacts').delete().eq('id', id)
      if (error) throw error
    },
    onError: (error) => showError(toMessage(error, 'Failed to take back the call')),
    onSettled: () => readAnew(client, timelineQuery(enquiry.id).queryKey),
  })
  return (
    <>
      <p>{outcomes[outcome]}</p>
      {is_own && (
        <button
          type="button"
          className="link"
          disabled={takeBack.isPending}
          onClick={() => takeBack.mutate()}
        >
          Take back
        </button>
      )}
    </>
  )
}
