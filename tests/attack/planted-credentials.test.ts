// Account pre-hijacking: a stranger signs up with another person's address or number and leaves every
// credential they can. All are removed when the owner first confirms the address, by any method.
import { afterAll, describe, expect, test } from 'vitest'
import { ensureAdmin, setupLink } from '#backend/auth/first-admin/first-admin.ts'
import { follow, lastMail } from '#tests/support/auth-mails.ts'
import {
  type AuthService,
  freshEmail,
  openAuth,
  goodPassword as ownPassword,
} from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import { startOpenIdProvider } from '#tests/support/openid-provider.ts'
import { callbackUrl, personAt, sessionFrom } from '#tests/support/openid-visits.ts'
import { plantEverything, strangersAddress, strangersPassword } from '#tests/support/planted.ts'

const provider = await startOpenIdProvider([callbackUrl])
afterAll(() => provider.close())

const owners = '198.51.100.7'

describe.each(contractEngines)('%s', (engine) => {
  const phone = '441632960555'
  const auth = openAuth(engine, {
    trusting: { providers: [provider.settings] },
    careful: { autoconfirm: false, allowsPhone: true, testOtp: { [phone]: '123456' } },
  })
  const post = (service: AuthService, path: string, body: object, address = owners) =>
    service.post(path, body, { 'x-test-address': address })

  describe('where addresses count at once', () => {
    const proofs: [string, (email: string) => Promise<void>][] = [
      [
        'a sign-in code',
        async (email) => {
          const service = auth.trusting
          await post(service, '/otp', { email })
          const { code } = lastMail(service, email)
          const answer = await post(service, '/verify', { type: 'email', email, token: code })
          expect(answer.status).toBe(200)
        },
      ],
      [
        'a recovery link',
        async (email) => {
          await post(auth.trusting, '/recover', { email })
          const { fragment } = await follow(auth.trusting, lastMail(auth.trusting, email).link)
          expect(fragment.get('access_token')).toBeTruthy()
        },
      ],
      [
        'a provider that verified it',
        async (email) => {
          const { id } = personAt(provider, { email })
          const { user } = await sessionFrom(auth.trusting, provider, id)
          expect(user.email).toBe(email)
        },
      ],
      [
        'an invitation',
        async (email) => {
          // The same request as the dashboard's invitation.
          const headers = { Authorization: `Bearer ${auth.trusting.keys.secretKey}` }
          const body = { email, replace_unproven: true }
          expect((await auth.trusting.post('/invite', body, headers)).status).toBe(200)
          const { fragment } = await follow(auth.trusting, lastMail(auth.trusting, email).link)
          expect(fragment.get('access_token')).toBeTruthy()
        },
      ],
      [
        'ADMIN_EMAIL',
        async (email) => {
          await ensureAdmin(auth.trusting.deps, { email, password: ownPassword })
        },
      ],
    ]
    test.each(proofs)('%s leaves nothing', async (_, prove) => {
      const email = freshEmail('owner')
      const planted = await plantEverything(auth.trusting, auth.database, email)
      expect((await planted.stillOpens()).length).toBeGreaterThan(5)
      await prove(email)
      expect(await planted.stillOpens()).toEqual([])
      const { rows } = await auth.database.query('select from auth.users where email = $1', [email])
      expect(rows).toHaveLength(1)
    })

    test('the set-up link leaves nothing, and the owner alone is administrator', async () => {
      const email = freshEmail('owner')
      const planted = await plantEverything(auth.trusting, auth.database, email)
      await auth.database.query('alter table user_roles disable trigger user')
      await auth.database.query(`delete from user_roles where role = 'admin'`)
      await auth.database.query('alter table user_roles enable trigger user')
      const link = new URL((await setupLink(auth.trusting.deps)) ?? '')
      const token = link.searchParams.get('setup')
      const answer = await post(auth.trusting, '/setup', { token, email, password: ownPassword })
      expect(answer.status).toBe(200)
      expect(await planted.stillOpens()).toEqual([])
      const signedIn = await auth.trusting
        .client()
        .signInWithPassword({ email, password: ownPassword })
      expect(signedIn.data.user?.id).toBe(planted.id)
    })

    test('an address that a stranger’s account asks for is its owner’s alone', async () => {
      const service = auth.trusting
      const owner = freshEmail('owner')
      const strangers = freshEmail('stranger')
      const planted = await plantEverything(service, auth.database, strangers)
      const stranger = service.client({ address: strangersAddress })
      await auth.database.query('delete from auth.mfa_factors where user_id = $1', [planted.id])
      const body = { email: strangers, password: strangersPassword }
      const { data } = await stranger.signInWithPassword(body)
      await stranger.updateUser({ email: owner })
      const verify = (email: string, from: string) =>
        post(
          service,
          '/verify',
          { type: 'email_change', email, token: lastMail(service, email).code },
          from,
        )
      expect((await verify(strangers, strangersAddress)).status).toBe(200)
      const proved = await (await verify(owner, owners)).json()
      expect(proved.user.email).toBe(owner)
      expect(await planted.stillOpens()).toEqual([])
      const token = await service.request('/user', {
        headers: { Authorization: `Bearer ${data.session?.access_token}` },
      })
      expect(token.status).toBe(403)
      const again = { email: owner, password: strangersPassword }
      expect((await stranger.signInWithPassword(again)).error?.code).toBe('invalid_credentials')
    })

    test('what the owner adds after a proof stays with the next one', async () => {
      const service = auth.trusting
      const email = freshEmail('owner')
      await plantEverything(service, auth.database, email)
      const client = service.client({ address: owners })
      const signIn = async () => {
        await client.signInWithOtp({ email })
        return client.verifyOtp({ email, token: lastMail(service, email).code, type: 'email' })
      }
      await signIn()
      expect((await client.updateUser({ password: ownPassword })).error).toBeNull()
      await signIn()
      const again = service.client({ address: strangersAddress })
      expect((await again.signInWithPassword({ email, password: ownPassword })).error).toBeNull()
    })
  })

  describe('where addresses have to be confirmed', () => {
    const service = () => auth.careful
    const strangerSignsUp = async (email: string) => {
      const body = { email, password: strangersPassword, data: { full_name: 'Mallory' } }
      expect((await post(service(), '/signup', body, strangersAddress)).status).toBe(200)
    }
    const strangerGetsIn = async (email: string) =>
      (
        await post(
          service(),
          '/token?grant_type=password',
          { email, password: strangersPassword },
          strangersAddress,
        )
      ).ok
    const answerMail = async (email: string, type: string) => {
      const body = { type, email, token: lastMail(service(), email).code }
      const answer = await post(service(), '/verify', body)
      expect(answer.status).toBe(200)
      return answer.json()
    }

    const proofs: [string, (email: string) => Promise<{ user: { user_metadata: object } }>][] = [
      [
        'a sign-up of their own',
        async (email) => {
          await post(service(), '/signup', { email, password: ownPassword })
          const session = await answerMail(email, 'signup')
          const body = { email, password: ownPassword }
          expect((await post(service(), '/token?grant_type=password', body)).status).toBe(200)
          return session
        },
      ],
      [
        'a sign-in code',
        async (email) => {
          await post(service(), '/otp', { email })
          return answerMail(email, 'email')
        },
      ],
      [
        'recovering the account',
        async (email) => {
          await post(service(), '/recover', { email })
          return answerMail(email, 'recovery')
        },
      ],
      [
        'an invitation',
        async (email) => {
          await service().admin.inviteUserByEmail(email, { data: { full_name: 'Olive' } })
          const session = await answerMail(email, 'invite')
          expect(session.user.user_metadata).toMatchObject({ full_name: 'Olive' })
          return session
        },
      ],
      ['answering the mail that the stranger caused', (email) => answerMail(email, 'signup')],
    ]
    test.each(proofs)('%s leaves no password of the stranger', async (_, prove) => {
      const email = freshEmail('owner')
      await strangerSignsUp(email)
      const { user } = await prove(email)
      expect(await strangerGetsIn(email)).toBe(false)
      expect(JSON.stringify(user)).not.toContain('Mallory')
    })

    test('a stranger who signs up after an invitation changes nothing of it', async () => {
      const email = freshEmail('owner')
      await service().admin.inviteUserByEmail(email, { data: { full_name: 'Olive' } })
      await strangerSignsUp(email)
      await post(service(), '/resend', { type: 'signup', email }, strangersAddress)
      const { user } = await answerMail(email, 'invite')
      expect(user.user_metadata).toMatchObject({ full_name: 'Olive' })
      expect(await strangerGetsIn(email)).toBe(false)
    })

    test('a password that an administrator gave is not replaced by a sign-up', async () => {
      const email = freshEmail('owner')
      await service().admin.createUser({ email, password: ownPassword })
      await strangerSignsUp(email)
      await answerMail(email, 'signup')
      expect(await strangerGetsIn(email)).toBe(false)
      const body = { email, password: ownPassword }
      expect((await post(service(), '/token?grant_type=password', body)).status).toBe(200)
    })

    test('a sign-up that another site made the owner’s browser send leaves no password', async () => {
      const email = freshEmail('owner')
      await service().post(
        '/signup',
        { email, password: strangersPassword },
        { 'x-test-address': owners, Origin: 'https://evil.example' },
      )
      await answerMail(email, 'signup')
      expect(await strangerGetsIn(email)).toBe(false)
    })

    test('who confirms where they signed up keeps their password', async () => {
      const email = freshEmail('owner')
      await post(service(), '/signup', { email, password: ownPassword })
      await answerMail(email, 'signup')
      const body = { email, password: ownPassword }
      expect((await post(service(), '/token?grant_type=password', body)).status).toBe(200)
    })

    test('a code to the telephone leaves no password of the stranger', async () => {
      const body = { phone, password: strangersPassword }
      await post(service(), '/signup', body, strangersAddress)
      await post(service(), '/otp', { phone })
      const verified = await post(service(), '/verify', { type: 'sms', phone, token: '123456' })
      expect(verified.status).toBe(200)
      const signIn = await post(service(), '/token?grant_type=password', body, strangersAddress)
      expect(signIn.status).toBe(400)
    })
  })
})
