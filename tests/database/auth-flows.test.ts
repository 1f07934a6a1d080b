// Every flow of auth once on each engine: no statement of one fails on either. What the flows promise is
// held on one engine in tests/compatibility and tests/attack.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountServices, startAccountServices } from '#tests/support/account-services.ts'
import { steps } from '#tests/support/account-steps.ts'
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

describe.each(engines)('%s', (engine) => {
  let opened: TestDatabase
  let people: AccountServices
  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    people = await startAccountServices(opened.database)
  })
  afterAll(async () => {
    await people.close()
    await opened.remove()
  })

  test.each(['trusting', 'careful'] as const)(
    'every step of the %s service works',
    async (name) => {
      const world = people.newWorld(name)
      const model = { hasProved: false, hasPhoneProved: false }
      for (const step of steps) await step.run(model, world)
      expect(people[name].errors).toEqual([])
      // The steps are not just refused.
      expect(model).toEqual({ hasProved: true, hasPhoneProved: true })
      const { sessions, passkeys, factors, subjects } = world.held.owner
      expect(sessions.length).toBeGreaterThan(5)
      for (const ways of [passkeys, factors, subjects]) expect(ways.length).toBeGreaterThan(0)
    },
  )
})
