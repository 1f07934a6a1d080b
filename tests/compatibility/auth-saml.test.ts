// Single sign-on through the official client, with a real identity provider.
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { freshEmail, goodPassword, openAuth, siteUrl } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import {
  makeIdentityProvider,
  type Tampering,
  type Worker,
} from '#tests/support/identity-provider.ts'
import { startOpenIdProvider } from '#tests/support/openid-provider.ts'
import { callbackUrl } from '#tests/support/openid-visits.ts'
import {
  asServiceRole,
  bring,
  connect,
  goAndSignIn,
  ourMetadata,
} from '#tests/support/single-sign-on.ts'
import { makeEthereumWallet } from '#tests/support/wallets.ts'

const openId = await startOpenIdProvider([callbackUrl])
const { name } = openId.settings
afterAll(() => openId.close())

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, {
    service: {
      allowsSaml: true,
      allowsManualLinking: true,
      web3: ['ethereum'],
      providers: [openId.settings],
    },
    other: { allowsSaml: true },
    closed: { allowsSaml: true, isSignUpDisabled: true },
  })

  const somebody = (): Worker => {
    const email = freshEmail('worker')
    return { id: `id-of-${email}`, email }
  }

  async function connected(more?: object) {
    const idp = makeIdentityProvider()
    return { idp, id: await connect(auth.service, idp, more) }
  }

  async function signedIn(
    worker: Worker,
    at: Awaited<ReturnType<typeof connected>>,
    tampering?: Tampering,
  ) {
    const answer = await goAndSignIn(auth.service, at.idp, at.id, worker, tampering)
    const landed = await bring(auth.service, answer)
    const client = auth.service.client()
    const { data, error } = await client.setSession({
      access_token: landed.fragment.get('access_token') ?? '',
      refresh_token: landed.fragment.get('refresh_token') ?? '',
    })
    if (error || !data.user || !data.session) throw error ?? new Error(String(landed.query))
    return { client, landed, user: data.user, session: data.session }
  }

  test('a domain leads to its provider, and the provider back to the page that asked', async () => {
    const at = await connected({ domains: ['hopyard.example'] })
    const asked = await auth.service.client().signInWithSSO({
      domain: 'Hopyard.EXAMPLE',
      options: { redirectTo: `${siteUrl}/admin` },
    })
    expect(asked.data?.url).toMatch(/^https:\/\/idp\.example\/sign-in\?tenant=hopyard&SAMLRequest=/)
    const worker = somebody()
    const answer = await at.idp.answer(
      asked.data?.url ?? '',
      await ourMetadata(auth.service),
      worker,
    )
    const landed = await bring(auth.service, answer)
    expect(landed).toMatchObject({ status: 302, page: `${siteUrl}/admin` })
    expect(landed.fragment.get('token_type')).toBe('bearer')
  })

  test('the first visit opens an account that says where its owner comes from', async () => {
    const at = await connected({
      attribute_mapping: {
        keys: {
          full_name: { name: 'displayName' },
          teams: { names: ['team', 'groups'], array: true },
          country: { name: 'country', default: 'United Kingdom' },
        },
      },
    })
    const worker = { ...somebody(), fullName: 'Wendy Willow', groups: ['hedges', 'lawns'] }
    const { user, session } = await signedIn(worker, at)
    const provider = `sso:${at.id}`
    expect(user).toMatchObject({
      email: worker.email,
      app_metadata: { provider, providers: [provider] },
      user_metadata: {
        full_name: 'Wendy Willow',
        custom_claims: { teams: ['hedges', 'lawns'], country: 'United Kingdom' },
        iss: at.idp.entityId,
        sub: worker.id,
        email_verified: true,
      },
      identities: [{ provider, id: worker.id }],
    })
    expect(user.email_confirmed_at).toBeTruthy()
    expect(decodeJwt(session.access_token)).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'sso/saml', provider: at.id }],
    })
    const { rows } = await auth.database.query<{ full_name: string }>(
      'select full_name from public.profiles where id = $1',
      [user.id],
    )
    expect(rows).toEqual([{ full_name: 'Wendy Willow' }])
  })

  test('the second visit finds the account, with what the provider says by now', async () => {
    const at = await connected()
    const worker = somebody()
    const first = await signedIn(worker, at)
    const email = freshEmail('married')
    const again = await signedIn({ ...worker, email }, at)
    expect(again.user.id).toBe(first.user.id)
    expect(again.user.email).toBe(email)
    expect(again.user.identities).toHaveLength(1)
  })

  test('an account with the same address is another one', async () => {
    const email = freshEmail('boss')
    const boss = await auth.service.client().signUp({ email, password: goodPassword })
    const [one, two] = [await connected(), await connected()]
    const people = [
      await signedIn({ id: 'x', email }, one),
      await signedIn({ id: 'x', email }, two),
    ]
    const ids = [boss.data.user?.id, ...people.map(({ user }) => user.id)]
    expect(new Set(ids).size).toBe(3)
    const password = await auth.service
      .client()
      .signInWithPassword({ email, password: goodPassword })
    expect(password.data.user?.id).toBe(boss.data.user?.id)
  })

  test('address and password of such an account are its provider’s affair', async () => {
    const { client } = await signedIn(somebody(), await connected())
    for (const change of [{ email: freshEmail() }, { password: goodPassword }]) {
      const { error } = await client.updateUser(change)
      expect(error).toMatchObject({ status: 422, code: 'user_sso_managed' })
    }
    expect((await client.updateUser({ data: { colour: 'green' } })).error).toBeNull()
  })

  test('the PKCE flow brings a code that only the asking browser can use', async () => {
    const at = await connected()
    const client = auth.service.client({ flowType: 'pkce' })
    const { data } = await client.signInWithSSO({ providerId: at.id })
    const worker = somebody()
    const answer = await at.idp.answer(data?.url ?? '', await ourMetadata(auth.service), worker)
    const landed = await bring(auth.service, answer)
    expect(landed).toMatchObject({ status: 302, page: `${siteUrl}/auth` })
    expect(landed.fragment.size).toBe(0)
    const code = landed.query.get('code') ?? ''
    const stranger = await auth.service.post('/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'v'.repeat(43),
    })
    expect(stranger.status).toBe(400)
    const exchanged = await client.exchangeCodeForSession(code)
    expect(exchanged.data.user?.email).toBe(worker.email)
    expect(decodeJwt(exchanged.data.session?.access_token ?? '')).toMatchObject({
      amr: [{ method: 'sso/saml', provider: at.id }],
    })
  })

  test('a code of a provider that was removed since is none', async () => {
    const at = await connected()
    const client = auth.service.client({ flowType: 'pkce' })
    const { data } = await client.signInWithSSO({ providerId: at.id })
    const answer = await at.idp.answer(data?.url ?? '', await ourMetadata(auth.service), somebody())
    const landed = await bring(auth.service, answer)
    await asServiceRole(auth.service, 'DELETE', `/admin/sso/providers/${at.id}`)
    const exchanged = await client.exchangeCodeForSession(landed.query.get('code') ?? '')
    expect(exchanged.data.session).toBeNull()
  })

  test.each(['DELETE', 'PUT'])('another way in ends with the provider (%s)', async (method) => {
    const at = await connected()
    const { user } = await signedIn(somebody(), at)
    const wallet = makeEthereumWallet()
    const signIn = () =>
      auth.service.client().signInWithWeb3({
        chain: 'ethereum',
        wallet: wallet.wallet,
        options: { url: `${siteUrl}/auth` },
      })
    // As one that was linked before that was refused.
    const other = await signIn()
    await auth.database.query('update auth.identities set user_id = $1 where user_id = $2', [
      user.id,
      other.data.user?.id,
    ])
    expect((await signIn()).data.user?.id).toBe(user.id)
    const body = method === 'PUT' ? { disabled: true } : undefined
    await asServiceRole(auth.service, method, `/admin/sso/providers/${at.id}`, body)
    expect((await signIn()).error).toMatchObject({ code: 'sso_provider_disabled' })
  })

  test('such an account takes no identity beside its provider’s', async () => {
    const { client } = await signedIn(somebody(), await connected())
    const { error } = await client.linkIdentity({
      provider: name,
      token: await openId.issue({ sub: 'x' }),
    })
    expect(error).toMatchObject({ status: 422, code: 'validation_failed' })
  })

  test('without skip_http_redirect the browser is sent on at once', async () => {
    const { id } = await connected()
    const answer = await auth.service.post('/sso', { provider_id: id })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(/^https:\/\/idp\.example\/sign-in\?/)
  })

  test('a provider may send its people on its own account, to allowed pages only', async () => {
    const { idp } = await connected()
    const metadata = await ourMetadata(auth.service)
    const toAdmin = { ...(await idp.send(metadata, somebody())), RelayState: `${siteUrl}/admin` }
    expect(await bring(auth.service, toAdmin)).toMatchObject({ page: `${siteUrl}/admin` })
    const away = { ...(await idp.send(metadata, somebody())), RelayState: 'https://evil.example/' }
    const landed = await bring(auth.service, away)
    expect(landed.page).toBe(`${siteUrl}/auth`)
    expect(landed.fragment.get('access_token')).toBeTruthy()
  })

  test('the answer itself may be signed in place of the assertion', async () => {
    const { user } = await signedIn(somebody(), await connected(), { signs: 'response' })
    expect(user.aud).toBe('authenticated')
  })

  test('the session ends when the provider says so', async () => {
    const { session, client } = await signedIn(somebody(), await connected(), { sessionEnds: 3600 })
    expect((await client.refreshSession()).error).toBeNull()
    const { rows } = await auth.database.query<{ not_after: Date }>(
      'select not_after from auth.sessions where id = $1',
      [decodeJwt(session.access_token).session_id],
    )
    const inAnHour = Date.now() + 3_600_000
    expect(Math.abs((rows[0]?.not_after.getTime() ?? 0) - inAnHour)).toBeLessThan(60_000)
    auth.service.moveClock(3700)
    expect((await client.refreshSession()).error).toMatchObject({ code: 'session_expired' })
    auth.service.moveClock(-3700)
  })

  test('the session of a code ends when the provider says so', async () => {
    const at = await connected()
    const client = auth.service.client({ flowType: 'pkce' })
    const { data } = await client.signInWithSSO({ providerId: at.id })
    const metadata = await ourMetadata(auth.service)
    const answer = await at.idp.answer(data?.url ?? '', metadata, somebody(), { sessionEnds: 3600 })
    const landed = await bring(auth.service, answer)
    const signedIn = await client.exchangeCodeForSession(landed.query.get('code') ?? '')
    expect(signedIn.error).toBeNull()
    auth.service.moveClock(3700)
    expect((await client.refreshSession()).error).toMatchObject({ code: 'session_expired' })
    auth.service.moveClock(-3700)
  })

  test('two first visits of one person at once open one account', async () => {
    const at = await connected()
    const worker = somebody()
    const answers = await Promise.all(
      [1, 2, 3].map(() => goAndSignIn(auth.service, at.idp, at.id, worker)),
    )
    const landed = await Promise.all(answers.map((answer) => bring(auth.service, answer)))
    const ids = landed.map(({ fragment }) => decodeJwt(fragment.get('access_token') ?? '').sub)
    expect(new Set(ids).size).toBe(1)
  })

  test('where sign-ups are off, only those who came before come in', async () => {
    const at = await connected()
    const known = somebody()
    await signedIn(known, at)
    const stranger = await goAndSignIn(auth.closed, at.idp, at.id, somebody())
    const refused = await bring(auth.closed, stranger)
    expect(refused).toMatchObject({ status: 303, page: `${siteUrl}/` })
    expect(refused.query.get('error_code')).toBe('signup_disabled')
    const welcome = await bring(auth.closed, await goAndSignIn(auth.closed, at.idp, at.id, known))
    expect(welcome.fragment.get('access_token')).toBeTruthy()
  })

  test('somebody banned stays outside', async () => {
    const at = await connected()
    const worker = somebody()
    const { user } = await signedIn(worker, at)
    await auth.service.admin.updateUserById(user.id, { ban_duration: '1h' })
    const landed = await bring(auth.service, await goAndSignIn(auth.service, at.idp, at.id, worker))
    expect(Object.fromEntries(landed.query)).toEqual({
      error: 'access_denied',
      error_code: 'user_banned',
      error_description: 'User is banned',
    })
  })

  test('a transient name is nobody, and neither is one without an address', async () => {
    const at = await connected()
    const transient = { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }
    const nameless = await goAndSignIn(auth.service, at.idp, at.id, somebody(), transient)
    const first = await bring(auth.service, nameless)
    expect(first.query.get('error_code')).toBe('saml_assertion_no_user_id')
    const noAddress = await goAndSignIn(auth.service, at.idp, at.id, { id: 'x', email: '' })
    const second = await bring(auth.service, noAddress)
    expect(second.query.get('error_code')).toBe('saml_assertion_no_email')
  })

  test('two instances show one key, and one takes what the other asked for', async () => {
    expect(await ourMetadata(auth.other)).toBe(await ourMetadata(auth.service))
    const at = await connected()
    const answer = await goAndSignIn(auth.service, at.idp, at.id, somebody())
    expect((await bring(auth.other, answer)).fragment.get('access_token')).toBeTruthy()
  })

  test('our metadata can be cached and downloaded', async () => {
    const answer = await auth.service.request('/sso/saml/metadata?download=true')
    expect(answer.headers.get('content-type')).toBe('application/xml')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=600')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="metadata.xml"')
    expect(await answer.text()).toContain(`entityID="${siteUrl}/auth/v1/sso/saml/metadata"`)
    const settings = await auth.service.request('/settings')
    expect(await settings.json()).toMatchObject({ saml_enabled: true })
  })

  test('disabling a provider signs its people out', async () => {
    const at = await connected()
    const { client } = await signedIn(somebody(), at)
    await asServiceRole(auth.service, 'PUT', `/admin/sso/providers/${at.id}`, { disabled: true })
    expect((await client.getUser()).data.user).toBeNull()
    expect((await client.refreshSession()).data.session).toBeNull()
  })

  test('a disabled provider lets nobody in, before or after', async () => {
    const at = await connected()
    const early = await goAndSignIn(auth.service, at.idp, at.id, somebody())
    await asServiceRole(auth.service, 'PUT', `/admin/sso/providers/${at.id}`, { disabled: true })
    expect((await bring(auth.service, early)).query.get('error_code')).toBe('sso_provider_disabled')
    const asked = await auth.service.client().signInWithSSO({ providerId: at.id })
    expect(asked.error).toMatchObject({ status: 404, code: 'sso_provider_disabled' })
  })
})
