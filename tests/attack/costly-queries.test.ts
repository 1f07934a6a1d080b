// A stranger repeatedly sends the table API the most expensive queries that its grammar allows. All
// callers share one connection on the embedded engine, yet pages, enquiries and staff stay unaffected.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AttackedProduct,
  asAnon,
  asService,
  startAttackedProduct,
} from '#tests/support/attacked-product.ts'
import { anEnquiry } from '#tests/support/enquiry-service.ts'

const forMs = process.env.PROVE ? 60_000 : 8_000
const stranger = { 'X-Forwarded-For': '203.0.113.66' }

const times = (count: number, write: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n))
const pattern = (text: string) => `review_text=match.${encodeURIComponent(text)}`

/** Each was the slowest of its kind before there were limits; most of them ran for minutes. */
const nastiest = {
  'nested repetitions of an anchor': pattern('((\\y)*){10}'),
  'counted repetitions of optional parts': pattern('((a?b?c?d?e?f?){10}[0-9a-f ]*){10}zz'),
  'looking ahead from everywhere': pattern('(?=.*q1)(?=.*q2)zzz'),
  'looking ahead while looking ahead': pattern('.*(?=.*(?=.*(?=.*zz)zz)zz)'),
  'the longest pattern that is allowed': pattern(
    '[[:alpha:]]+\\w{3,9}\\w[^x](a|\\w|\\d)+[a-f](b|\\s){5}(\\W|b)+zz',
  ),
  'ten patterns': times(10, (n) => `review_text=not.ilike.${'*a'.repeat(18)}*z${n}`).join('&'),
  'a long pattern': `review_text=ilike.*${'a'.repeat(990)}b`,
  'two text searches': times(2, (n) => `review_text=not.wfts(english).nothing${n}`).join('&'),
  'ten text searches': times(10, (n) => `review_text=not.wfts(english).nothing${n}`).join('&'),
  'two thousand names': `author_name=not.in.(${times(2000, (n) => `n${n}`)})`,
  'two hundred conditions': `and=(${times(190, (n) => `review_text.neq.x${n}`)})`,
  'everything four times, sorted':
    'select=a:review_text,b:review_text,c:review_text,d:review_text&order=review_text',
  'an offset without end': 'offset=9007199254740991',
}

let product: AttackedProduct
beforeAll(async () => {
  product = await startAttackedProduct()
  // Far more and longer reviews than a company features.
  const words = times(12, (n) => `aaaa lovely garden ${n} 9f86d081884c7d65`).join(' ')
  const reviews = times(300, (n) => `${n} ${words}`).map((review_text, n) => ({
    author_name: `Author ${n}`,
    review_text,
    is_featured: true,
  }))
  const stored = await product.postJson('/rest/v1/google_reviews', reviews, asService)
  expect(stored.status).toBe(201)
})
afterAll(() => product.remove())

test('a stranger with the nastiest queries slows nobody down for long', {
  timeout: forMs + 60_000,
}, async () => {
  const staff = await product.signIn()
  const end = Date.now() + forMs
  const answers = new Map<number, number>()
  const until = async (act: () => Promise<unknown>, pauseMs: number) => {
    while (Date.now() < end) {
      await act()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  const attack = () =>
    Promise.all(
      Object.values(nastiest).map(async (query) => {
        const headers = { ...asAnon, ...stranger }
        const answer = await product.send(`/rest/v1/google_reviews?${query}`, { headers })
        answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
        if (answer.status !== 429) return
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(await answer.json()).toMatchObject({ code: 'over_request_rate_limit' })
      }),
    )

  const page = watch('page', () => product.send('/domestic'))
  const enquiry = watch('enquiry', () =>
    product.postJson('/functions/v1/contact-webhook', { ...anEnquiry, email: freshEmail() }),
  )
  const otherStranger = watch('another stranger', () =>
    product.send('/rest/v1/google_reviews?limit=3', { headers: asAnon }),
  )
  const list = watch('staff list', () =>
    product.send('/rest/v1/enquiries?select=*&order=created_at.desc&limit=20', { headers: staff }),
  )
  await Promise.all([
    until(attack, 20),
    until(page.act, 20),
    until(enquiry.act, 100),
    until(list.act, 50),
    until(otherStranger.act, 50),
  ])

  console.log('answers to the stranger', Object.fromEntries(answers))
  for (const { name, statuses, report } of [page, enquiry, list, otherStranger]) {
    console.log(report())
    expect(statuses, name).toEqual(new Set([200]))
  }
  // Refused by a rule or by the stranger's quota; the queries that ran have finished.
  expect(Math.max(...answers.keys())).toBeLessThan(500)
  expect(answers.get(429)).toBeGreaterThan(0)
})

function watch(name: string, ask: () => Promise<Response>) {
  const statuses = new Set<number>()
  const took: number[] = []
  return {
    name,
    statuses,
    async act() {
      const started = performance.now()
      const answer = await ask()
      await answer.arrayBuffer()
      took.push(performance.now() - started)
      statuses.add(answer.status)
    },
    report() {
      const sorted = took.toSorted((a, b) => a - b)
      const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)]?.toFixed(0)
      return `${name}: ${sorted.length} answers, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`
    },
  }
}

let emails = 0
function freshEmail(): string {
  emails += 1
  return `visitor-${emails}@example.com`
}
