// The Hono context of the endpoints: who is calling, and from where.
import type { Context, MiddlewareHandler } from 'hono'
import type { Account } from './accounts/users.ts'
import type { ClientInfo, Session } from './sessions/sessions.ts'

export interface SignedIn {
  account: Account
  session: Session
}

export interface ServiceCaller {
  role: string
}

export interface AuthEnv {
  /** `address` is always set; the others only behind their guards. */
  Variables: { address: string; signedIn: SignedIn; serviceCaller: ServiceCaller }
}
export type AuthContext = Context<AuthEnv>
export type Endpoint = (c: AuthContext) => Promise<Response> | Response
export type Guard = MiddlewareHandler<AuthEnv>

/** Stored with every session. A header may be 16 KiB long; a real user agent is far shorter. */
const maxUserAgent = 512

export function clientInfoOf(c: AuthContext): ClientInfo {
  const userAgent = (c.req.header('user-agent') ?? '').slice(0, maxUserAgent)
  return { userAgent, address: c.var.address }
}
