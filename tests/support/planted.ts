// Every credential that an attacker can plant in an account opened under another person's address,
// and whether any of them still opens the account.
import { randomUUID } from 'node:crypto'
import { generate } from 'otplib'
import type { Database } from '#backend/database/database.ts'
import { type AuthService, siteUrl } from './auth-service.ts'
import { makeAuthenticator } from './authenticator.ts'

export const strangersPassword = 'waiting-in-the-hedge-3'
export const strangersAddress = '203.0.113.66'

export interface Planted {
  id: string
  /** The credentials that still work; should be empty. */
  stillOpens(): Promise<string[]>
}

/** Signs up under the address, with autoconfirm, and takes every further step there is. */
export async function plantEverything(
  service: AuthService,
  database: Database,
  email: string,
): Promise<Planted> {
  const client = service.client({ address: strangersAddress })
  const { data } = await client.signUp({ email, password: strangersPassword })
  const id = data.user?.id ?? ''
  const device = makeAuthenticator(siteUrl)
  const asked = await client.passkey.startRegistration()
  if (asked.error) throw asked.error
  await client.passkey.verifyRegistration({
    challengeId: asked.data.challenge_id,
    credential: device.create(asked.data.options),
  })
  await client.updateUser({ email: `stranger-${randomUUID()}@evil.example` })
  const factor = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'planted' })
  if (factor.error) throw factor.error
  const epoch = Math.floor(service.deps.now().getTime() / 1000)
  const code = await generate({ secret: factor.data.totp.secret, epoch })
  await client.mfa.challengeAndVerify({ factorId: factor.data.id, code })
  const { session } = (await client.getSession()).data
  // Rows that no API of this service creates.
  await database.query(
    `insert into internal.recovery_codes (user_id, code_hash) values ($1, '\\x00')`,
    [id],
  )
  await database.query(
    `insert into auth.identities (id, provider_id, user_id, identity_data, provider, created_at, updated_at)
     values ($1, 'stranger', $2, '{"sub":"stranger"}', 'custom:evil', now(), now())`,
    [randomUUID(), id],
  )
  await database.query(
    `update auth.users set phone = $2, phone_confirmed_at = now(), phone_change = '441632960999' where id = $1`,
    [id, String(441_632_000_000 + Math.floor(Math.random() * 999_999))],
  )

  async function withPasskey() {
    const thief = service.client({ address: strangersAddress })
    const challenge = await thief.passkey.startAuthentication()
    if (challenge.error) return false
    const { error } = await thief.passkey.verifyAuthentication({
      challengeId: challenge.data.challenge_id,
      credential: device.get(challenge.data.options),
    })
    return error === null
  }

  return {
    id,
    async stillOpens() {
      const thief = service.client({ address: strangersAddress })
      const byPassword = await thief.signInWithPassword({ email, password: strangersPassword })
      const byToken = await service.request('/user', {
        headers: { Authorization: `Bearer ${session?.access_token}` },
      })
      const byRefresh = await service.post('/token?grant_type=refresh_token', {
        refresh_token: session?.refresh_token,
      })
      const { rows } = await database.query<{ left: string }>(
        `select 'factor' as left from auth.mfa_factors where user_id = $1
         union all select 'identity' from auth.identities where user_id = $1 and provider = 'custom:evil'
         union all select 'recovery code' from internal.recovery_codes where user_id = $1
         union all select 'phone' from auth.users where id = $1 and phone is not null
         union all select 'pending change' from auth.users
           where id = $1 and (coalesce(email_change, '') <> '' or coalesce(phone_change, '') <> '')
         union all select 'consent' from auth.oauth_consents where user_id = $1 and revoked_at is null`,
        [id],
      )
      return [
        ...(byPassword.error ? [] : ['password']),
        ...((await withPasskey()) ? ['passkey'] : []),
        ...(byToken.ok ? ['access token'] : []),
        ...(byRefresh.ok ? ['refresh token'] : []),
        ...rows.map(({ left }) => left),
      ]
    },
  }
}
