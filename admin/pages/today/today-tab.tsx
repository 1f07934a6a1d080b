// The day of the office: answers that are due, follow-ups, visits, and what is new.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import * as v from 'valibot'
import type { Today } from '#schemas/function-results.ts'
import { Button } from '#ui/button/button.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { formatDay } from '../../parts/days.ts'
import { Empty, Failed } from '../../parts/list-states.tsx'
import { EnquiryGroup, VisitGroup } from './groups.tsx'
import { todayQuery } from './today.ts'

export const TodaySearch = v.object({
  /** Of everybody by default: what is assigned to nobody must not be overlooked. */
  whose: v.fallback(v.optional(v.literal('mine')), undefined),
})

export function TodayTab() {
  const { whose } = useSearch({ from: '/admin/today' })
  const navigate = useNavigate({ from: '/admin/today' })
  const isOwn = whose === 'mine'
  const today = useQuery(todayQuery(isOwn))
  const show = (own: boolean) =>
    void navigate({ to: '/admin/today', search: own ? { whose: 'mine' } : {}, replace: true })
  return (
    <section aria-labelledby="today-heading">
      <div className="toolbar">
        <h2 id="today-heading">Today</h2>
        {today.data && <p className="soft">{formatDay(today.data.day)}</p>}
        <fieldset className="moves-buttons today-whose">
          <legend className="unseen">Whose day</legend>
          <Button aria-pressed={!isOwn} onClick={() => show(false)}>
            Everybody
          </Button>
          <Button aria-pressed={isOwn} onClick={() => show(true)}>
            Mine
          </Button>
        </fieldset>
      </div>
      {today.isPending && <Spinner label="Loading what is due" />}
      {today.isError && !today.data && (
        <Failed text="The day could not be loaded." onRetry={() => void today.refetch()} />
      )}
      {today.data && <Groups today={today.data} isOwn={isOwn} />}
    </section>
  )
}

function Groups({ today, isOwn }: { today: Today; isOwn: boolean }) {
  const { overdue, due, follow_ups, visits } = today
  const isFree = [overdue, due, follow_ups, visits, today.new].every(({ count }) => count === 0)
  if (isFree) {
    return (
      <Empty>
        {isOwn
          ? 'Nothing of yours is due: no answers, no follow-ups, no visits today or tomorrow. “Everybody” shows what your colleagues have, and what is assigned to nobody.'
          : 'All done: every enquiry is answered, and no follow-up or visit is planned for today or tomorrow.'}
      </Empty>
    )
  }
  return (
    <div className="today">
      <EnquiryGroup name="Answers overdue" group={overdue} about="due" none="No answer is late." />
      <EnquiryGroup
        name="Answers due today"
        group={due}
        about="due"
        none="No more answers are due today."
      />
      <VisitGroup group={visits} day={today.day} />
      <EnquiryGroup
        name="Follow-ups"
        group={follow_ups}
        about="follow-up"
        none="Nothing to follow up today."
      />
      <EnquiryGroup
        name="Arrived since yesterday"
        group={today.new}
        about="arrival"
        none="Nothing has arrived since yesterday."
      />
    </div>
  )
}
