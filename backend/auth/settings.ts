// Settings of the auth service, under the names that the configuration uses.

/** Chains whose wallets can be used to sign in. */
export const chains = ['ethereum', 'solana'] as const
export type Chain = (typeof chains)[number]

export interface OpenIdProvider {
  /** `google`, another name of the official service, or `custom:…`. */
  name: string
  /** The text of the sign-in button. */
  label: string
  issuer: string
  clientId: string
  clientSecret: string
}

export interface DatabaseFunction {
  schema: string
  name: string
}

/** server/auth-settings.ts maps environment variables to these. */
export interface AuthConfig {
  isSignUpDisabled: boolean
  autoconfirm: boolean
  /** Glob patterns of additional redirect targets. */
  redirectUrls: string[]
  jwtExpirySeconds: number
  reuseIntervalSeconds: number
  mailIntervalSeconds: number
  allowsAnonymous: boolean
  allowsTotp: boolean
  allowsWebauthnFactor: boolean
  allowsPhoneFactor: boolean
  /** Signing up and in with a phone number. */
  allowsPhone: boolean
  /** Fixed codes of test numbers, which get no SMS. */
  testOtp: Record<string, string>
  allowsPasskeys: boolean
  /** OAuth clients may be registered, and users sign in to them with their account here. */
  isOauthServer: boolean
  /** Dynamic client registration; each user decides what a client may read. */
  allowsOauthRegistration: boolean
  /** A database function that may change the claims of every access token. */
  accessTokenHook: DatabaseFunction | undefined
  /** Single sign-on by SAML 2.0. */
  allowsSaml: boolean
  /** PEM; when undefined, a key is generated and stored in the database. */
  samlKey: string | undefined
  /** Chains whose wallets may be used to sign in. */
  web3: Chain[]
  /** Additional origins on which WebAuthn is accepted. */
  webauthnOrigins: string[]
  /** OpenID providers for signing in. */
  providers: OpenIdProvider[]
  /** Users may link and unlink identities. */
  allowsManualLinking: boolean
}
