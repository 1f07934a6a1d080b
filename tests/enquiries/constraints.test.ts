// The database repeats the limits of schemas/enquiry.ts: at every edge both say the same.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqlState } from '#backend/database/database.ts'
import { checkEnquiry, enquiryLimits, enquiryServices } from '#schemas/enquiry.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { anEnquiry } from '#tests/support/enquiry-service.ts'

let opened: TestDatabase
beforeAll(async () => {
  opened = await openTestDatabase('embedded')
})
afterAll(() => opened.remove())

/** Is the row accepted? Anything but a broken constraint is a failure of the test. */
async function isStored(fields: Record<string, unknown>): Promise<boolean> {
  const { gdpr_consent: _, ...columns } = fields
  const names = Object.keys(columns)
  try {
    await opened.database.query(
      `insert into enquiries (${names.join(', ')}) values (${names.map((_n, at) => `$${at + 1}`).join(', ')})`,
      Object.values(columns),
    )
    return true
  } catch (error) {
    expect(['23502', '23514']).toContain(sqlState(error))
    return false
  }
}

const ofLength = {
  name: (length: number) => 'é'.repeat(length),
  email: (length: number) => (length < 3 ? 'a'.repeat(length) : `${'a'.repeat(length - 2)}@b`),
  phone: (length: number) => '1'.repeat(length),
  address: (length: number) => 'W'.repeat(length),
  // Outside the first plane: two UTF-16 units, one character.
  message: (length: number) => '🌳'.repeat(length),
}

const edges = Object.entries(enquiryLimits).flatMap(([field, { min, max }]) =>
  [min - 1, min, max, max + 1].map((length) => ({
    field: field as keyof typeof ofLength,
    length,
  })),
)

test.each(edges)('$field of $length characters: database and schema agree', async (edge) => {
  const fields = { ...anEnquiry, [edge.field]: ofLength[edge.field](edge.length) }
  const { min, max } = enquiryLimits[edge.field]
  const isWithin = edge.length >= min && edge.length <= max
  expect(checkEnquiry(fields).isValid).toBe(isWithin)
  expect(await isStored(fields)).toBe(isWithin)
})

test('the services are the same list', async () => {
  for (const service of enquiryServices)
    expect(await isStored({ ...anEnquiry, service })).toBe(true)
  for (const service of ['', 'domestic', 'Roofing']) {
    expect(await isStored({ ...anEnquiry, service })).toBe(false)
    expect(checkEnquiry({ ...anEnquiry, service }).isValid).toBe(false)
  }
})

test('no column of the form may be missing', async () => {
  for (const field of ['name', 'email', 'phone', 'address', 'service', 'message']) {
    expect(await isStored({ ...anEnquiry, [field]: null })).toBe(false)
  }
})

test('an erased enquiry keeps nothing personal', async () => {
  const erased = (fields: object) =>
    isStored({ service: 'Other', reference: null, erased_at: new Date(), ...fields })
  expect(await erased({})).toBe(true)
  expect(await erased({ email: 'ann@example.com' })).toBe(false)
  expect(await erased({ page_url: 'https://x.test/?name=ann' })).toBe(false)
})
