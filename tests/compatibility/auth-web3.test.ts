// Signing in with a wallet, through the official client, with real keys.
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { openAuth, siteUrl } from '#tests/support/auth-service.ts'
import { contractEngines } from '#tests/support/databases.ts'
import { makeEthereumWallet, makeSolanaWallet, type Signer } from '#tests/support/wallets.ts'

const names = { ethereum: 'Ethereum', solana: 'Solana' }
type Chain = keyof typeof names
const both: Chain[] = ['ethereum', 'solana']

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, {
    service: { web3: both, redirectUrls: ['https://app.example/**'] },
    other: { web3: both },
    etherOnly: { web3: ['ethereum'] },
    closed: { web3: both, isSignUpDisabled: true },
  })

  const signerOn = (chain: Chain): Signer =>
    (chain === 'ethereum' ? makeEthereumWallet() : makeSolanaWallet()).signer

  /** A message as a wallet shows it, with lines changed or removed. */
  function write(chain: Chain, address: string, changes: Record<string, string | undefined> = {}) {
    const { domain = 'localhost:3000', ...fields } = changes
    const lines = {
      URI: `${siteUrl}/auth`,
      Version: '1',
      'Chain ID': chain === 'ethereum' ? '1' : undefined,
      'Issued At': auth.service.deps.now().toISOString(),
      ...fields,
    }
    const known = Object.entries(lines).filter(([, value]) => value !== undefined)
    return [
      `${domain} wants you to sign in with your ${names[chain]} account:`,
      address,
      '',
      'I would like a quote for my hedge.',
      '',
      ...known.map(([name, value]) => `${name}: ${value}`),
    ].join('\n')
  }

  const send = (body: object, service = auth.service) =>
    service.post('/token?grant_type=web3', body, { 'X-Supabase-Api-Version': '2024-01-01' })

  async function signed(chain: Chain, changes?: Record<string, string | undefined>) {
    const signer = signerOn(chain)
    const message = write(chain, signer.address, changes)
    return { chain, message, signature: signer.sign(message) }
  }

  test.each(['http://localhost:9999', 'https://localhost:3000', 'https://127.0.0.1'])(
    'a message for %s is for another program on the same machine',
    async (origin) => {
      const domain = new URL(origin).host
      for (const chain of both) {
        const body = await signed(chain, { domain, URI: `${origin}/auth` })
        const answer = await send(body)
        expect(answer.status).toBe(400)
        expect((await answer.json()).error_description).toContain('not allowed on this server')
      }
    },
  )

  test('an Ethereum wallet signs in, and is known the next time', async () => {
    const { wallet, signer } = makeEthereumWallet()
    const signIn = () =>
      auth.service.client().signInWithWeb3({
        chain: 'ethereum',
        wallet,
        statement: 'I accept the terms.',
        options: { url: `${siteUrl}/auth` },
      })
    const { data, error } = await signIn()
    expect(error).toBeNull()
    const subject = `web3:ethereum:${signer.address}`
    expect(data.user).toMatchObject({
      email: '',
      phone: '',
      app_metadata: { provider: 'web3', providers: ['web3'] },
      user_metadata: {
        sub: subject,
        custom_claims: {
          address: signer.address,
          chain: 'ethereum',
          network: '1',
          domain: 'localhost:3000',
          statement: 'I accept the terms.',
        },
      },
      identities: [{ provider: 'web3', id: subject }],
    })
    const claims = decodeJwt(data.session?.access_token ?? '')
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'web3' }] })
    expect((await signIn()).data.user?.id).toBe(data.user?.id)
  })

  test('a Solana wallet signs in, and is known the next time', async () => {
    const { wallet, signer } = makeSolanaWallet()
    const signIn = () =>
      auth.service
        .client()
        .signInWithWeb3({ chain: 'solana', wallet, options: { url: `${siteUrl}/auth` } })
    const { data, error } = await signIn()
    expect(error).toBeNull()
    expect(data.user?.identities?.[0]?.id).toBe(`web3:solana:${signer.address}`)
    expect((await signIn()).data.user?.id).toBe(data.user?.id)
  })

  test('the letters of an Ethereum address may be large', async () => {
    const signer = signerOn('ethereum')
    const ids = []
    for (const address of [signer.address, signer.address.toUpperCase().replace('0X', '0x')]) {
      const message = write('ethereum', address)
      const answer = await send({ chain: 'ethereum', message, signature: signer.sign(message) })
      ids.push(((await answer.json()) as { user: { id: string } }).user.id)
    }
    expect(ids[1]).toBe(ids[0])
  })

  describe.each(both)('on %s', (chain) => {
    test('a message for another site of ours is as good', async () => {
      const changes = { domain: 'app.example', URI: 'https://app.example/login' }
      expect((await send(await signed(chain, changes))).status).toBe(200)
    })

    const from = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
    test.each<[string, Record<string, string>, RegExp]>([
      ['for another app', { URI: 'https://evil.example/', domain: 'evil.example' }, /another app$/],
      ['without TLS', { URI: 'http://app.example/', domain: 'app.example' }, /does not use HTTPS$/],
      ['whose domain is not the address', { domain: 'evil.example' }, /Domain that does not match/],
      ['that is too old', { 'Issued At': from(-700) }, /issued too long ago$/],
      ['from the future', { 'Issued At': from(700) }, /too far in the future$/],
      ['that has expired', { 'Issued At': from(-60), 'Expiration Time': from(-5) }, /is expired$/],
      ['that begins later', { 'Not Before': from(60) }, /becomes valid in the future$/],
    ])('a message %s is refused', async (_, changes, description) => {
      const answer = await send(await signed(chain, changes))
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({
        error: 'invalid_grant',
        error_description: expect.stringMatching(description),
      })
    })

    test('a message that somebody else signed is refused', async () => {
      const message = write(chain, signerOn(chain).address)
      const answer = await send({ chain, message, signature: signerOn(chain).sign(message) })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({
        error: 'invalid_grant',
        error_description: 'Signature does not match address in message',
      })
    })

    test('a message is used once, on whichever instance, even at the same moment', async () => {
      const body = await signed(chain)
      const answers = await Promise.all([send(body), send(body, auth.other), send(body)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    })

    test.each<[string, Record<string, string | undefined>]>([
      ['another version', { Version: '2' }],
      ['no version', { Version: undefined }],
      ['no address to go to', { URI: undefined }],
      ['an odd address', { URI: 'somewhere' }],
      ['no time', { 'Issued At': undefined }],
      ['an odd time', { 'Issued At': 'yesterday' }],
      ['an odd chain', { 'Chain ID': 'the big one' }],
      ['an unknown line', { Postscript: 'and your garden' }],
      ['an end before its beginning', { 'Expiration Time': '2001-01-01T00:00:00Z' }],
    ])('a message with %s is not read', async (_, changes) => {
      const answer = await send(await signed(chain, changes))
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ code: 'validation_failed' })
    })

    test('a line that comes twice is not read', async () => {
      const signer = signerOn(chain)
      const message = `${write(chain, signer.address)}\nURI: https://app.example/`
      const answer = await send({ chain, message, signature: signer.sign(message) })
      expect(await answer.json()).toMatchObject({ code: 'validation_failed' })
    })

    test.each([
      ['short', 'x', 'message is too short'],
      ['endless', 'x'.repeat(21_000), 'message must not exceed 20KB'],
    ])('a message that is %s is refused', async (_, message, reason) => {
      const answer = await send({ chain, message, signature: 'x' })
      expect(await answer.json()).toEqual({ code: 'validation_failed', message: reason })
    })

    test('a signature of another shape is refused', async () => {
      for (const signature of ['', '0x00', 'x'.repeat(130), '!'.repeat(86)]) {
        const message = write(chain, signerOn(chain).address)
        const answer = await send({ chain, message, signature })
        expect(await answer.json()).toMatchObject({
          code: 'validation_failed',
          message: expect.stringMatching(/^signature /),
        })
      }
    })

    test('where sign-ups are off, a new wallet stays outside', async () => {
      const answer = await send(await signed(chain), auth.closed)
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ code: 'signup_disabled' })
    })
  })

  test('a chain that is off or unknown is refused', async () => {
    const off = await send(await signed('solana'), auth.etherOnly)
    expect(off.status).toBe(422)
    expect(await off.json()).toEqual({
      code: 'web3_provider_disabled',
      message: 'Solana Web3 provider is disabled',
    })
    const unknown = await send({ chain: 'dogecoin' })
    expect(unknown.status).toBe(400)
    expect(await unknown.json()).toEqual({
      code: 'web3_unsupported_chain',
      message: 'Unsupported chain',
    })
  })
})
