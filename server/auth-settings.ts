// What the environment says of signing in; see docs/configuration.md.
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type AuthConfig, chains } from '#backend/auth/settings.ts'
import {
  type Environment,
  readList,
  readNumber,
  readSwitch,
  readText,
  WrongSetting,
} from './environment.ts'
import { readProviders } from './openid-providers.ts'

export function readAuth(env: Environment): AuthConfig {
  return {
    isSignUpDisabled: readSwitch(env, 'AUTH_SIGNUP_DISABLED', false),
    autoconfirm: readSwitch(env, 'AUTH_AUTOCONFIRM', true),
    redirectUrls: readList(env, 'AUTH_REDIRECT_URLS'),
    jwtExpirySeconds: readNumber(env, 'AUTH_JWT_EXPIRY', 3600, { min: 5, max: 604_800 }),
    reuseIntervalSeconds: readNumber(env, 'AUTH_REUSE_INTERVAL', 10, { min: 0, max: 3600 }),
    mailIntervalSeconds: readNumber(env, 'AUTH_MAIL_INTERVAL', 60, { min: 0, max: 86_400 }),
    allowsAnonymous: readSwitch(env, 'AUTH_ANONYMOUS', false),
    allowsManualLinking: readSwitch(env, 'AUTH_MANUAL_LINKING', false),
    ...readOauthServer(env),
    accessTokenHook: readFunction(env, accessTokenHookName),
    allowsSaml: readSwitch(env, 'AUTH_SAML', false),
    samlKey: readSamlKey(env),
    allowsPasskeys: readSwitch(env, 'AUTH_PASSKEYS', true),
    allowsTotp: readSwitch(env, 'AUTH_MFA_TOTP', true),
    allowsPhoneFactor: readSwitch(env, 'AUTH_MFA_PHONE', false),
    allowsWebauthnFactor: readSwitch(env, 'AUTH_MFA_WEBAUTHN', false),
    webauthnOrigins: readOrigins(env, 'AUTH_WEBAUTHN_ORIGINS'),
    providers: readProviders(env),
    allowsPhone: readSwitch(env, 'AUTH_PHONE', reachesPhones(env)),
    testOtp: readTestOtp(env),
    web3: readChains(env),
  }
}

export function reachesPhones(env: Environment): boolean {
  return ['SMS_WEBHOOK_URL', 'AUTH_TEST_OTP'].some((name) => readText(env, name) !== undefined)
}

function readChains(env: Environment) {
  return readList(env, 'AUTH_WEB3').map((name) => {
    const chain = chains.find((known) => known === name)
    if (!chain) throw new WrongSetting('AUTH_WEB3', `must list some of ${chains.join(', ')}`)
    return chain
  })
}

/** `447700900123=123456`: test numbers, which get no message, with their codes. */
function readTestOtp(env: Environment): Record<string, string> {
  const pairs = readList(env, 'AUTH_TEST_OTP').map((pair) => {
    const [, phone, code] = /^\+?([1-9]\d{1,14})=(\d{6,10})$/.exec(pair) ?? []
    if (phone === undefined || code === undefined) {
      throw new WrongSetting('AUTH_TEST_OTP', 'must list pairs such as 447700900123=123456')
    }
    return [phone, code]
  })
  return Object.fromEntries(pairs)
}

function readOauthServer(env: Environment) {
  const isOauthServer = readSwitch(env, 'AUTH_OAUTH_SERVER', false)
  const allowsOauthRegistration = readSwitch(env, 'AUTH_OAUTH_REGISTRATION', false)
  if (allowsOauthRegistration && !isOauthServer) {
    throw new WrongSetting('AUTH_OAUTH_REGISTRATION', 'needs AUTH_OAUTH_SERVER to be true')
  }
  return { isOauthServer, allowsOauthRegistration }
}

export const accessTokenHookName = 'AUTH_HOOK_CUSTOM_ACCESS_TOKEN_URI'

/** A function's address in the format of a hosted Supabase project. */
function readFunction(env: Environment, name: string) {
  const text = readText(env, name)
  if (text === undefined) return undefined
  const identifier = '([A-Za-z_][A-Za-z0-9_]{0,62})'
  const address = new RegExp(`^pg-functions://[^/]+/${identifier}/${identifier}$`)
  const [, schema, called] = address.exec(text) ?? []
  if (!schema || !called) {
    throw new WrongSetting(name, 'must look like pg-functions://postgres/public/my_function')
  }
  return { schema, name: called }
}

/** Identity providers support only RSA, and refuse shorter keys. */
function readSamlKey(env: Environment): string | undefined {
  const file = readText(env, 'AUTH_SAML_KEY')
  if (file === undefined) return undefined
  try {
    const pem = readFileSync(file, 'utf8')
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPrivateKey(pem)
    if (type === 'rsa' && (details?.modulusLength ?? 0) >= 2048) return pem
  } catch {
    // Reported below, like a key of another kind.
  }
  throw new WrongSetting(
    'AUTH_SAML_KEY',
    'must name a PEM file with an RSA key of 2048 bits or more',
  )
}

function readOrigins(env: Environment, name: string): string[] {
  return readList(env, name).map((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    // Browsers send an origin in one canonical form, and it is compared exactly.
    if (!url || !/^https?:$/.test(url.protocol) || text.replace(/\/$/, '') !== url.origin) {
      throw new WrongSetting(name, 'must list bare addresses such as https://www.example.com')
    }
    return url.origin
  })
}
