// The signing keys for tokens and the two API keys. They are generated once and stored in the
// database, so that every instance uses the same ones, or they are given by the operator.
import { randomBytes } from 'node:crypto'
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { Database } from '../database/database.ts'
import { isSameSecret } from '../http/safe-compare.ts'

/** Of access tokens. */
export const signingAlgorithms = ['ES256', 'RS256', 'HS256']

export interface KeyOptions {
  /** `iss` of every token: the public URL of the auth service. */
  issuer: string
  /** Private JWKs; the first signs, all verify. */
  signingKeys?: JWK[] | undefined
  publishableKey?: string | undefined
  secretKey?: string | undefined
  codeSecret?: string | undefined
}

export interface Keys {
  readonly issuer: string
  readonly publishableKey: string
  readonly secretKey: string
  /**
   * Key of the HMAC of codes sent by email or SMS: six digits hashed without a key can be
   * brute-forced.
   */
  readonly codeSecret: string
  /** The public halves of the asymmetric keys. */
  readonly publicKeys: JWK[]
  /** Algorithm of the signing key. Third parties cannot verify an HS256 signature. */
  readonly algorithm: string
  sign(claims: JWTPayload): Promise<string>
  /** Throws the error of `jose` when the signature or the times are invalid. */
  verify(token: string): Promise<JWTPayload>
  isPublishableKey(candidate: string): boolean
  isSecretKey(candidate: string): boolean
}

export async function loadKeys(database: Database, options: KeyOptions): Promise<Keys> {
  const signingKeys =
    options.signingKeys ?? (await loadOrCreateSecret(database, 'signing_keys', makeSigningKeys))
  const publishableKey =
    options.publishableKey ??
    (await loadOrCreateSecret(database, 'publishable_key', () => makeApiKey('sb_publishable_')))
  const secretKey =
    options.secretKey ??
    (await loadOrCreateSecret(database, 'secret_key', () => makeApiKey('sb_secret_')))
  return {
    issuer: options.issuer,
    publishableKey,
    secretKey,
    codeSecret:
      options.codeSecret ??
      (await loadOrCreateSecret(database, 'code_secret', () =>
        randomBytes(32).toString('base64url'),
      )),
    ...apiKeyTests(publishableKey, secretKey),
    ...(await signer(signingKeys)),
  }
}

async function signer(signingKeys: JWK[]) {
  const [first] = signingKeys
  if (!first) throw new Error('There must be at least one signing key')
  const alg = algorithmOf(first)
  const signingKey = await importKey(first, alg)
  const publicKeys = signingKeys.filter(({ kty }) => kty !== 'oct').map(publicHalf)
  const findPublicKey = createLocalJWKSet({ keys: publicKeys })
  const sharedSecrets = await Promise.all(
    signingKeys
      .filter(({ kty }) => kty === 'oct')
      .map(async (jwk) => ({ kid: jwk.kid, key: await importKey(jwk, 'HS256') })),
  )
  const header = first.kid ? { alg, typ: 'JWT', kid: first.kid } : { alg, typ: 'JWT' }

  return {
    publicKeys,
    algorithm: alg,
    sign: (claims: JWTPayload) => new SignJWT(claims).setProtectedHeader(header).sign(signingKey),
    async verify(token: string) {
      const { payload } = await jwtVerify(
        token,
        (protectedHeader, jws) => {
          // Only a shared secret verifies HS256: a public key must never be used as an HMAC secret.
          if (protectedHeader.alg !== 'HS256') return findPublicKey(protectedHeader, jws)
          const { kid } = protectedHeader
          // The key named by `kid` must have signed the token. Only a token without `kid`, such as a
          // hosted project's legacy API key, is verified with the first secret.
          const secret =
            kid === undefined ? sharedSecrets[0] : sharedSecrets.find((known) => known.kid === kid)
          if (!secret) throw new Error('no key accepts HS256')
          return secret.key
        },
        { algorithms: signingAlgorithms },
      )
      return payload
    },
  }
}

/**
 * The Supabase CLI lists both `sign` and `verify` in `key_ops` of a private key, which WebCrypto
 * refuses.
 */
function importKey({ key_ops, ext, ...jwk }: JWK, alg: string) {
  return importJWK(jwk, alg)
}

function apiKeyTests(publishableKey: string, secretKey: string) {
  return {
    isPublishableKey: (candidate: string) => isSameSecret(candidate, publishableKey),
    isSecretKey: (candidate: string) => isSameSecret(candidate, secretKey),
  }
}

/** The stored value, or a new one. When instances start together, all use the first one stored. */
export async function loadOrCreateSecret<T>(
  database: Database,
  name: string,
  make: () => T | Promise<T>,
): Promise<T> {
  const read = () =>
    database.query<{ value: T }>('select value from internal.secrets where name = $1', [name])
  const [before] = (await read()).rows
  if (before) return before.value
  await database.query(
    'insert into internal.secrets (name, value) values ($1, $2) on conflict do nothing',
    [name, JSON.stringify(await make())],
  )
  const [stored] = (await read()).rows
  if (!stored) throw new Error(`The secret ${name} could not be stored`)
  return stored.value
}

async function makeSigningKeys(): Promise<JWK[]> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return [{ ...jwk, kid: randomBytes(8).toString('hex'), alg: 'ES256', use: 'sig' }]
}

function makeApiKey(prefix: string): string {
  return prefix + randomBytes(24).toString('base64url')
}

function algorithmOf({ alg, kty }: JWK): string {
  return alg ?? (kty === 'EC' ? 'ES256' : kty === 'RSA' ? 'RS256' : 'HS256')
}

function publicHalf(jwk: JWK): JWK {
  const { d, p, q, dp, dq, qi, oth, k, key_ops, ...rest } = jwk
  return { ...rest, alg: algorithmOf(jwk), use: 'sig', key_ops: ['verify'] }
}
