// Fuzzing: generated requests that try to break out of every part of the grammar. The API responds to
// each, shows no hidden row and changes nothing.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractEngines } from '#tests/support/databases.ts'
import { type NastyRequest, wellFormedRequest, wildRequest } from '#tests/support/nasty-requests.ts'
import { type CallerName, openTableApi, type TableApi } from '#tests/support/table-api.ts'

/** Per engine; another seed generates other requests. */
const runs = { wild: 2000, wellFormed: 3500 }
const atOnce = 5
const seed = Number(process.env.INJECTION_SEED ?? 20261115)

/** Parts of rows hidden from both callers; no generated request contains them. */
const hidden =
  /Author (?:7|8|9|10)\b|admin@x\.test|other@x\.test|Ann Lee|01632 960001|nobody-may-see|sb_secret_|"kty"|encrypted/

describe.each(contractEngines)('%s', (engine) => {
  let api: TableApi
  let before: unknown
  beforeAll(async () => {
    api = await openTableApi(engine)
    before = await contents(api)
  })
  afterAll(() => api.remove())

  /** How many requests reached the database. */
  async function sendAll(requests: fc.Arbitrary<NastyRequest>, numRuns: number): Promise<number> {
    let reached = 0
    const caller = fc.constantFrom('anon' as const, 'user' as const)
    const send = async ([who, { path, ...init }]: [CallerName, NastyRequest]) => {
      const response = await api.request(who, path, { ...init, body: init.body ?? null })
      const text = await response.text()
      expect(response.status, text).toBeLessThan(500)
      expect(text).not.toMatch(hidden)
      if (response.status < 300 || /^\{"code":"[0-9A-Z]{5}"/.test(text)) reached += 1
    }
    // Several in parallel, so that callers also share connections.
    const batch = fc.array(fc.tuple(caller, requests), { minLength: atOnce, maxLength: atOnce })
    const property = fc.asyncProperty(batch, async (sent) => {
      await Promise.all(sent.map(send))
    })
    await fc.assert(property, { numRuns: numRuns / atOnce, seed, endOnFailure: true })
    expect(await contents(api)).toEqual(before)
    expect(api.failures).toEqual([])
    return reached
  }

  test(`${runs.wild} wild requests reach nothing`, async () => {
    await sendAll(wildRequest, runs.wild)
  })

  test(`${runs.wellFormed} well-formed requests reach no more`, async () => {
    const reached = await sendAll(wellFormedRequest, runs.wellFormed)
    expect(reached).toBeGreaterThan(runs.wellFormed * 0.6)
  })
})

/** Everything stored, to check that it does not change. */
async function contents({ database }: TableApi): Promise<unknown> {
  const tables = [
    ...['plants', 'growers', 'beds', 'plantings', 'care_sheets', 'secret_notes'],
    ...['profiles', 'user_roles', 'google_reviews', 'enquiries'],
  ]
  const rows = tables.map(
    (table) => `(select json_agg(t order by t::text) from public.${table} t) as ${table}`,
  )
  return (await database.query(`select ${rows.join(', ')}`)).rows
}
