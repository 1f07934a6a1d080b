// How often the spam filter was right this month, as the office's own clicks tell.
import { zone } from '#content/zone.ts'
import type { CheckDeps, CheckResult } from './check.ts'
import { formatCount } from './format-amounts.ts'

export interface SpamRow {
  judged: number
  /** Held as spam, and released. */
  wronglyHeld: number
  /** Delivered, and moved to the spam folder. */
  missed: number
  /** Clicks that it has learned from. */
  clicks: number
}

/** More genuine enquiries held than this are worth a look: one in fifty, and not a single accident. */
const maxWrongShare = 0.02
const maxWrong = 2

export async function checkSpamFilter({ database }: CheckDeps): Promise<CheckResult> {
  const { rows } = await database.query<SpamRow>(
    `select count(*)::int as judged,
       count(*) filter (where verdict = 'spam' and status <> 'spam')::int as "wronglyHeld",
       count(*) filter (where verdict <> 'spam' and status = 'spam')::int as missed,
       (select count(*)::int from internal.spam_clicks) as clicks
     from enquiries
     where created_at >= date_trunc('month', now(), $1) and verdict is not null`,
    [zone],
  )
  return rateSpamFilter(rows[0] ?? { judged: 0, wronglyHeld: 0, missed: 0, clicks: 0 })
}

export function rateSpamFilter({ judged, wronglyHeld, missed, clicks }: SpamRow): CheckResult {
  const learned =
    clicks === 0
      ? 'It has learned nothing from your office yet.'
      : `It has learned from ${formatCount(clicks, 'click')} on Spam and Not spam.`
  if (judged === 0) return { state: 'ok', finding: `No enquiry this month. ${learned}`, clicks }
  const right = judged - wronglyHeld - missed
  const errors = [
    wronglyHeld > 0 && `${wronglyHeld} held by mistake`,
    missed > 0 && `${missed} let through`,
  ].filter(Boolean)
  const breakdown = errors.length > 0 ? ` (${errors.join(', ')})` : ''
  const finding = `Right about ${right} of ${judged === 1 ? '1 enquiry' : `${judged} enquiries`} this month${breakdown}. ${learned}`
  if (wronglyHeld <= Math.max(maxWrong, judged * maxWrongShare))
    return { state: 'ok', finding, clicks }
  return {
    state: 'warning',
    finding,
    clicks,
    advice: 'Look through the spam folder. If it learned from wrong clicks, make it forget.',
  }
}
