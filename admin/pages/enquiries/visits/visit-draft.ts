// What is filled in to book a visit, or to move one.
import type { Enquiry, EnquiryVisit } from '#schemas/tables.ts'
import { dayAndClock } from '#schemas/visit.ts'
import { addDays, dayOf } from '../../../parts/days.ts'
import { type FormDraft, hasDraft, useFormDraft } from '../../../parts/drafts.ts'
import { useOwnId } from '../../../session/session.tsx'
import { newKey } from '../answer.ts'

export interface VisitPlan {
  /** The visit's id: the same for each try to book it. */
  id: string
  colleague: string
  day: string
  clock: string
  minutes: number
  address: string
  note: string
}

export function useBookingDraft(enquiry: Enquiry): FormDraft<VisitPlan> {
  const own = useOwnId()
  return useFormDraft('visit', enquiry.id, () => newPlan(enquiry, own))
}

export const isBookingBegun = ({ id }: Enquiry) => hasDraft('visit', id)

/** Of one state of the visit: after a colleague has moved it, the form begins with its new time. */
export function useMoveDraft(visit: EnquiryVisit): FormDraft<VisitPlan> {
  return useFormDraft('visit', `${visit.id}-${visit.sequence}`, () => planOf(visit))
}

function planOf(visit: EnquiryVisit): VisitPlan {
  const { id, colleague_id, starts_at, minutes, address, note } = visit
  return {
    id,
    colleague: colleague_id ?? '',
    ...dayAndClock(new Date(starts_at)),
    minutes,
    address,
    note,
  }
}

function newPlan(enquiry: Enquiry, own: string | undefined): VisitPlan {
  const { assigned_to, postcode, address, town } = enquiry
  return {
    id: newKey(),
    colleague: assigned_to ?? own ?? '',
    day: addDays(dayOf(new Date()), 1),
    clock: '10:00',
    minutes: 45,
    address: [postcode ?? address, town].filter(Boolean).join(', '),
    note: '',
  }
}
