// What the functions of the database return to the dashboard.
import type { Enquiry, EnquiryVisit } from './tables.ts'

/** The result of the function colleagues(). */
export interface Colleague {
  id: string
  name: string
}

/** One group of the function today(): at most the first 30, counted up to a thousand. */
export interface TodayGroup<Row> {
  count: number
  rows: Row[]
}

export type TodayEnquiry = Pick<
  Enquiry,
  | 'id'
  | 'name'
  | 'service'
  | 'town'
  | 'status'
  | 'reply_due'
  | 'created_at'
  | 'follow_up_on'
  | 'assigned_name'
>

export type TodayVisit = Pick<
  EnquiryVisit,
  'id' | 'enquiry_id' | 'starts_at' | 'minutes' | 'address' | 'colleague_name'
> &
  Pick<Enquiry, 'name' | 'town' | 'postcode'>

export interface Today {
  day: string
  overdue: TodayGroup<TodayEnquiry>
  due: TodayGroup<TodayEnquiry>
  follow_ups: TodayGroup<TodayEnquiry>
  /** Of today and tomorrow. */
  visits: TodayGroup<TodayVisit>
  new: TodayGroup<TodayEnquiry>
}

/** The result of the function enquiry_figures(). */
export interface EnquiryFigures {
  total: number
  weeks: { week: string; service: string; count: number }[]
  sources: { name: string; count: number }[]
  towns: { name: string; count: number }[]
  replies: {
    in_time: number
    late: number
    waiting: number
    overdue: number
    median_hours: number | null
  }
}

/** What became of some enquiries. */
export interface ResultLine {
  name: string
  enquiries: number
  /** By anyone, at any time; `in_time` as promised; `due` with those whose time has passed. */
  answered: number
  due: number
  in_time: number
  /** With a visit that was not cancelled. */
  visits: number
  won: number
  lost: number
  won_pence: number
}

/** The result of the function enquiry_results(); a group without enquiries is left out. */
export interface EnquiryResults {
  total: ResultLine
  service?: ResultLine[]
  source?: ResultLine[]
  town?: ResultLine[]
  /** By the colleague it is assigned to. */
  person?: ResultLine[]
  /** The hundred most frequent. */
  lost_reasons?: { name: string; count: number }[]
}
