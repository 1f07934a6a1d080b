// One request as the endpoints see it: who is calling, and from where.
import type { Context, MiddlewareHandler } from 'hono'
import type { Account } from './accounts/users.ts'
import type { Origin, Session } from './sessions/sessions.ts'

export interface SignedIn {
  account: Account
  session: Session
}

export interface AdminCaller {
  role: string
}

export interface AuthEnv {
  /** `address` is always there; the others behind their guards. */
  Variables: { address: string; signedIn: SignedIn; admin: AdminCaller }
}
export type AuthContext = Context<AuthEnv>
export type Endpoint = (c: AuthContext) => Promise<Response> | Response
export type Guard = MiddlewareHandler<AuthEnv>

/** Every session keeps one; a header may be 16 KiB long, what a browser calls itself never is. */
const maxUserAgent = 512

export function originOf(c: AuthContext): Origin {
  const userAgent = (c.req.header('user-agent') ?? '').slice(0, maxUserAgent)
  return { userAgent, address: c.var.address }
}
