// Fills a running product through its public API: form posts, the official clients, the staff
// functions. Rows inserted by SQL would lack what the product writes with them.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { generate } from 'otplib'
import { expect } from 'vitest'
import { anEnquiry } from './enquiry-service.ts'

export const secretKey = 'sb_secret_for_the_drill'
export const publishableKey = 'sb_publishable_for_the_drill'
export const admin = { email: 'admin@drill.example', password: 'a long password of the drill' }
export const member = { email: 'member@drill.example', password: 'another long password' }

/** The settings needed to fill a product. */
export const drillSettings = {
  SECRET_KEY: secretKey,
  PUBLISHABLE_KEY: publishableKey,
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  RATE_LIMIT_SCALE: '0',
  LOG_LEVEL: 'error',
}

export interface Filled {
  enquiries: number
  reviews: number
  accounts: number
  /** The second factor of `member`. */
  totpSecret: string
}

const senders = 10

export async function seedThroughApi(url: string, enquiries: number): Promise<Filled> {
  const ids = await sendEnquiries(url, enquiries)
  const staff = client(url)
  ok(await staff.auth.signInWithPassword(admin))
  const totpSecret = await enrolMember(url)
  ok(await client(url).auth.signUp({ email: 'other@drill.example', password: member.password }))
  ok(await staff.from('google_reviews').insert(reviews))
  ok(await staff.from('google_reviews').delete().eq('author_name', 'Taken back'))
  await workOnEnquiries(staff, ids)
  await deliveriesEnded(url)
  return { enquiries, reviews: reviews.length - 1, accounts: 3, totpSecret }
}

export function client(url: string, key = publishableKey): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket; nothing here opens one.
    realtime: { transport: class {} as never },
  })
}

const reviews = [
  {
    author_name: 'Ann',
    rating: 5,
    review_text: 'Line one\nline two \\ "quoted" 🌿',
    is_featured: true,
  },
  { author_name: 'Tom', rating: 4, review_text: 'Neat and tidy', is_featured: false },
  {
    author_name: 'Taken back',
    rating: 1,
    review_text: 'Of another company',
    is_featured: false,
  },
]

async function sendEnquiries(url: string, count: number): Promise<string[]> {
  const ids: string[] = []
  let next = 0
  const sendOn = async () => {
    while (next < count) {
      next += 1
      const fields = enquiry(next)
      const first = await post(url, fields)
      ids.push(first)
      // A visitor who clicks twice.
      if (next % 7 === 0) expect(await post(url, fields)).toBe(first)
    }
  }
  await Promise.all(Array.from({ length: senders }, sendOn))
  return ids
}

function enquiry(number: number): Record<string, string> {
  return {
    ...anEnquiry,
    gdpr_consent: 'on',
    name: `Visitor Ünal ${number}`,
    email: `visitor${number}@example.com`,
    message: `Line one\nline two “quoted” \\ 🌿 of the garden number ${number}`,
    idempotency_key: `drill-${number}`,
  }
}

async function post(url: string, fields: Record<string, string>): Promise<string> {
  const answer = await fetch(`${url}/api/webhooks/contact`, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams(fields),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { id: string }).id
}

/** Signs up, enrols an authenticator app, and makes recovery codes. */
async function enrolMember(url: string): Promise<string> {
  const { auth } = client(url)
  ok(await auth.signUp(member))
  const { id, totp } = ok(await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' }))
  const code = await generate({ secret: totp.secret })
  ok(await auth.mfa.challengeAndVerify({ factorId: id, code }))
  const { session } = ok(await auth.getSession())
  const codes = await fetch(`${url}/functions/v1/staff-recovery-codes`, {
    method: 'POST',
    headers: { apikey: publishableKey, Authorization: `Bearer ${session?.access_token}` },
    body: '{}',
  })
  expect(codes.status).toBe(200)
  return totp.secret
}

async function workOnEnquiries(staff: SupabaseClient, ids: string[]): Promise<void> {
  const [first, second] = ids
  ok(
    await staff
      .from('enquiry_notes')
      .insert({ enquiry_id: first, body: 'Rang: call back “Monday”' }),
  )
  ok(await staff.from('enquiry_notes').insert({ enquiry_id: second, body: 'Quoted £1,200' }))
  ok(await staff.from('enquiries').update({ status: 'quoted' }).eq('id', second))
}

/** Waits, so that nothing more is written about the enquiries. */
async function deliveriesEnded(url: string): Promise<void> {
  const service = client(url, secretKey)
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; ) {
    const waiting = service.from('enquiry_deliveries').select('id').eq('state', 'waiting').limit(1)
    if (ok(await waiting).length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('Deliveries are still waiting')
}

function ok<Answer extends { data: unknown; error: unknown }>(answer: Answer) {
  expect(answer.error).toBeNull()
  return answer.data as NonNullable<Answer['data']>
}
