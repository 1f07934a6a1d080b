// The settings that change what the auth service does, under the names that the configuration gives them.

/** Wallets that can sign people in. */
export const chains = ['ethereum', 'solana'] as const
export type Chain = (typeof chains)[number]

export interface OpenIdProvider {
  /** `google`, another name of the official service, or `custom:…`. */
  name: string
  /** What people read on the button. */
  label: string
  issuer: string
  clientId: string
  clientSecret: string
}

export interface DatabaseFunction {
  schema: string
  name: string
}

/** What each is called in the environment is in server/config.ts. */
export interface AuthConfig {
  isSignUpDisabled: boolean
  autoconfirm: boolean
  /** Globs of further redirect targets. */
  redirectUrls: string[]
  jwtExpirySeconds: number
  reuseIntervalSeconds: number
  mailIntervalSeconds: number
  allowsAnonymous: boolean
  allowsTotp: boolean
  allowsWebauthnFactor: boolean
  allowsPhoneFactor: boolean
  /** Signing up and in with a telephone number. */
  allowsPhone: boolean
  /** Codes of numbers that get no message. */
  testOtp: Record<string, string>
  allowsPasskeys: boolean
  /** OAuth clients may be registered, and people sign in at them with their account here. */
  isOauthServer: boolean
  /** An OAuth client may register itself; each person decides what it may know. */
  allowsOauthRegistration: boolean
  /** A function in the database that has the last word on the claims of an access token. */
  accessTokenHook: DatabaseFunction | undefined
  /** Single sign-on by SAML 2.0. */
  allowsSaml: boolean
  /** PEM; without one a key is made and kept with the data. */
  samlKey: string | undefined
  /** Chains whose wallets sign people in. */
  web3: Chain[]
  /** Origins beside the site's own on whose pages an authenticator may answer. */
  webauthnOrigins: string[]
  /** OpenID providers by which people may sign in. */
  providers: OpenIdProvider[]
  /** People may add and remove identities of their account. */
  allowsManualLinking: boolean
  /** A password needs one character of each of these sets. */
  passwordCharacters: string[]
}

export const defaultAuthConfig: AuthConfig = {
  isSignUpDisabled: false,
  autoconfirm: true,
  redirectUrls: [],
  jwtExpirySeconds: 3600,
  reuseIntervalSeconds: 10,
  mailIntervalSeconds: 60,
  allowsAnonymous: false,
  allowsTotp: true,
  allowsWebauthnFactor: false,
  allowsPhoneFactor: false,
  allowsPhone: false,
  testOtp: {},
  allowsPasskeys: true,
  isOauthServer: false,
  allowsOauthRegistration: false,
  accessTokenHook: undefined,
  allowsSaml: false,
  samlKey: undefined,
  web3: [],
  webauthnOrigins: [],
  providers: [],
  allowsManualLinking: false,
  passwordCharacters: [],
}
