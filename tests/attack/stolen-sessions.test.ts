// A thief has an access token of a confirmed account. They may do harm until it expires, but must not be
// able to keep the account or to come back.
import type { Provider } from '@supabase/auth-js'
import { afterAll, describe, expect, test } from 'vitest'
import { confirmedPerson } from '#tests/support/auth-mails.ts'
import { freshEmail, openAuth, goodPassword as password } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import { codeFor, exchange, registerOauthClient, setOut } from '#tests/support/oauth-client.ts'
import { startOpenIdProvider } from '#tests/support/openid-provider.ts'
import { callbackUrl, follow, personAt, walkThrough } from '#tests/support/openid-visits.ts'

const provider = await startOpenIdProvider([callbackUrl])
afterAll(() => provider.close())
const name = provider.settings.name as Provider
const thiefsNetwork = { 'x-test-address': '198.51.100.66' }
const elsewhere = { 'x-test-address': '203.0.113.66' }

let counter = 0
const freshPhone = () => {
  counter += 1
  return String(447_700_800_000 + counter)
}

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, {
    service: {
      allowsPhone: true,
      allowsManualLinking: true,
      isOauthServer: true,
      allowsTotp: true,
      providers: [provider.settings],
      mailIntervalSeconds: 0,
    },
  })

  async function ownerAndThief() {
    const owner = await confirmedPerson(auth.service, freshEmail('owner'))
    const thief = auth.service.client({ address: thiefsNetwork['x-test-address'] })
    const { data } = await thief.signInWithPassword({ email: owner.email, password })
    return { owner, thief, token: data.session?.access_token ?? '' }
  }

  const codeTo = (phone: string) =>
    /\d{6}/.exec(
      auth.service.messages.filter(({ to }) => to === `+${phone}`).at(-1)?.text ?? '',
    )?.[0] ?? ''

  const send = (token: string, method: string, path: string, body?: object) =>
    auth.service.request(path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...thiefsNetwork,
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })

  const canSignIn = async (email: string) => {
    const { error } = await auth.service.client().signInWithPassword({ email, password })
    return error === null
  }

  test('a number that is answered from elsewhere does not take the account', async () => {
    const { owner, token } = await ownerAndThief()
    const phone = freshPhone()
    expect((await send(token, 'PUT', '/user', { phone })).status).toBe(200)
    const code = codeTo(phone)
    const answer = await auth.service.post(
      '/verify',
      { type: 'phone_change', phone, token: code },
      elsewhere,
    )
    expect(answer.status).toBe(403)
    expect(await canSignIn(owner.email)).toBe(true)
  })

  test('an address for an account known by its number, answered from elsewhere, neither', async () => {
    const phone = freshPhone()
    const client = auth.service.client()
    await client.signUp({ phone, password })
    const code = codeTo(phone)
    const { data } = await client.verifyOtp({ phone, token: code, type: 'sms' })
    const email = freshEmail('thief')
    await send(data.session?.access_token ?? '', 'PUT', '/user', { email })
    const mail = auth.service.mails.filter(({ to }) => to === email).at(-1)
    const answer = await auth.service.post(
      '/verify',
      { type: 'email_change', email, token: mail && 'code' in mail ? mail.code : '' },
      elsewhere,
    )
    expect(answer.status).toBe(403)
    const { error } = await auth.service.client().signInWithPassword({ phone, password })
    expect(error).toBeNull()
  })

  test('another address waits for the yes of the old one', async () => {
    const { owner, token } = await ownerAndThief()
    const email = freshEmail('thief')
    expect((await send(token, 'PUT', '/user', { email })).status).toBe(200)
    const mail = auth.service.mails.filter(({ to }) => to === email).at(-1)
    const answer = await auth.service.post(
      '/verify',
      { type: 'email_change', email, token: mail && 'code' in mail ? mail.code : '' },
      thiefsNetwork,
    )
    expect(await answer.json()).not.toHaveProperty('access_token')
    expect(await canSignIn(owner.email)).toBe(true)
    expect(await canSignIn(email)).toBe(false)
  })

  test("a victim's browser does not finish the linking that a stranger began", async () => {
    const { thief } = await ownerAndThief()
    const { back } = await begin(thief)
    const victim = await confirmedPerson(auth.service, freshEmail('victim'))
    await victim.client.linkIdentity({ provider: name, options: { skipBrowserRedirect: true } })
    const arrived = await follow(auth.service, back, { Cookie: auth.service.cookie() })
    expect(arrived.searchParams.get('error_code')).toBe('bad_oauth_state')
  })

  test('the identity that the owner has proved cannot be unlinked', async () => {
    const { owner, thief, token } = await ownerAndThief()
    await linkAs(thief, await begin(thief))
    const { data } = await owner.client.getUser()
    const own = data.user?.identities?.find((identity) => identity.provider === 'email')
    const answer = await send(token, 'DELETE', `/user/identities/${own?.identity_id}`)
    expect(answer.status).toBe(422)
    expect(await canSignIn(owner.email)).toBe(true)
  })

  type Client = Awaited<ReturnType<typeof ownerAndThief>>['thief']

  /** Runs the flow up to the redirect from the provider. */
  async function begin(thief: Client) {
    const { data } = await thief.linkIdentity({
      provider: name,
      options: { skipBrowserRedirect: true },
    })
    const cookie = auth.service.cookie()
    const { id } = personAt(provider)
    return { cookie, back: await walkThrough(new URL(data?.url ?? ''), { name: id }) }
  }

  const linkAs = (_thief: Client, { cookie, back }: Awaited<ReturnType<typeof begin>>) =>
    follow(auth.service, back, { Cookie: cookie, ...thiefsNetwork })

  type Owner = Awaited<ReturnType<typeof ownerAndThief>>['owner']

  /** The steps of an owner who suspects an intruder. */
  const defences: [string, (owner: Owner) => Promise<unknown>][] = [
    [
      'a new password',
      async ({ client }) => client.updateUser({ password: `${password} but another` }),
    ],
    ['signing out everywhere', async ({ client }) => client.signOut({ scope: 'global' })],
    [
      'a second factor',
      async ({ client }) => {
        const { data } = await client.mfa.enroll({ factorType: 'totp' })
        const { generate } = await import('otplib')
        const code = await generate({ secret: data?.totp.secret ?? '' })
        const done = await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
        if (done.error) throw done.error
      },
    ],
    [
      'a password from an administrator',
      async ({ id }) => auth.service.admin.updateUserById(id, { password: 'given by the office' }),
    ],
  ]

  test.each(defences)('after %s the thief finishes nothing that was begun', async (_, defend) => {
    const { owner, thief, token } = await ownerAndThief()
    await owner.client.signInWithPassword({ email: owner.email, password })
    const linking = await begin(thief)
    const oauthClient = await registerOauthClient(auth.service)
    const journey = await setOut(auth.service, oauthClient)
    const landed = await codeFor(thief, journey)
    const phone = freshPhone()
    await send(token, 'PUT', '/user', { phone })
    const code = codeTo(phone)

    await defend(owner)

    const arrived = await linkAs(thief, linking)
    expect(arrived.hash).not.toContain('access_token')
    const exchanged = await exchange(oauthClient, journey, landed)
    expect(exchanged.status).toBe(400)
    const changed = await auth.service.post(
      '/verify',
      { type: 'phone_change', phone, token: code },
      thiefsNetwork,
    )
    expect(changed.status).toBe(403)
    expect((await send(token, 'GET', '/user')).status).toBe(403)
  })

  test.each(defences)('after %s no new code goes to what the thief named', async (_, defend) => {
    const { owner, token } = await ownerAndThief()
    const [known, named] = [freshPhone(), freshPhone()]
    await auth.service.admin.updateUserById(owner.id, { phone: known, phone_confirm: true })
    await owner.client.signInWithPassword({ email: owner.email, password })
    const address = freshEmail('thief')
    for (const change of [{ phone: named }, { email: address }]) {
      expect((await send(token, 'PUT', '/user', change)).status).toBe(200)
    }
    const told = () =>
      [...auth.service.messages, ...auth.service.mails].filter(({ to }) =>
        [`+${named}`, address].includes(to),
      ).length
    expect(told()).toBe(2)

    await defend(owner)

    const again = { type: 'phone_change', phone: known }
    expect((await auth.service.post('/resend', again, thiefsNetwork)).status).toBe(200)
    expect(told()).toBe(2)
  })

  type Thief = { token: string; refreshToken: string }
  const endings: [string, (thief: Thief) => Promise<unknown>][] = [
    ['is signed out', async ({ token }) => send(token, 'POST', '/logout?scope=local')],
    [
      'is known as stolen by a token that comes twice',
      async ({ refreshToken }) => {
        const grant = async (refresh_token: string): Promise<{ refresh_token: string }> =>
          (await auth.service.post('/token?grant_type=refresh_token', { refresh_token })).json()
        const second = await grant(refreshToken)
        await grant(second.refresh_token)
        auth.service.moveClock(11)
        expect(await grant(refreshToken)).toMatchObject({
          error_code: 'refresh_token_already_used',
        })
      },
    ],
  ]

  test.each(endings)('when one session %s, what was begun in it is over', async (_, end) => {
    const { thief, token } = await ownerAndThief()
    const { data } = await thief.getSession()
    const linking = await begin(thief)
    const phone = freshPhone()
    await send(token, 'PUT', '/user', { phone })
    const code = codeTo(phone)

    await end({ token, refreshToken: data.session?.refresh_token ?? '' })

    const arrived = await linkAs(thief, linking)
    expect(arrived.hash).not.toContain('access_token')
    const body = { type: 'phone_change', phone, token: code }
    expect((await auth.service.post('/verify', body, thiefsNetwork)).status).toBe(403)
    // Nor is anything begun anew with its access token.
    await expect(begin(thief)).rejects.toThrow()
    expect((await send(token, 'PUT', '/user', { phone: freshPhone() })).status).toBe(403)
  })

  test('a first address that a thief named ends with the sessions', async () => {
    const phone = freshPhone()
    const client = auth.service.client({ address: thiefsNetwork['x-test-address'] })
    await client.signUp({ phone, password })
    const { data } = await client.verifyOtp({ phone, token: codeTo(phone), type: 'sms' })
    const email = freshEmail('thief')
    await send(data.session?.access_token ?? '', 'PUT', '/user', { email })
    const mail = auth.service.mails.filter(({ to }) => to === email).at(-1)
    await client.signOut({ scope: 'global' })
    const token = mail && 'code' in mail ? mail.code : ''
    const body = { type: 'email_change', email, token }
    const answer = await auth.service.post('/verify', body, thiefsNetwork)
    expect(await answer.json()).not.toHaveProperty('access_token')
    const { error } = await auth.service.client().signInWithPassword({ phone, password })
    expect(error).toBeNull()
  })
})
