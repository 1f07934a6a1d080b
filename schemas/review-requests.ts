// Requests for a review: what the dashboard is told, and why one does not go out.

export interface ReviewRequestState {
  is_on: boolean
  /** Without the address of a page for reviews none goes out. */
  has_link: boolean
  /** After the enquiry was won. */
  days: number
  /** `asked` and `stopped` in the last 90 days, `waiting` now. */
  counts: { asked: number; waiting: number; stopped: number }
}

/** The reasons with which staff stop a request. */
export const stopReasons = {
  asked_not_to_be_emailed: 'Asked not to be emailed',
  job_not_done: 'The job was not done',
} as const
export type StopReason = keyof typeof stopReasons

/** Why a request was stopped or skipped, as the table `review_requests` keeps it. */
export type EndReason = StopReason | 'link_used' | 'no_address' | 'asked_before' | 'too_late'

export const endReasons: Record<EndReason, string> = {
  ...stopReasons,
  link_used: 'The customer asked us not to ask again',
  no_address: 'There is no email address',
  asked_before: 'Asked in the last 180 days',
  too_late: 'It could not go out in time',
}
