// The clicks of the office as examples. Erased enquiries are none: what they taught goes with them. Nor are
// those that staff entered, in their own words.
import type { Queryable } from '../../database/database.ts'
import type { EnquiryText } from '../judge/judge.ts'

export interface ClickedEnquiry extends EnquiryText {
  is_spam: boolean
}

/** A flood of clicks in one day counts as this many. */
const maxPerDay = 20
const maxExamples = 400
/** A campaign lasts hours; a week later the adjustment knows its words. */
const campaignHours = 48
const maxCampaign = 200

export async function readClicks(database: Queryable): Promise<ClickedEnquiry[]> {
  const { rows } = await database.query<ClickedEnquiry>(
    `select name, phone, address, message, is_spam from (
       select click.*, row_number() over (
         partition by is_spam, date_trunc('day', clicked_at) order by clicked_at, enquiry_id
       ) as place
       from internal.spam_clicks click
     ) click
     join enquiries on id = enquiry_id
     where erased_at is null and entered_via is null and place <= $1
     order by clicked_at desc, id limit $2`,
    [maxPerDay, maxExamples],
  )
  return rows
}

/** As many enquiries that staff went on with. */
export async function readAnswered(database: Queryable, count: number): Promise<EnquiryText[]> {
  const { rows } = await database.query<EnquiryText>(
    `select name, phone, address, message from enquiries
     where status in ('contacted', 'visit_booked', 'quoted', 'won') and erased_at is null
       and entered_via is null
     order by created_at desc limit $1`,
    [count],
  )
  return rows
}

/** What was clicked as spam in the last hours. */
export async function readCampaigns(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ message: string }>(
    `select message from internal.spam_clicks join enquiries on id = enquiry_id
     where is_spam and clicked_at > now() - make_interval(hours => $1) and erased_at is null
       and entered_via is null
     order by clicked_at desc limit $2`,
    [campaignHours, maxCampaign],
  )
  return rows.map(({ message }) => message)
}
