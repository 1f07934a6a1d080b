// Another identity lets its holder into an account. It must not throw out whoever the account belongs to.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import {
  freshEmail,
  openAuth,
  goodPassword as password,
  siteUrl,
} from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import { startOpenIdProvider } from '#tests/support/openid-provider.ts'
import { callbackUrl } from '#tests/support/openid-visits.ts'
import { makeEthereumWallet } from '#tests/support/wallets.ts'

const provider = await startOpenIdProvider([callbackUrl])
const { name } = provider.settings
afterAll(() => provider.close())

let counter = 0
const freshPhone = () => {
  counter += 1
  return String(447_700_810_000 + counter)
}

describe.each(contractEngines)('%s', (engine) => {
  const settings = {
    allowsPhone: true,
    allowsManualLinking: true,
    allowsTotp: true,
    web3: ['ethereum' as const],
    autoconfirm: true,
    providers: [provider.settings],
  }
  const auth = openAuth(engine, {
    service: settings,
    careful: { ...settings, autoconfirm: false, allowsAnonymous: true },
  })

  async function knownByNumber() {
    const phone = freshPhone()
    const client = auth.service.client()
    await client.signUp({ phone, password })
    const sent = auth.service.messages.filter(({ to }) => to === `+${phone}`).at(-1)
    const token = /\d{6}/.exec(sent?.text ?? '')?.[0] ?? ''
    const { data } = await client.verifyOtp({ phone, token, type: 'sms' })
    return { phone, client, id: data.user?.id ?? '' }
  }

  const signInWith = async (claims: object) =>
    auth.service
      .client()
      .signInWithIdToken({ provider: name, token: await provider.issue({ ...claims }) })

  const unverified = () => ({ sub: randomUUID(), email: freshEmail('app'), email_verified: false })
  const verified = () => ({ sub: randomUUID(), email: freshEmail('app'), email_verified: true })

  test.each([
    ['without an address', () => ({ sub: randomUUID() })],
    ['with one that the provider vouches for', verified],
  ])('an identity %s leaves a proved number and its password alone', async (_, someone) => {
    const { phone, client, id } = await knownByNumber()
    const claims = someone()
    const linked = await client.linkIdentity({
      provider: name,
      token: await provider.issue(claims),
    })
    expect(linked.error).toBeNull()
    const { data, error } = await signInWith(claims)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ id, phone })
    expect((await client.getUser()).data.user?.id).toBe(id)
    const again = await auth.service.client().signInWithPassword({ phone, password })
    expect(again.error).toBeNull()
  })

  test('an address that it brings later takes nothing either', async () => {
    const { phone, client, id } = await knownByNumber()
    const sub = randomUUID()
    await client.linkIdentity({ provider: name, token: await provider.issue({ sub }) })
    const { data } = await signInWith({ ...verified(), sub })
    expect(data.user).toMatchObject({ id, phone })
    const again = await auth.service.client().signInWithPassword({ phone, password })
    expect(again.error).toBeNull()
  })

  test('nor does one whose address nobody has verified', async () => {
    const { phone, client, id } = await knownByNumber()
    const claims = unverified()
    await client.linkIdentity({ provider: name, token: await provider.issue(claims) })
    const { data } = await signInWith(claims)
    expect(data.user?.id ?? id).toBe(id)
    const again = await auth.service.client().signInWithPassword({ phone, password })
    expect(again.error).toBeNull()
  })

  test.each([
    ['that the provider vouches for', verified],
    ['that nobody has verified', unverified],
  ])('an address %s is not the account’s, and goes with the identity', async (_, someone) => {
    const { phone, client, id } = await knownByNumber()
    const claims = someone()
    await client.linkIdentity({ provider: name, token: await provider.issue(claims) })
    const { data } = await client.getUser()
    expect(data.user).toMatchObject({ id, phone, email: '' })
    // Nothing can be proved by its mail: that would count as the first proof of the account.
    const asked = await auth.service.post('/recover', { email: claims.email })
    expect(asked.status).toBe(200)
    expect(auth.service.mails.filter(({ to }) => to === claims.email)).toEqual([])
    const identity = data.user?.identities?.find(({ provider }) => provider === name)
    if (!identity) throw new Error('It was not linked')
    expect((await client.unlinkIdentity(identity)).error).toBeNull()
    expect((await signInWith(claims)).data.user?.id).not.toBe(id)
  })

  test('a nameless account is nobody’s: the address of its identity has to be confirmed', async () => {
    const client = auth.careful.client()
    await client.signInAnonymously()
    const claims = unverified()
    for (const identity of [claims, { sub: randomUUID() }]) {
      await client.linkIdentity({ provider: name, token: await provider.issue(identity) })
    }
    const { data, error } = await auth.careful
      .client()
      .signInWithIdToken({ provider: name, token: await provider.issue(claims) })
    expect([data.user, error?.code]).toEqual([null, 'provider_email_needs_verification'])
  })

  test('a linked identity does not remove the second factor', async () => {
    const { client } = await knownByNumber()
    const { data } = await client.mfa.enroll({ factorType: 'totp' })
    const { generate } = await import('otplib')
    const code = await generate({ secret: data?.totp.secret ?? '' })
    await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    const sub = randomUUID()
    const linked = await client.linkIdentity({
      provider: name,
      token: await provider.issue({ sub }),
    })
    expect(linked.error).toBeNull()
    const signedIn = await signInWith({ sub })
    expect(signedIn.data.user?.factors).toMatchObject([{ status: 'verified' }])
  })

  test('a wallet still opens its account after an identity was linked', async () => {
    const { wallet } = makeEthereumWallet()
    const signIn = async () => {
      const client = auth.service.client()
      const { data, error } = await client.signInWithWeb3({
        chain: 'ethereum',
        wallet,
        options: { url: `${siteUrl}/auth` },
      })
      if (error) throw error
      return { client, id: data.user.id }
    }
    const { client, id } = await signIn()
    const claims = verified()
    const linked = await client.linkIdentity({
      provider: name,
      token: await provider.issue(claims),
    })
    expect(linked.error).toBeNull()
    expect((await signInWith(claims)).data.user?.id).toBe(id)
    expect((await signIn()).id).toBe(id)
    expect((await client.getUser()).error).toBeNull()
  })
})
