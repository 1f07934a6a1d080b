// Model-based test: an owner, a stranger and an administrator take random steps through every flow. After
// each step: once the owner has confirmed the address or number, no credential of the stranger opens the
// account, and no caller reads what policies deny. 50 sequences; 20,000 with PROVE=1.
import { verify } from '@node-rs/bcrypt'
import fc from 'fast-check'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tables } from '#backend/tables/tables.ts'
import { type AccountServices, startAccountServices } from '#tests/support/account-services.ts'
import { Step, steps } from '#tests/support/account-steps.ts'
import type { Model, World } from '#tests/support/account-world.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'

const runs = process.env.PROVE ? 20_000 : 50
const seed = process.env.ATTACK_SEED ? Number(process.env.ATTACK_SEED) : undefined

let opened: TestDatabase
let people: AccountServices
let api: Hono

beforeAll(async () => {
  opened = await openTestDatabase('postgres')
  const { database } = opened
  people = await startAccountServices(database)
  api = new Hono().route('/rest/v1', tables({ database, keys: people.trusting.deps.keys }))
  // Another administrator, so that none in the test is the last one.
  await people.trusting.admin.createUser({ email: 'boss@x.test', email_confirm: true })
  await database.query(
    `insert into user_roles (user_id, role) select id, 'admin' from auth.users where email = 'boss@x.test'`,
  )
  await database.query(
    `insert into enquiries (name, email, phone, address, service, message)
     values ('Ann Lee', 'ann@example.com', '01632 960001', 'WR1 2AB', 'Other', 'Please call me back')`,
  )
})
afterAll(async () => {
  await people.close()
  await opened.remove()
})

interface Account {
  id: string
  encrypted_password: string | null
  pending: string
  ways: string[]
}

/** Everything that opens the account of this contact, or acts for it. */
async function accountWith(column: 'email' | 'phone', contact: string) {
  const { rows } = await opened.database.query<Account>(
    `select u.id, u.encrypted_password,
       concat_ws(' ', nullif(u.email_change, ''), nullif(u.phone_change, '')) as pending,
       array(select id::text from auth.sessions where user_id = u.id)
       || array(select id::text from auth.mfa_factors where user_id = u.id)
       || array(select encode(credential_id, 'hex') from auth.webauthn_credentials where user_id = u.id)
       || array(select provider_id from auth.identities where user_id = u.id) as ways
     from auth.users u where u.${column} = $1 and not u.is_sso_user`,
    [contact],
  )
  return rows[0]
}

async function expectOwners(world: World, account: Account | undefined) {
  if (!account) return
  const { stranger } = world.held
  const theirs = [
    ...stranger.sessions.map(({ id }) => id),
    ...stranger.factors,
    ...stranger.passkeys.map(({ credential }) =>
      Buffer.from(credential, 'base64url').toString('hex'),
    ),
    ...stranger.subjects,
  ]
  expect(account.ways.filter((way) => theirs.includes(way))).toEqual([])
  expect(account.pending).not.toContain('evil.example')
  const { encrypted_password: hash } = account
  if (hash) expect(await verify(stranger.password, hash)).toBe(false)
  for (const { access } of stranger.sessions) {
    const answer = await world.service.request('/user', {
      headers: { Authorization: `Bearer ${access}` },
    })
    if (answer.ok) expect((await answer.json()).id).not.toBe(account.id)
  }
}

/** Only staff see enquiries; users see their own profile. */
async function expectPoliciesHold(world: World) {
  const session = world.held.stranger.sessions.at(-1)
  if (!session) return
  const headers = {
    apikey: world.service.keys.publishableKey,
    Authorization: `Bearer ${session.access}`,
  }
  const claims = await world.service.keys.verify(session.access)
  for (const [table, allowed] of [
    ['enquiries', []],
    ['profiles', [claims.sub]],
  ] as const) {
    const answer = await api.request(`/rest/v1/${table}?select=id`, { headers })
    if (!answer.ok) continue
    const seen = ((await answer.json()) as { id: string }[]).map(({ id }) => id)
    expect(seen.filter((id) => !allowed.some((own) => own === id))).toEqual([])
  }
}

async function expectNothingOfTheStranger(model: Model, world: World) {
  if (model.hasProved) await expectOwners(world, await accountWith('email', world.email))
  if (model.hasPhoneProved) await expectOwners(world, await accountWith('phone', world.phone))
  await expectPoliciesHold(world)
}

const checked = steps.map(
  (step) =>
    new Step(step.name, async (world, model) => {
      await step.run(model, world)
      await expectNothingOfTheStranger(model, world)
    }),
)

test(`${runs} sequences leave the account its owner’s`, {
  timeout: 240_000 + runs * 2_000,
}, async () => {
  const proofs = { address: 0, number: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.commands(
        checked.map((step) => fc.constant(step)),
        { maxCommands: 24, size: '+1' },
      ),
      async (isTrusting, commands) => {
        const world = people.newWorld(isTrusting ? 'trusting' : 'careful')
        const model: Model = { hasProved: false, hasPhoneProved: false }
        await fc.asyncModelRun(() => ({ model, real: world }), commands)
        if (model.hasProved) proofs.address += 1
        if (model.hasPhoneProved) proofs.number += 1
      },
    ),
    { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
  )
  // The checks would also pass if no owner ever confirmed anything.
  expect(proofs.address).toBeGreaterThan(runs / 20)
  expect(proofs.number).toBeGreaterThan(0)
  expect(people.trusting.errors).toEqual([])
  expect(people.careful.errors).toEqual([])
})
