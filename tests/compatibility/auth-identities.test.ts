// Linking and unlinking a provider's identity, through the official client.
import type { GoTrueClient, Provider, UserIdentity } from '@supabase/auth-js'
import { afterAll, describe, expect, test } from 'vitest'
import { confirmedPerson } from '#tests/support/auth-mails.ts'
import {
  type AuthService,
  freshEmail,
  openAuth,
  goodPassword as password,
  siteUrl,
} from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import { startOpenIdProvider } from '#tests/support/openid-provider.ts'
import {
  callbackUrl,
  fieldsOf,
  follow,
  personAt,
  sessionFrom,
  walkThrough,
} from '#tests/support/openid-visits.ts'

const provider = await startOpenIdProvider([callbackUrl])
const name = provider.settings.name as Provider
afterAll(() => provider.close())

describe.each(contractEngines)('%s', (engine) => {
  const providers = [provider.settings]
  const auth = openAuth(engine, {
    service: { providers, allowsManualLinking: true, allowsAnonymous: true },
    confirming: { providers, allowsManualLinking: true, allowsAnonymous: true, autoconfirm: false },
  })

  async function signedUp() {
    const client = auth.service.client()
    const email = freshEmail('linker')
    const { data } = await client.signUp({ email, password })
    return { client, email, id: data.user?.id ?? '', token: data.session?.access_token ?? '' }
  }

  /** The final URL of a browser that links an identity at the provider. */
  async function link(client: GoTrueClient, id: string, service: AuthService = auth.service) {
    const { data, error } = await client.linkIdentity({
      provider: name,
      options: { skipBrowserRedirect: true },
    })
    if (error) throw error
    const headers = { Cookie: service.cookie() }
    return follow(service, await walkThrough(new URL(data.url ?? ''), { name: id }), headers)
  }

  async function identitiesOf(client: GoTrueClient): Promise<UserIdentity[]> {
    return (await client.getUserIdentities()).data?.identities ?? []
  }

  test('an identity is not added in another browser than the one that began it', async () => {
    const { client } = await signedUp()
    const { id } = personAt(provider)
    const { data } = await client.linkIdentity({
      provider: name,
      options: { skipBrowserRedirect: true },
    })
    const others = await signedUp()
    await others.client.linkIdentity({ provider: name, options: { skipBrowserRedirect: true } })
    const back = await walkThrough(new URL(data?.url ?? ''), { name: id })
    // The victim's browser may have started a linking flow of its own.
    const landed = await follow(auth.service, back, { Cookie: auth.service.cookie() })
    expect(landed.searchParams.get('error_code')).toBe('bad_oauth_state')
    expect(await identitiesOf(client)).toHaveLength(1)
  })

  test('an identity with another address is added, used and removed', async () => {
    const { client, email, id: userId } = await signedUp()
    const { id } = personAt(provider)
    const landed = await link(client, id)
    expect(`${landed.origin}${landed.pathname}`).toBe(`${siteUrl}/auth`)
    expect(fieldsOf(landed.hash.slice(1))).toHaveProperty('access_token')
    const [own, added] = await identitiesOf(client)
    expect([own?.provider, added?.provider, added?.id]).toEqual(['email', name, id])

    const { user } = await sessionFrom(auth.service, provider, id)
    expect(user).toMatchObject({ id: userId, email })
    if (!added) throw new Error('No identity was added')
    expect((await client.unlinkIdentity(added)).error).toBeNull()
    expect(await identitiesOf(client)).toHaveLength(1)
    const { data } = await client.getUser()
    expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    const { rows } = await auth.database.query<{ action: string }>(
      `select payload ->> 'action' as action from auth.audit_log_entries
       where payload ->> 'actor_id' = $1 and payload ->> 'action' like 'identity%'
       order by created_at`,
      [userId],
    )
    expect(rows.map(({ action }) => action)).toEqual(['identity_linked', 'identity_unlinked'])
  })

  test('by the PKCE flow a code comes back', async () => {
    const client = auth.service.client({ flowType: 'pkce' })
    await client.signUp({ email: freshEmail('linker'), password })
    const landed = await link(client, personAt(provider).id)
    const { error } = await client.exchangeCodeForSession(landed.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect(await identitiesOf(client)).toHaveLength(2)
  })

  test('by the PKCE flow a nameless account gets the address of its first identity', async () => {
    const client = auth.service.client({ flowType: 'pkce' })
    const { data: nameless } = await client.signInAnonymously()
    const { id, email } = personAt(provider)
    const landed = await link(client, id)
    const { data, error } = await client.exchangeCodeForSession(
      landed.searchParams.get('code') ?? '',
    )
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ id: nameless.user?.id, email, is_anonymous: false })
  })

  test('of two accounts that add one identity at the same moment one gets it', async () => {
    const clients = await Promise.all([1, 2, 3, 4].map(async () => (await signedUp()).client))
    const { id } = personAt(provider)
    const arrivals: (() => Promise<URL>)[] = []
    for (const client of clients) {
      const { data } = await client.linkIdentity({
        provider: name,
        options: { skipBrowserRedirect: true },
      })
      const headers = { Cookie: auth.service.cookie() }
      const back = await walkThrough(new URL(data?.url ?? ''), { name: id })
      arrivals.push(() => follow(auth.service, back, headers))
    }
    const landed = await Promise.all(arrivals.map((arrive) => arrive()))
    const codes = landed.map(({ searchParams }) => searchParams.get('error_code'))
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === 'identity_already_exists')).toHaveLength(3)
    const { count } = await auth.database.query(
      'select from auth.identities where provider_id = $1',
      [id],
    )
    expect(count).toBe(1)
    expect(auth.service.errors).toEqual([])
  })

  test('an identity belongs to one account', async () => {
    const { client } = await signedUp()
    const { id } = personAt(provider)
    await link(client, id)
    const refusal = (landed: URL) => fieldsOf(landed.searchParams)
    expect(refusal(await link(client, id))).toEqual({
      error: 'server_error',
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked',
    })
    expect(refusal(await link((await signedUp()).client, id))).toMatchObject({
      error_description: 'Identity is already linked to another user',
    })
  })

  test('a nameless account gets the provider’s address with the identity', async () => {
    const client = auth.service.client()
    await client.signInAnonymously()
    const { id, email } = personAt(provider)
    // The first proof ends the anonymous session; the sign-in opens another one.
    const landed = fieldsOf((await link(client, id)).hash.slice(1))
    const { access_token = '', refresh_token = '' } = landed as Record<string, string>
    const { data } = await client.setSession({ access_token, refresh_token })
    expect(data.user).toMatchObject({ email, is_anonymous: false })
  })

  test('an address that is taken or not verified is not given to a nameless account', async () => {
    const { email } = await signedUp()
    const client = auth.confirming.client()
    await client.signInAnonymously()
    const taken = await link(client, personAt(provider, { email }).id, auth.confirming)
    expect(taken.searchParams.get('error_code')).toBe('email_exists')
    const { id, email: unproved } = personAt(provider, { email_verified: false })
    const landed = await link(client, id, auth.confirming)
    expect(landed.searchParams.get('error_code')).toBe('email_not_confirmed')
    expect(auth.confirming.mails.at(-1)).toMatchObject({ kind: 'signup', to: unproved })
    const { data } = await client.getUser()
    expect(data.user).toMatchObject({ is_anonymous: true })
    expect(data.user?.email_confirmed_at).toBeUndefined()
  })

  test('the way to the provider is a redirect for a browser', async () => {
    const { token } = await signedUp()
    const answer = await auth.service.request(`/user/identities/authorize?provider=${name}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toContain(provider.settings.issuer)
  })

  test('the account’s address moves on when its identity is removed', async () => {
    const { client } = await signedUp()
    const { id, email } = personAt(provider)
    await link(client, id)
    const [own] = await identitiesOf(client)
    if (!own) throw new Error('The account has no identity of its own')
    expect((await client.unlinkIdentity(own)).error).toBeNull()
    const { data } = await client.getUser()
    expect(data.user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: name, providers: [name] },
    })
  })

  test('an address that its provider did not verify has to be confirmed again', async () => {
    const { client, id: userId } = await confirmedPerson(auth.confirming, freshEmail('linker'))
    // An account from before proofs were stored.
    await auth.database.query('delete from internal.proven_contacts where user_id = $1', [userId])
    const { id, email } = personAt(provider, { email_verified: false })
    await link(client, id, auth.confirming)
    const [own] = await identitiesOf(client)
    if (!own) throw new Error('The account has no identity of its own')
    await client.unlinkIdentity(own)
    const { data } = await client.getUser()
    expect(data.user?.email).toBe(email)
    expect(data.user?.email_confirmed_at).toBeUndefined()
  })

  test('an identity stays when another account has its address', async () => {
    const { client } = await signedUp()
    const { id, email } = personAt(provider)
    await link(client, id)
    await auth.service.client().signUp({ email, password })
    const [own] = await identitiesOf(client)
    if (!own) throw new Error('The account has no identity of its own')
    expect((await client.unlinkIdentity(own)).error).toMatchObject({
      status: 422,
      code: 'email_conflict_identity_not_deletable',
      message: 'Unable to unlink identity due to email conflict',
    })
    expect(await identitiesOf(client)).toHaveLength(2)
  })

  test('the last identity, another’s and none at all are not removed', async () => {
    const { client, token } = await signedUp()
    const remove = async (path: string) => {
      const answer = await auth.service.request(`/user/identities/${path}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${token}` },
      })
      const { error_code: code, msg } = await answer.json()
      return [answer.status, code, msg]
    }
    expect(await remove('x')).toEqual([404, 'validation_failed', 'identity_id must be an UUID'])
    const [last] = await identitiesOf(client)
    expect(await remove(last?.identity_id ?? '')).toEqual([
      422,
      'single_identity_not_deletable',
      'User must have at least 1 identity after unlinking',
    ])
    await link(client, personAt(provider).id)
    const [foreign] = await identitiesOf((await signedUp()).client)
    expect(await remove(foreign?.identity_id ?? '')).toEqual([
      422,
      'identity_not_found',
      "Identity doesn't exist",
    ])
  })
})
