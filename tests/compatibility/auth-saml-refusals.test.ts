// SAML responses that must be refused: wrongly signed, expired, for another audience, replayed or
// forged.
import { describe, expect, test } from 'vitest'
import { freshEmail, openAuth, siteUrl } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import { forgeries } from '#tests/support/forged-assertions.ts'
import { makeIdentityProvider, type Tampering } from '#tests/support/identity-provider.ts'
import { bring, connect, goAndSignIn, ourMetadata } from '#tests/support/single-sign-on.ts'

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, { service: { allowsSaml: true }, other: { allowsSaml: true } })
  const idp = makeIdentityProvider('https://idp.hopyard.example/metadata')
  const impostor = makeIdentityProvider('https://idp.hopyard.example/metadata', 'impostor')
  let connecting: Promise<string> | undefined
  const connected = () => {
    connecting ??= connect(auth.service, idp)
    return connecting
  }

  async function asked(tampering?: Tampering, from = idp) {
    const email = freshEmail('worker')
    const worker = { id: `id-of-${email}`, email }
    return goAndSignIn(auth.service, from, await connected(), worker, tampering)
  }

  async function expectRefusal(
    landed: Awaited<ReturnType<typeof bring>>,
    code = 'validation_failed',
    text = 'SAML Assertion is not valid',
  ) {
    expect(landed).toMatchObject({ status: 303, page: `${siteUrl}/` })
    expect(landed.query.get('error_code')).toBe(code)
    expect(landed.query.get('error_description')).toBe(text)
    expect(landed.fragment.size).toBe(0)
    const { rows } = await auth.database.query(
      `select from auth.users where is_sso_user and email like 'boss%'`,
    )
    expect(rows).toEqual([])
  }

  test.each<[string, Tampering]>([
    ['is over', { begins: -1200, ends: -600 }],
    ['has not begun', { begins: 600, ends: 1200 }],
    ['is for another audience', { audience: 'https://other.example/metadata' }],
    ['was sent to another address', { destination: 'https://other.example/acs' }],
    ['is for another recipient', { recipient: 'https://other.example/acs' }],
    ['answers another request', { inResponseTo: '_somebody-elses' }],
    ['says that the sign-in failed', { status: 'Responder' }],
    ['names another issuer', { issuer: 'https://other.example/metadata' }],
    ['is signed with SHA-1', { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
  ])('an answer that %s', async (_, tampering) => {
    await expectRefusal(await bring(auth.service, await asked(tampering)))
    expect(auth.service.errors.at(-1)).toBeInstanceOf(Error)
  })

  test('an answer that somebody else signed', async () => {
    await expectRefusal(await bring(auth.service, await asked({}, impostor)))
    const unasked = await impostor.send(await ourMetadata(auth.service), {
      id: 'boss',
      email: 'boss@hopyard.example',
    })
    await expectRefusal(await bring(auth.service, unasked))
  })

  test('an answer signed by another provider of ours', async () => {
    const theirs = makeIdentityProvider(undefined, 'impostor')
    await connect(auth.service, theirs)
    const answer = await theirs.send(
      await ourMetadata(auth.service),
      {
        id: 'boss',
        email: 'boss@hopyard.example',
      },
      { issuer: idp.entityId },
    )
    await expectRefusal(await bring(auth.service, answer))
  })

  describe.each(['assertion', 'response'] as const)(
    'a genuine answer with a signed %s',
    (signs) => {
      test.each(Object.entries(forgeries))('in which %s', async (_, forge) => {
        const { RelayState, SAMLResponse } = await asked({ signs })
        const xml = Buffer.from(SAMLResponse, 'base64').toString()
        const forged = forge(xml, 'boss@hopyard.example')
        expect(forged).not.toBe(xml)
        const answer = { RelayState, SAMLResponse: Buffer.from(forged).toString('base64') }
        await expectRefusal(await bring(auth.service, answer))
      })
    },
  )

  test('a comment in a name does not shorten it', async () => {
    const email = freshEmail('worker')
    const whole = `boss-${email}.evil.example`
    const answer = await goAndSignIn(auth.service, idp, await connected(), { id: whole, email })
    const xml = Buffer.from(answer.SAMLResponse, 'base64').toString()
    const commented = xml.replace(
      '.evil.example</saml:NameID>',
      '<!---->.evil.example</saml:NameID>',
    )
    expect(commented).not.toBe(xml)
    await bring(auth.service, {
      ...answer,
      SAMLResponse: Buffer.from(commented).toString('base64'),
    })
    const { rows } = await auth.database.query<{ provider_id: string }>(
      'select provider_id from auth.identities where email = $1',
      [email],
    )
    expect(rows).toEqual([{ provider_id: whole }])
  })

  test('an answer that was used, on this instance or another', async () => {
    const answer = await asked()
    expect((await bring(auth.service, answer)).status).toBe(302)
    const again = 'SAML RelayState does not exist, try logging in again?'
    await expectRefusal(await bring(auth.other, answer), 'saml_relay_state_not_found', again)
  })

  test('an unasked answer that comes twice, even at the same moment', async () => {
    const metadata = await ourMetadata(auth.service)
    const email = freshEmail('worker')
    const answer = await idp.send(metadata, { id: email, email })
    const landed = await Promise.all(
      [auth.service, auth.other, auth.service].map((service) => bring(service, answer)),
    )
    expect(landed.map(({ status }) => status).sort()).toEqual([302, 303, 303])
    await expectRefusal(await bring(auth.other, answer))
  })

  test('an answer to a question, brought as if nobody had asked', async () => {
    const { SAMLResponse } = await asked()
    await expectRefusal(await bring(auth.service, { SAMLResponse, RelayState: '' }))
  })

  test('an unasked answer, brought with somebody else’s question', async () => {
    const { RelayState } = await asked()
    const { SAMLResponse } = await idp.send(await ourMetadata(auth.service), {
      id: 'boss',
      email: 'boss@hopyard.example',
    })
    await expectRefusal(await bring(auth.service, { SAMLResponse, RelayState }))
  })

  test('an answer after eleven minutes', async () => {
    const answer = await asked()
    auth.service.moveClock(660)
    await expectRefusal(
      await bring(auth.service, answer),
      'saml_relay_state_expired',
      'SAML RelayState has expired. Try logging in again?',
    )
    auth.service.moveClock(-660)
  })

  test('an answer from nobody we know, and none at all', async () => {
    const stranger = makeIdentityProvider()
    const answer = await stranger.send(await ourMetadata(auth.service), {
      id: 'x',
      email: 'x@x.example',
    })
    await expectRefusal(
      await bring(auth.service, answer),
      'saml_idp_not_found',
      'A SAML connection has not been established with this Identity Provider',
    )
    await expectRefusal(
      await bring(auth.service, { SAMLResponse: '', RelayState: '' }),
      'validation_failed',
      'SAMLResponse is missing',
    )
    await expectRefusal(
      await bring(auth.service, { ...answer, RelayState: 'neither' }),
      'validation_failed',
      'SAML RelayState is not a valid UUID or URL',
    )
  })

  test.each([
    [{}, 400, 'validation_failed', 'A provider_id or domain needs to be provided'],
    [
      { provider_id: 'x', domain: 'x' },
      400,
      'validation_failed',
      'Only one of provider_id or domain supported',
    ],
    [{ provider_id: 'x' }, 404, 'sso_provider_not_found', 'No such SSO provider'],
    [
      { domain: 'x.example' },
      404,
      'sso_provider_not_found',
      'No SSO provider assigned for this domain',
    ],
    [
      { domain: 'x.example', code_challenge: 'c' },
      400,
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
  ])('POST /sso with %j', async (body, status, code, message) => {
    const answer = await auth.service.post('/sso', body, {
      'X-Supabase-Api-Version': '2024-01-01',
    })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({ code, message })
  })
})
