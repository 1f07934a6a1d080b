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

/** The settings of contract.md under "Accounts"; times are in seconds. */
export interface AuthConfig {
  signupDisabled: boolean
  autoconfirm: boolean
  /** Globs of further redirect targets. */
  redirectUrls: string[]
  jwtExpiry: number
  reuseInterval: number
  mailInterval: number
  anonymous: boolean
  mfaTotp: boolean
  mfaWebauthn: boolean
  mfaPhone: boolean
  /** Signing up and in with a telephone number. */
  phone: boolean
  /** Codes of numbers that get no message. */
  testOtp: Record<string, string>
  passkeys: boolean
  /** Programs may be written down, and people sign in at them through this service. */
  oauthServer: boolean
  /** A program may write itself down; what it may do is each person's to allow. */
  oauthRegistration: boolean
  /** A function in the database that has the last word on the claims of an access token. */
  accessTokenHook: DatabaseFunction | undefined
  /** Single sign-on by SAML 2.0. */
  saml: boolean
  /** PEM; without one a key is made and kept with the data. */
  samlKey: string | undefined
  /** Chains whose wallets sign people in. */
  web3: Chain[]
  /** Origins beside the site's own on whose pages an authenticator may answer. */
  webauthnOrigins: string[]
  /** OpenID providers by which people may sign in. */
  providers: OpenIdProvider[]
  /** People may add and remove identities of their account. */
  manualLinking: boolean
  /** A password needs one character of each of these sets. */
  passwordCharacters: string[]
}

export const defaultAuthConfig: AuthConfig = {
  signupDisabled: false,
  autoconfirm: true,
  redirectUrls: [],
  jwtExpiry: 3600,
  reuseInterval: 10,
  mailInterval: 60,
  anonymous: false,
  mfaTotp: true,
  mfaWebauthn: false,
  mfaPhone: false,
  phone: false,
  testOtp: {},
  passkeys: true,
  oauthServer: false,
  oauthRegistration: false,
  accessTokenHook: undefined,
  saml: false,
  samlKey: undefined,
  web3: [],
  webauthnOrigins: [],
  providers: [],
  manualLinking: false,
  passwordCharacters: [],
}
