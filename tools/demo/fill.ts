// Fills an empty product through its public API: users sign up, visitors send enquiries.
import type { Database } from '#backend/database/database.ts'
import { replyDue } from '#content/reply-promise.ts'
import { demoContent } from '../demo-content.ts'
import { demoEnquiries } from './enquiries.ts'
import { demoReviews } from './reviews.ts'

export const demoAdmin = { email: 'admin@demo.example', password: 'demo-garden-gate' }
const demoColleague = { email: 'sam@demo.example', password: 'demo-garden-shed' }

const dayMs = 86_400_000

export async function fillWithDemoData(url: string, database: Database): Promise<void> {
  await post(`${url}/auth/v1/signup`, { ...demoColleague, data: { full_name: 'Sam Field' } })
  await database.query(`update public.profiles set full_name = 'Alex Orchard' where email = $1`, [
    demoAdmin.email,
  ])
  for (const [i, { author_name, rating, review_text, is_featured }] of demoReviews.entries()) {
    const moment = new Date(Date.now() - (i * 9 + 3) * dayMs)
    await database.query(
      `insert into public.google_reviews
         (author_name, rating, review_text, is_featured, time_posted, created_at, source)
       values ($1, $2, $3, $4, $5, $5, 'Demo')`,
      [author_name, rating, review_text, is_featured, moment],
    )
  }
  for (const [i, enquiry] of demoEnquiries.entries()) {
    const { daysAgo, status, ...fields } = enquiry
    const { id } = await post<{ id: string }>(`${url}/functions/v1/contact-webhook`, {
      ...fields,
      gdpr_consent: true,
      page_url: `${url}/`,
      idempotency_key: `demo-${i}`,
    })
    // Some arrive in the morning and some at night.
    const moment = new Date(Date.now() - daysAgo * dayMs - ((i * 7) % 24) * 3_600_000)
    const answered = new Date(moment.getTime() + (1 + ((i * 5) % 23)) * 3_600_000)
    await database.query(
      `update public.enquiries set created_at = $2, status = $3, first_reply_at = $4, reply_due = $5,
         quote_pence = $6, won_pence = $7, lost_reason = $8
       where id = $1`,
      [
        ...[id, moment, status, status === 'new' ? null : answered],
        ...[replyDue(moment, demoContent.hours), ...resultOf(status, i)],
      ],
    )
  }
  await untilDelivered(database)
  await database.query(
    `update public.enquiry_deliveries delivery
     set created_at = enquiry.created_at + interval '2 seconds'
     from public.enquiries enquiry where enquiry.id = delivery.enquiry_id`,
  )
}

/** What was quoted and won, in pence, and why it was lost. */
function resultOf(status: string, i: number): [number | null, number | null, string | null] {
  const quote = (180 + ((i * 137) % 40) * 45) * 100
  if (status === 'won') return [quote, quote, null]
  if (status === 'quoted') return [quote, null, null]
  return [null, null, status === 'lost' ? 'Chose another firm' : null]
}

/** So that the login is the last output in the terminal, after the log lines of the deliveries. */
async function untilDelivered(database: Database): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const { count } = await database.query(
      `select from public.enquiry_deliveries where state = 'waiting' limit 1`,
    )
    if (count === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function post<Answer>(url: string, body: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json() as Promise<Answer>
}
