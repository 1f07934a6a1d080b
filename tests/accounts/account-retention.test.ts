import type { GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetExpired } from '#backend/auth/accounts/retention.ts'
import { setupLink } from '#backend/auth/first-admin/first-admin.ts'
import { spendProof } from '#backend/auth/spent-proofs.ts'
import {
  type AuthService,
  freshEmail,
  goodPassword,
  startAuth,
} from '#tests/support/auth-service.ts'
import { contractEngines, openTestDatabase, type TestDatabase } from '#tests/support/databases.ts'
import {
  exchange,
  type OauthClient,
  registerOauthClient,
  setOut,
} from '#tests/support/oauth-client.ts'

describe.each(contractEngines)('%s', (engine) => {
  let opened: TestDatabase
  let service: AuthService

  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    service = await startAuth(opened.database, {
      isOauthServer: true,
      allowsOauthRegistration: true,
    })
  })
  afterAll(() => opened.remove())

  const count = async (table: string) => (await opened.database.query(`select from ${table}`)).count
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

  async function signInAt(oauthClient: OauthClient, client: GoTrueClient) {
    const journey = await setOut(service, oauthClient)
    await client.oauth.getAuthorizationDetails(journey.authorizationId)
    const { data } = await client.oauth.approveAuthorization(journey.authorizationId)
    await exchange(oauthClient, journey, data?.redirect_url ?? '')
  }

  /** A sign-in that somebody began at a provider, and has not come back from. */
  const leaveForProvider = () =>
    opened.database.query(
      `with client_state as (
         insert into auth.oauth_client_states (id, provider_type, created_at)
         values (gen_random_uuid(), 'google', now()) returning id
       )
       insert into auth.flow_state
         (id, provider_type, authentication_method, created_at, oauth_client_state_id)
       select gen_random_uuid(), 'google', 'oauth', now(), id from client_state`,
    )

  test('what is in use stays and what is spent goes', async () => {
    const client = service.client({ flowType: 'pkce' })
    const email = freshEmail()
    await client.signUp({ email, password: goodPassword })
    const { data: factor } = await client.mfa.enroll({ factorType: 'totp' })
    await client.mfa.challenge({ factorId: factor?.id ?? '' })
    const first = (await client.getSession()).data.session?.refresh_token
    await client.refreshSession()
    await client.refreshSession()
    await client.signInWithOtp({ email })
    await client.passkey.startAuthentication()
    await leaveForProvider()
    await setupLink(service.deps)
    const spent = { kind: 'web3', id: 'x', expiresAt: new Date() } as const
    await spendProof(opened.database, spent)
    const secrets = await count('internal.secrets')
    const oauthClient = await registerOauthClient(service)
    await setOut(service, oauthClient)
    await signInAt(oauthClient, client)

    await forgetExpired(opened.database, new Date())
    expect(await count('internal.spent_proofs')).toBe(1)
    expect(await count('auth.flow_state')).toBe(2)
    expect(await count('auth.oauth_client_states')).toBe(1)
    expect(await count('auth.oauth_authorizations')).toBe(1)
    expect(await count('internal.spent_oauth_codes')).toBe(1)
    expect(await count('auth.refresh_tokens')).toBe(4)
    expect(await count('auth.webauthn_challenges')).toBe(1)

    await forgetExpired(opened.database, inDays(2))
    expect(await count('auth.oauth_authorizations')).toBe(0)
    expect(await count('internal.spent_oauth_codes')).toBe(0)
    expect(await count('auth.oauth_consents')).toBe(1)
    expect(await count('auth.refresh_tokens')).toBe(3)
    expect(await count('auth.flow_state')).toBe(0)
    expect(await count('auth.oauth_client_states')).toBe(0)
    expect(await count('auth.webauthn_challenges')).toBe(0)
    expect(await count('auth.mfa_challenges')).toBe(0)
    expect(await count('auth.mfa_factors')).toBe(0)
    expect(await count('auth.one_time_tokens')).toBe(0)
    expect(await count('internal.spent_proofs')).toBe(0)
    expect(await count('internal.secrets')).toBe(secrets - 1)
    expect(await count('auth.audit_log_entries')).toBeGreaterThan(0)
    expect((await client.refreshSession()).error).toBeNull()
    const stale = await service.post('/token?grant_type=refresh_token', { refresh_token: first })
    expect(stale.status).toBe(400)

    await forgetExpired(opened.database, inDays(400))
    expect(await count('auth.audit_log_entries')).toBe(0)
    expect(await count('auth.users')).toBe(1)
  })

  test('a self-registered OAuth client without consent is deleted after 30 days', async () => {
    const { database } = opened
    const register = async (client_name: string) => {
      const response = await service.post('/oauth/clients/register', {
        client_name,
        redirect_uris: ['https://rota.example/back'],
      })
      return (await response.json()).client_id as string
    }
    const names = async () => {
      const { rows } = await database.query<{ client_name: string }>(
        'select client_name from auth.oauth_clients order by client_name',
      )
      return rows.map(({ client_name }) => client_name)
    }
    await database.query('delete from auth.oauth_clients')
    await registerOauthClient(service, { client_name: 'by an administrator' })
    await register('unused')
    const allowed = await register('let in')
    const open = await register('signed in at')
    const asked = await register('asked about')
    const { rows } = await database.query<{ id: string }>('select id from auth.users limit 1')
    const userId = rows[0]?.id
    await database.query(
      `insert into auth.oauth_consents (id, user_id, client_id, scopes)
       values (gen_random_uuid(), $1, $2, 'email')`,
      [userId, allowed],
    )
    await database.query(
      `insert into auth.sessions (id, user_id, created_at, oauth_client_id)
       values (gen_random_uuid(), $1, now(), $2)`,
      [userId, open],
    )
    await database.query(
      `insert into auth.oauth_authorizations
         (id, authorization_id, client_id, redirect_uri, scope, expires_at)
       values (gen_random_uuid(), 'x', $1, 'https://rota.example/back', 'email', $2)`,
      [asked, inDays(31.5)],
    )

    const all = ['asked about', 'by an administrator', 'let in', 'signed in at', 'unused']
    await forgetExpired(database, inDays(29))
    expect(await names()).toEqual(all)
    await forgetExpired(database, inDays(31))
    expect(await names()).toEqual(all.slice(0, 4))
    await forgetExpired(database, inDays(40))
    expect(await names()).toEqual(['by an administrator', 'let in', 'signed in at'])
  })
})
