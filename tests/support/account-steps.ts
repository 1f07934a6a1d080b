// Two people and one email address: its owner, who reads its emails, and an attacker, who does not.
// Each step is something that one of them, or an administrator, can do at any time; whatever they
// obtain is recorded, so that a test can check after each step whether they may hold it.
import { randomUUID } from 'node:crypto'
import type { AsyncCommand } from 'fast-check'
import { generate } from 'otplib'
import { ensureAdmin } from '#backend/auth/first-admin/first-admin.ts'
import type { AuthMail } from '#backend/mail/auth-mail.ts'
import {
  ask,
  type Held,
  keep,
  keepTokens,
  lastSession,
  type Model,
  type Who,
  type World,
} from './account-world.ts'
import { siteUrl } from './auth-service.ts'
import { makeAuthenticator } from './authenticator.ts'

type Run = (world: World, model: Model) => Promise<void>

export class Step implements AsyncCommand<Model, World> {
  readonly name: string
  readonly #run: Run
  constructor(name: string, run: Run, check: (model: Model) => boolean = () => true) {
    this.name = name
    this.#run = run
    this.check = check
  }
  check: (model: Readonly<Model>) => boolean
  run(model: Model, world: World): Promise<void> {
    return this.#run(world, model)
  }
  toString(): string {
    return this.name
  }
}

/** A step for each of the two. */
const each = (name: string, run: (world: World, who: Who, model: Model) => Promise<void>) =>
  (['owner', 'stranger'] as const).map(
    (who) => new Step(`${who} ${name}`, (world, model) => run(world, who, model)),
  )

const lastMailTo = ({ service }: World, email: string): AuthMail | undefined =>
  service.mails.filter(({ to }) => to === email).at(-1)

const typeOfMail = {
  signup: 'signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
} as const

/** The owner acts on the last email, even one that the attacker caused. */
function answerMail(how: 'link' | 'code' | 'hash'): Run {
  return async (world, model) => {
    const mail = lastMailTo(world, world.email)
    if (!mail || !(mail.kind in typeOfMail) || !('link' in mail)) return
    const type = typeOfMail[mail.kind as keyof typeof typeOfMail]
    const link = new URL(mail.link)
    if (how === 'link') {
      const answer = await ask(world, 'owner', `/verify${link.search}`, undefined, undefined, 'GET')
      const landed = new URL(answer.headers.get('location') ?? siteUrl)
      const fragment = new URLSearchParams(landed.hash.slice(1))
      const isIn = keepTokens(
        world,
        'owner',
        fragment.get('access_token'),
        fragment.get('refresh_token'),
      )
      if (isIn) model.hasProved = true
      return
    }
    const body =
      how === 'code'
        ? { type, email: world.email, token: mail.code }
        : { type, token_hash: link.searchParams.get('token') }
    if (await keep(world, 'owner', await ask(world, 'owner', '/verify', body))) {
      model.hasProved = true
    }
  }
}

const single: Step[] = [
  ...each('signs up', async (world, who) => {
    const { email, held } = world
    await keep(world, who, await ask(world, who, '/signup', { email, ...pick(held[who]) }))
  }),
  ...each('asks for a code', async (world, who) => {
    await ask(world, who, '/otp', { email: world.email })
  }),
  ...each('asks to recover', async (world, who) => {
    await ask(world, who, '/recover', { email: world.email })
  }),
  ...each('asks for the confirmation again', async (world, who) => {
    await ask(world, who, '/resend', { type: 'signup', email: world.email })
  }),
  new Step('owner follows the last link', answerMail('link')),
  new Step('owner types the last code', answerMail('code')),
  new Step('owner sends the token of the last link', answerMail('hash')),
  ...each('signs in with the password', async (world, who) => {
    const body = { email: world.email, ...pick(world.held[who]) }
    await keep(world, who, await ask(world, who, '/token?grant_type=password', body))
  }),
  ...each('refreshes', async (world, who) => {
    const refresh_token = lastSession(world, who)?.refresh
    await keep(
      world,
      who,
      await ask(world, who, '/token?grant_type=refresh_token', { refresh_token }),
    )
  }),
  ...each('adds a passkey', async (world, who) => {
    const token = lastSession(world, who)?.access
    const options = await ask(world, who, '/passkeys/registration/options', {}, token)
    if (!options.ok) return
    const asked = await options.json()
    const device = makeAuthenticator(siteUrl)
    const credential = device.create(asked.options)
    const body = { challenge_id: asked.challenge_id, credential }
    const added = await ask(world, who, '/passkeys/registration/verify', body, token)
    if (added.ok) world.held[who].passkeys.push({ device, credential: credential.id })
  }),
  ...each('signs in with the passkey', async (world, who) => {
    const passkey = world.held[who].passkeys.at(-1)
    if (!passkey) return
    const asked = await (await ask(world, who, '/passkeys/authentication/options', {})).json()
    const body = { challenge_id: asked.challenge_id, credential: passkey.device.get(asked.options) }
    await keep(world, who, await ask(world, who, '/passkeys/authentication/verify', body))
  }),
  ...each('adds an authenticator app', async (world, who) => {
    const token = lastSession(world, who)?.access
    const body = { factor_type: 'totp', friendly_name: randomUUID() }
    const enrolled = await ask(world, who, '/factors', body, token)
    if (!enrolled.ok) return
    const { id, totp } = await enrolled.json()
    world.held[who].factors.push(id)
    const { id: challenge_id } = await (
      await ask(world, who, `/factors/${id}/challenge`, {}, token)
    ).json()
    const code = await generate({ secret: totp.secret })
    const proof = { challenge_id, code }
    await keep(world, who, await ask(world, who, `/factors/${id}/verify`, proof, token))
  }),
  ...each('chooses a new password', async (world, who) => {
    const password = `chosen-${randomUUID()}`
    const answer = await ask(
      world,
      who,
      '/user',
      { password },
      lastSession(world, who)?.access,
      'PUT',
    )
    if (answer.ok) world.held[who].password = password
  }),
  ...each('links an identity', async (world, who) => {
    const sub = randomUUID()
    const claims = { sub, email: `${sub}@elsewhere.example`, email_verified: true }
    const body = {
      provider: world.provider.settings.name,
      id_token: await world.provider.issue(claims),
      link_identity: true,
    }
    const token = lastSession(world, who)?.access
    if (await keep(world, who, await ask(world, who, '/token?grant_type=id_token', body, token))) {
      world.held[who].subjects.push(sub)
    }
  }),
  ...each('lets an OAuth client in', async (world, who) => {
    const token = lastSession(world, who)?.access
    const query = new URLSearchParams({
      client_id: world.clientId,
      redirect_uri: 'https://rota.example/back',
      response_type: 'code',
      scope: 'openid email',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    const going = await ask(world, who, `/oauth/authorize?${query}`, undefined, undefined, 'GET')
    const target = new URL(going.headers.get('location') ?? siteUrl)
    const path = `/oauth/authorizations/${target.searchParams.get('authorization_id')}`
    await ask(world, who, path, undefined, token, 'GET')
    await ask(world, who, `${path}/consent`, { action: 'approve' }, token)
  }),
  ...each('signs out everywhere', async (world, who) => {
    await ask(world, who, '/logout?scope=global', undefined, lastSession(world, who)?.access)
  }),
  new Step('stranger wants another address for the account', async (world) => {
    const email = `${randomUUID()}@evil.example`
    await ask(world, 'stranger', '/user', { email }, lastSession(world, 'stranger')?.access, 'PUT')
    const mail = lastMailTo(world, email)
    if (!mail || !('link' in mail)) return
    const { search } = new URL(mail.link)
    await ask(world, 'stranger', `/verify${search}`, undefined, undefined, 'GET')
  }),
  new Step('stranger signs in namelessly and takes the address', async (world) => {
    await keep(world, 'stranger', await ask(world, 'stranger', '/signup', {}))
    const body = { email: world.email, ...pick(world.held.stranger) }
    await ask(world, 'stranger', '/user', body, lastSession(world, 'stranger')?.access, 'PUT')
  }),
  ...(['owner', 'stranger'] as const).map(
    (who) =>
      new Step(`${who} comes from a provider`, async (world, model) => {
        const { provider, email, held } = world
        const sub = held[who].subjects[0] ?? randomUUID()
        // The owner's provider has verified the address; the attacker's accepts any claim.
        const claims = { sub, email, email_verified: who === 'owner' }
        const body = { provider: provider.settings.name, id_token: await provider.issue(claims) }
        const answer = await ask(world, who, '/token?grant_type=id_token', body)
        const isIn = await keep(world, who, answer)
        if (!held[who].subjects.includes(sub)) held[who].subjects.unshift(sub)
        if (isIn && who === 'owner' && (await isAccountOf(world, who))) model.hasProved = true
      }),
  ),
  new Step('an administrator invites the owner', async ({ service, email }) => {
    await service.admin.inviteUserByEmail(email)
  }),
  new Step('the operator names the owner administrator', async (world, model) => {
    await ensureAdmin(world.service.deps, { email: world.email, ...pick(world.held.owner) })
    const { count } = await world.database.query(
      `select from user_roles r join auth.users u on u.id = r.user_id
       where u.email = $1 and r.role = 'admin'`,
      [world.email],
    )
    if (count > 0) model.hasProved = true
  }),
  new Step('an administrator disables and enables the account', async (world) => {
    const id = await accountId(world)
    if (!id) return
    await world.service.admin.updateUserById(id, { ban_duration: '1h' })
    await world.service.admin.updateUserById(id, { ban_duration: 'none' })
  }),
  new Step('an administrator erases the account', async (world, model) => {
    const id = await accountId(world)
    if (!id) return
    const { error } = await world.service.admin.deleteUser(id)
    if (!error) model.hasProved = false
  }),
  ...each('signs up with the number', async (world, who) => {
    const { phone, held } = world
    await keep(world, who, await ask(world, who, '/signup', { phone, ...pick(held[who]) }))
  }),
  ...each('asks for a message', async (world, who) => {
    await ask(world, who, '/otp', { phone: world.phone })
  }),
  new Step('owner types the code of the message', async (world, model) => {
    const text = world.service.messages.filter(({ to }) => to === `+${world.phone}`).at(-1)?.text
    const token = /\d{6}/.exec(text ?? '')?.[0]
    const body = { type: 'sms', phone: world.phone, token }
    if (await keep(world, 'owner', await ask(world, 'owner', '/verify', body))) {
      model.hasPhoneProved = true
    }
  }),
  ...each('signs in with the number and the password', async (world, who) => {
    const body = { phone: world.phone, ...pick(world.held[who]) }
    await keep(world, who, await ask(world, who, '/token?grant_type=password', body))
  }),
]

const named = (name: string): Step => {
  const step = single.find((one) => one.name === name)
  if (!step) throw new Error(`There is no step ${name}`)
  return step
}

/** Several steps in sequence: by chance alone they would seldom follow each other. */
const together = (name: string, ...names: string[]): Step => {
  const parts = names.map(named)
  return new Step(name, async (world, model) => {
    for (const part of parts) await part.run(model, world)
  })
}

const plants = [
  'stranger adds a passkey',
  'stranger links an identity',
  'stranger lets an OAuth client in',
  'stranger wants another address for the account',
  'stranger adds an authenticator app',
]

/** Important steps are listed several times, so that they occur more often. */
export const steps: Step[] = [
  ...single,
  ...[1, 2, 3].flatMap(() => [
    together('stranger signs up and leaves every way in', 'stranger signs up', ...plants),
    together(
      'stranger takes the address namelessly and leaves every way in',
      'stranger signs in namelessly and takes the address',
      ...plants,
    ),
    together('owner recovers', 'owner asks to recover', 'owner follows the last link'),
    together('owner signs in by code', 'owner asks for a code', 'owner types the last code'),
    together(
      'owner is invited and comes',
      'an administrator invites the owner',
      'owner follows the last link',
    ),
    together(
      'owner signs in by message',
      'owner asks for a message',
      'owner types the code of the message',
    ),
  ]),
]

const pick = ({ password }: Held) => ({ password })

async function accountId({ database, email }: World): Promise<string | undefined> {
  const { rows } = await database.query<{ id: string }>(
    'select id from auth.users where email = $1 and not is_sso_user',
    [email],
  )
  return rows[0]?.id
}

/** Whether the last session belongs to the account with the address. */
async function isAccountOf(world: World, who: Who): Promise<boolean> {
  const { count } = await world.database.query(
    'select from auth.sessions where id = $1 and user_id = $2',
    [lastSession(world, who)?.id, await accountId(world)],
  )
  return count > 0
}
