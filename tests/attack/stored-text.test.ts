// An account without a role, and a stranger, send every stored text at its maximum length. It is read
// with every request of the account, so it must stay small.
import { describe, expect, test } from 'vitest'
import { freshEmail, openAuth, goodPassword as password } from '#tests/support/auth-service.ts'
import { makeAuthenticator } from '#tests/support/authenticator.ts'
import { contractEngines } from '#tests/support/databases.ts'
import { makeEthereumWallet, makeSolanaWallet } from '#tests/support/wallets.ts'

const huge = (bytes: number) => 'x'.repeat(bytes)
/** The size of the longest metadata, with what the service adds. */
const most = 9000

describe.each(contractEngines)('%s', (engine) => {
  const auth = openAuth(engine, {
    service: { isOauthServer: true, allowsOauthRegistration: true, web3: ['ethereum', 'solana'] },
  })

  async function signedUp(headers: Record<string, string> = {}) {
    return (await newSession(headers)).send
  }

  async function newSession(headers: Record<string, string> = {}) {
    const answer = await auth.service.post('/signup', { email: freshEmail(), password }, headers)
    const { access_token: token, refresh_token: refreshToken } = await answer.json()
    const send = (path: string, method: string, body: object) =>
      auth.service.request(path, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    const refresh = () =>
      auth.service.post('/token?grant_type=refresh_token', { refresh_token: refreshToken })
    return { send, refresh }
  }

  /** The longest value of any column that holds text, in the tables of accounts. */
  async function longestValue() {
    const { rows: columns } = await auth.database.query<{ name: string; column: string }>(
      `select format('%I.%I', table_schema, table_name) as name, quote_ident(column_name) as column
       from information_schema.columns join information_schema.tables
         using (table_schema, table_name)
       where table_schema in ('auth', 'public') and table_type = 'BASE TABLE'
         and data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea')`,
    )
    const each = columns.map(
      ({ name, column }) =>
        `select '${name}.${column}' as place, octet_length(${column}::text) as bytes from ${name}`,
    )
    const { rows } = await auth.database.query<{ place: string; bytes: number }>(
      `select place, bytes from (${each.join(' union all ')}) every
       where bytes is not null order by bytes desc limit 1`,
    )
    return rows[0]
  }

  const walletMessage = (chain: string, address: string, statement: string, network = '1') =>
    [
      `localhost:3000 wants you to sign in with your ${chain} account:`,
      address,
      '',
      statement,
      '',
      'URI: http://localhost:3000',
      'Version: 1',
      `Chain ID: ${network}`,
      `Issued At: ${new Date().toISOString()}`,
    ].join('\n')

  test('the name of a factor is bounded as that of a passkey is', async () => {
    const send = await signedUp()
    for (const name of [huge(121), 'é'.repeat(61), huge(230_000), `${Math.random()}`.repeat(20)]) {
      const body = { factor_type: 'totp', friendly_name: name }
      const answer = await send('/factors', 'POST', body)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error_code: 'validation_failed' })
    }
    const kept = await send('/factors', 'POST', { factor_type: 'totp', friendly_name: huge(120) })
    expect(kept.status).toBe(200)
  })

  test.each([
    ['a half of a pair', '\ud800'],
    ['what takes more room written out', 'é'.repeat(200)],
    ['a long one', huge(5000)],
  ])('an issuer that no code can hold leaves no factor behind: %s', async (_, issuer) => {
    const send = await signedUp()
    const answer = await send('/factors', 'POST', { factor_type: 'totp', issuer })
    expect(answer.status).toBe(400)
    // The name is still free: nothing was stored.
    expect((await send('/factors', 'POST', { factor_type: 'totp', issuer: 'é' })).status).toBe(200)
    expect(auth.service.errors).toEqual([])
  })

  test('the longest issuer fits beside the longest address', async () => {
    const domain = `${'d'.repeat(58)}.`.repeat(3)
    const email = `${'#'.repeat(64)}@${domain}example.com`
    const { access_token: token } = await (
      await auth.service.post('/signup', { email, password })
    ).json()
    const answer = await auth.service.post(
      '/factors',
      { factor_type: 'totp', issuer: 'é'.repeat(100) },
      { Authorization: `Bearer ${token}` },
    )
    expect(answer.status).toBe(200)
  })

  test('a passkey with a long list of transports is refused', async () => {
    const send = await signedUp()
    const asked = await (await send('/passkeys/registration/options', 'POST', {})).json()
    const credential = makeAuthenticator('http://localhost:3000').create(asked.options)
    const transports = Array.from({ length: 5000 }, () => huge(32))
    const body = {
      challenge_id: asked.challenge_id,
      credential: { ...credential, response: { ...credential.response, transports } },
    }
    expect((await send('/passkeys/registration/verify', 'POST', body)).status).toBe(400)
  })

  test('no door keeps more than the metadata may hold', async () => {
    const { send, refresh } = await newSession({ 'User-Agent': huge(14_000) })
    const target = `http://localhost:3000/${huge(14_000)}`
    const challenge = { code_challenge: huge(128), code_challenge_method: 's256' }
    const far = encodeURIComponent(target)
    await auth.service.post(`/otp?redirect_to=${far}`, { email: freshEmail(), ...challenge })
    await send('/user', 'PUT', { data: { full_name: huge(8000) } })
    expect((await refresh()).status).toBe(200)
    await send('/factors', 'POST', { factor_type: 'totp', friendly_name: huge(100_000) })
    await auth.service.post('/oauth/clients/register', {
      client_name: huge(1025),
      redirect_uris: ['https://rota.example/back'],
    })
    for (const [chain, { signer }] of [
      ['Ethereum', makeEthereumWallet()],
      ['Solana', makeSolanaWallet()],
    ] as const) {
      const messages = [
        walletMessage(chain, signer.address, huge(15_000), chain === 'Solana' ? 'mainnet' : '1'),
        walletMessage(chain, signer.address, 'Hello', '1'.repeat(15_000)),
      ]
      for (const message of messages) {
        const body = { chain: chain.toLowerCase(), message, signature: signer.sign(message) }
        await auth.service.post('/token?grant_type=web3', body)
      }
    }
    expect((await longestValue())?.bytes).toBeLessThan(most)
    const { rows } = await auth.database.query<{ longest: number }>(
      `select greatest((select max(length(user_agent)) from auth.sessions),
         (select max(length(payload::text)) from auth.audit_log_entries)) as longest`,
    )
    expect(rows[0]?.longest).toBeLessThan(1024)
    expect(auth.service.mails.every((mail) => JSON.stringify(mail).length < 4096)).toBe(true)
    expect(auth.service.errors).toEqual([])
  })
})
