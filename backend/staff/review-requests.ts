// Whether requests for reviews go out, and how many have: for the Reviews tab and the enquiry's record.
import type { ReviewRequestState } from '#schemas/review-requests.ts'
import type { StaffDeps } from './deps.ts'
import type { StaffHandler } from './role-guards.ts'

export function readReviewRequests(deps: Pick<StaffDeps, 'database' | 'content'>): StaffHandler {
  return async function answerReviewRequests(c) {
    const { isOn, link, daysAfterWon } = deps.content.current.reviewRequest
    const { rows } = await deps.database.query<Pick<ReviewRequestState, 'counts'>['counts']>(
      `select count(*) filter (where state = 'sent' and ended_at > now() - interval '90 days')::int
           as asked,
         count(*) filter (where state = 'planned')::int as waiting,
         count(*) filter (
           where (state = 'stopped' and ended_at > now() - interval '90 days')
             or declined_at > now() - interval '90 days'
         )::int as stopped
       from public.review_requests`,
    )
    const answer: ReviewRequestState = {
      is_on: isOn,
      has_link: link !== undefined,
      days: daysAfterWon,
      counts: rows[0] ?? { asked: 0, waiting: 0, stopped: 0 },
    }
    return c.json(answer)
  }
}
