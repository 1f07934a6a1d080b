// What the auth service is given when it is made, and the settings that change its behaviour.
import type { Context, MiddlewareHandler } from 'hono'
import type { Keys } from '../caller/keys.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { CallerShares } from '../limits/caller-shares.ts'
import type { Limits } from '../limits/limits.ts'
import type { AuthMail } from '../mail/auth-mail.ts'
import type { OpenIdClient, OpenIdProvider } from './openid/client.ts'
import type { AuthSms } from './phone/send-code.ts'
import type { DatabaseFunction } from './sessions/access-token-hook.ts'
import type { AdminCaller, SignedIn } from './sessions/bearer.ts'
import type { Chain } from './web3/message.ts'

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

export interface AuthDeps {
  database: Database
  keys: Keys
  config: AuthConfig
  /** The public address of the product, without a slash at the end. */
  siteUrl: string
  /** What an authenticator calls us. */
  siteName: string
  rateLimitScale: number
  /** What people who are signed in may have of the database's time, over all services. */
  shares: CallerShares
  clientAddress(request: Request): string
  /** Called inside the transaction of the change that the mail is about. */
  enqueueMail(tx: Queryable, mail: AuthMail): Promise<void>
  /** Likewise, for messages to telephones. */
  enqueueSms(tx: Queryable, sms: AuthSms): Promise<void>
  /**
   * Takes an address or number out of the trails and the queue, inside the transaction that empties its
   * account.
   */
  forgetTraces(tx: Queryable, contact: { email: string } | { phone: string }): Promise<void>
  now(): Date
  /** Gets what the caller must not see: the cause of a 5xx. */
  logError(error: unknown, about?: object): void
}

/** What every endpoint works with. */
export interface Service extends AuthDeps {
  /** Limits per client address and per account. */
  limits: Limits
  /** The interval between mails, for addresses that have no account to keep it in. */
  mailPace: Limits
  /** The providers that are on, by name; each keeps what it learned about itself. */
  openId: Map<string, OpenIdClient>
}

export interface AuthEnv {
  /** `address` is always there; the others behind their guards. */
  Variables: { address: string; signedIn: SignedIn; admin: AdminCaller }
}
export type AuthContext = Context<AuthEnv>
export type Endpoint = (c: AuthContext) => Promise<Response> | Response
export type Guard = MiddlewareHandler<AuthEnv>

/** Where a request came from, as sessions and the audit log keep it. */
export interface Origin {
  userAgent: string
  address: string
}

/** Every session keeps one; a header may be 16 KiB long, what a browser calls itself never is. */
const maxUserAgent = 512

export function originOf(c: AuthContext): Origin {
  const userAgent = (c.req.header('user-agent') ?? '').slice(0, maxUserAgent)
  return { userAgent, address: c.var.address }
}

/** `iss`, and the start of every link in auth mail. */
export function externalUrl({ siteUrl }: Pick<AuthDeps, 'siteUrl'>): string {
  return `${siteUrl}/auth/v1`
}
