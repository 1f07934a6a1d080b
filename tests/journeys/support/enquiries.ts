// Enquiries that are inserted with the secret key, so that they can have a date in the past.
import { post } from './dashboard.ts'
import { readTable } from './product.ts'

export const unique = () =>
  `x${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`

/** Its source is `word`: journeys that run at once find their own by it. */
export async function makeEnquiry(name: string, word: string, fields: object = {}): Promise<void> {
  await post('rest/v1/enquiries', enquiryRow(name, word, fields))
}

export const enquiryRow = (name: string, word: string, fields: object = {}) => ({
  ...{ name, email: `${unique()}@visitors.test`, phone: '01632 960777', address: 'WR14 2AA' },
  ...{ postcode: 'WR14 2AA', town: 'Malvern', service: 'Landscaping', utm_source: word },
  message: 'A patio of six metres by four, please.',
  ...fields,
})

export async function storedEnquiry(name: string): Promise<Record<string, unknown>> {
  return (await readTable(`enquiries?name=eq.${encodeURIComponent(name)}`))[0] ?? {}
}
