// The database repeats the limits of schemas/enquiry.ts: both agree at every boundary.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqlState } from '#backend/database/database.ts'
import { checkEnquiry, enquiryLimits, maxServiceLength } from '#schemas/enquiry.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { anEnquiry } from '#tests/support/enquiry-service.ts'
import { demoContent } from '#tools/demo-content.ts'

const { enquiryServices } = demoContent

let opened: TestDatabase
beforeAll(async () => {
  opened = await openTestDatabase('embedded')
})
afterAll(() => opened.remove())

/** Whether the row is accepted. Any error but a violated constraint fails the test. */
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
  email: (length: number) => (length < 5 ? 'a'.repeat(length) : `${'a'.repeat(length - 4)}@b.c`),
  phone: (length: number) => '1'.repeat(length),
  address: (length: number) => 'W'.repeat(length),
  // Outside the Basic Multilingual Plane: two UTF-16 units, one character.
  message: (length: number) => '🌳'.repeat(length),
}

const edges = Object.entries(enquiryLimits)
  .flatMap(([field, { min, max }]) =>
    [min - 1, min, max, max + 1].map((length) => ({
      field: field as keyof typeof ofLength,
      length,
    })),
  )
  // The shortest that is an address has five: the database holds the length alone.
  .filter(({ field, length }) => field !== 'email' || length !== enquiryLimits.email.min)

test.each(edges)('$field of $length characters: database and schema agree', async (edge) => {
  const fields = { ...anEnquiry, [edge.field]: ofLength[edge.field](edge.length) }
  const { min, max } = enquiryLimits[edge.field]
  const isWithin = edge.length >= min && edge.length <= max
  expect(checkEnquiry(fields, enquiryServices).isValid).toBe(isWithin)
  expect(await isStored(fields)).toBe(isWithin)
})

test('the services are the firm’s, and the database holds their length', async () => {
  const checked = (service: string) => checkEnquiry({ ...anEnquiry, service }, enquiryServices)
  for (const service of enquiryServices) {
    expect(checked(service).isValid).toBe(true)
    expect(await isStored({ ...anEnquiry, service })).toBe(true)
  }
  for (const service of ['', 'domestic', 'Roofing']) expect(checked(service).isValid).toBe(false)
  expect(checkEnquiry({ ...anEnquiry, service: 'Roofing' }, ['Roofing']).isValid).toBe(true)
  for (const length of [0, 1, maxServiceLength, maxServiceLength + 1]) {
    const isWithin = length > 0 && length <= maxServiceLength
    const service = 'r'.repeat(length)
    expect(await isStored({ ...anEnquiry, service })).toBe(isWithin)
    expect(checkEnquiry({ ...anEnquiry, service }, [service]).isValid).toBe(isWithin)
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
