// Access to the running server.
import { test as base } from '@playwright/test'
import { layOutWholePages } from '#tools/lookbook/whole-pages.ts'

export { expect } from '@playwright/test'

export const secretKey = 'sb_secret_for_the_journeys'
export const admin = { email: 'admin@journeys.test', password: 'a long enough password' }

/** Page URLs are relative to the running server. */
export const test = base.extend<{ laysOutWholePages: boolean }>({
  /** Journeys about loading switch it off. */
  laysOutWholePages: [true, { option: true }],
  context: async ({ context, laysOutWholePages }, use) => {
    if (laysOutWholePages) await context.addInitScript(layOutWholePages)
    await use(context)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  baseURL: async ({}, use) => {
    await use(process.env.PRODUCT_URL)
  },
})

export const phone = { width: 360, height: 780 }
export const desktop = { width: 1280, height: 900 }

/** Reads a table with the secret key, which bypasses row level security. */
export async function readTable(pathAndQuery: string): Promise<Record<string, unknown>[]> {
  const answer = await fetch(`${process.env.PRODUCT_URL}/rest/v1/${pathAndQuery}`, {
    headers: { apikey: secretKey },
  })
  return answer.json()
}

/** The newest featured review, with a unique name, because other journeys feature reviews too. */
export async function addFeaturedReview(review_text: string): Promise<string> {
  const author_name = `Visitor ${crypto.randomUUID().slice(0, 8)}`
  await fetch(`${process.env.PRODUCT_URL}/rest/v1/google_reviews`, {
    method: 'POST',
    headers: { apikey: secretKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ author_name, rating: 5, review_text, is_featured: true }),
  })
  return author_name
}
