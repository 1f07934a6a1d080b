// Everything that happened to an enquiry, oldest first, with who and when.

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Enquiry } from '#schemas/tables.ts'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import { NoteForm } from './note-form.tsx'
import { kindOf } from './timeline-kinds.tsx'
import { timelineQuery } from './timeline-query.ts'

export function Timeline({ enquiry }: { enquiry: Enquiry }) {
  const id = useId()
  const { data: events } = useQuery(timelineQuery(enquiry.id))
  return (
    <section aria-labelledby={id} className="timeline">
      <h4 id={id}>Timeline</h4>
      <ol>
        {events?.map((event, at) => {
          const { Icon, Line, unknownActor } = kindOf(event)
          const who = event.who ?? unknownActor
          return (
            // Events are only ever added, and several may have one time.
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what identifies them
            <li key={`${event.kind}-${event.at}-${at}`}>
              <Icon aria-hidden="true" />
              <div>
                <Line event={event} enquiry={enquiry} />
                <p className="soft">
                  {who && `${who}, `}
                  <RelativeTime at={event.at} />
                </p>
              </div>
            </li>
          )
        })}
      </ol>
      {enquiry.erased_at === null && <NoteForm enquiryId={enquiry.id} />}
    </section>
  )
}
