// An owner, a stranger and an administrator take steps in any order, through every flow. After each
// step: once the owner has proved the address or the number, nothing of the stranger opens the account
// or acts for it, and nobody reads what policies deny. 200 sequences; 20,000 with PROVE=1.
import { verify } from '@node-rs/bcrypt'
import fc from 'fast-check'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tables } from '#backend/tables/tables.ts'
import { Step, steps } from '#tests/support/account-steps.ts'
import { type Model, newHolder, type World } from '#tests/support/account-world.ts'
import { type AuthService, startAuth } from '#tests/support/auth-service.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { startOpenIdProvider, type TestProvider } from '#tests/support/openid-provider.ts'

// The cost of a hash is none of what is looked at here, and would be most of the time.
vi.mock('@node-rs/bcrypt', async (original) => {
  const real = await original<typeof import('@node-rs/bcrypt')>()
  return { ...real, hash: (password: string) => real.hash(password, 4) }
})

const runs = process.env.PROVE ? 20_000 : 200
const seed = process.env.ATTACK_SEED ? Number(process.env.ATTACK_SEED) : undefined

let opened: TestDatabase
let provider: TestProvider
let services: Record<'trusting' | 'careful', AuthService>
let api: Hono
let clientId: string
let counter = 0

beforeAll(async () => {
  opened = await openTestDatabase('postgres')
  provider = await startOpenIdProvider(['http://localhost:3000/auth/v1/callback'])
  const everything = {
    allowsAnonymous: true,
    allowsPhone: true,
    isOauthServer: true,
    allowsManualLinking: true,
    allowsTotp: true,
    providers: [provider.settings],
  }
  const { database } = opened
  services = {
    trusting: await startAuth(database, everything),
    careful: await startAuth(database, { ...everything, autoconfirm: false }),
  }
  const { keys } = services.trusting.deps
  api = new Hono().route('/rest/v1', tables({ database, keys }))
  const { data } = await services.trusting.admin.oauth.createClient({
    client_name: 'Rota',
    redirect_uris: ['https://rota.example/back'],
  })
  clientId = data?.client_id ?? ''
  // There is always an administrator, so that nobody is the last one.
  await services.trusting.admin.createUser({ email: 'boss@x.test', email_confirm: true })
  await database.query(
    `insert into user_roles (user_id, role) select id, 'admin' from auth.users where email = 'boss@x.test'`,
  )
  await database.query(
    `insert into enquiries (name, email, phone, address, service, message)
     values ('Ann Lee', 'ann@example.com', '01632 960001', 'WR1 2AB', 'Other', 'Please call me back')`,
  )
})
afterAll(async () => {
  await provider.close()
  await opened.remove()
})

function newWorld(service: AuthService): World {
  counter += 1
  return {
    service,
    database: opened.database,
    provider,
    clientId,
    email: `owner-${counter}@home.example`,
    phone: String(447_700_000_000 + counter),
    held: { owner: newHolder('198.51.100.1'), stranger: newHolder('203.0.113.66') },
  }
}

interface Account {
  id: string
  encrypted_password: string | null
  pending: string
  ways: string[]
}

/** Everything that leads into the account of this contact, or acts for it. */
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

/** Enquiries are staff's alone; of profiles everybody sees their own. */
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
  timeout: 120_000 + runs * 2_000,
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
        const world = newWorld(isTrusting ? services.trusting : services.careful)
        const model: Model = { hasProved: false, hasPhoneProved: false }
        await fc.asyncModelRun(() => ({ model, real: world }), commands)
        if (model.hasProved) proofs.address += 1
        if (model.hasPhoneProved) proofs.number += 1
      },
    ),
    { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
  )
  // A model in which nobody ever proves anything would hold as well.
  expect(proofs.address).toBeGreaterThan(runs / 20)
  expect(proofs.number).toBeGreaterThan(0)
  expect(services.trusting.errors).toEqual([])
  expect(services.careful.errors).toEqual([])
})
