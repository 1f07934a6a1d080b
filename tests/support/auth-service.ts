// The auth service on a test database, used through the official client. Only email and clock are
// fakes: emails are collected, and the clock can be moved forward.
import { GoTrueAdminApi, GoTrueClient } from '@supabase/auth-js'
import { Hono } from 'hono'
import { afterAll, beforeAll } from 'vitest'
import { auth } from '#backend/auth/auth.ts'
import type { AuthDeps } from '#backend/auth/service.ts'
import type { AuthConfig } from '#backend/auth/settings.ts'
import { isStaffSession } from '#backend/caller/caller-roles.ts'
import { type KeyOptions, type Keys, loadKeys } from '#backend/caller/keys.ts'
import type { Database } from '#backend/database/database.ts'
import { callerQuotas } from '#backend/limits/caller-quotas.ts'
import type { AuthMail } from '#backend/mail/auth-mail.ts'
import type { Sms } from '#backend/sms/sms.ts'
import { forgetTraces } from '#backend/staff/person-traces.ts'
import { defaultAuthConfig } from './auth-config.ts'
import { type EngineName, openTestDatabase } from './databases.ts'

export const siteUrl = 'http://localhost:3000'
const url = `${siteUrl}/auth/v1`

export interface AuthService {
  deps: AuthDeps
  keys: Keys
  /** In the order in which they were sent. */
  mails: AuthMail[]
  messages: Sms[]
  errors: unknown[]
  /** The last cookie that was set, as a browser sends it back. */
  cookie(): string
  /** A new client with its own session, as in another browser. */
  client(options?: ClientOptions): GoTrueClient
  admin: GoTrueAdminApi
  request(path: string, init?: RequestInit): Promise<Response>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  moveClock(seconds: number): void
}

export interface ClientOptions {
  flowType?: 'implicit' | 'pkce'
  address?: string
}

export interface ServiceOptions extends Partial<AuthConfig> {
  rateLimitScale?: number
  keyOptions?: Omit<KeyOptions, 'issuer'>
}

export async function startAuth(
  database: Database,
  { rateLimitScale = 0, keyOptions, ...config }: ServiceOptions = {},
): Promise<AuthService> {
  const keys = await loadKeys(database, { issuer: url, ...keyOptions })
  const mails: AuthMail[] = []
  const messages: Sms[] = []
  const errors: unknown[] = []
  let ahead = 0
  const deps: AuthDeps = {
    database,
    keys,
    config: { ...defaultAuthConfig, mailIntervalSeconds: 0, ...config },
    siteUrl,
    siteName: 'Gardens and Grounds',
    rateLimitScale,
    quotas: callerQuotas({ scale: rateLimitScale, isStaff: isStaffSession(database) }),
    clientAddress: (request) => request.headers.get('x-test-address') ?? '192.0.2.1',
    enqueueMail: async (tx, mail) => {
      // Runs a statement in the same transaction, as the real queue does.
      await tx.query('select 1')
      mails.push(mail)
    },
    enqueueSms: async (tx, sms) => {
      await tx.query('select 1')
      messages.push(sms)
    },
    forgetTraces,
    now: () => new Date(Date.now() + ahead),
    logError: (error) => errors.push(error),
  }
  const app = new Hono().route('/auth/v1', auth(deps))
  let cookie = ''
  const send = async (input: RequestInfo | URL, init?: RequestInit) => {
    const answer = await app.request(input instanceof Request ? input : String(input), init)
    const [set] = answer.headers.getSetCookie()
    if (set) cookie = set.split(';')[0] ?? ''
    return answer
  }
  const headers = { apikey: keys.publishableKey }

  return {
    deps,
    keys,
    mails,
    messages,
    errors,
    cookie: () => cookie,
    client: ({ flowType = 'implicit', address } = {}) =>
      new GoTrueClient({
        url,
        headers: { ...headers, ...(address ? { 'x-test-address': address } : {}) },
        fetch: send,
        flowType,
        storage: memoryStorage(),
        persistSession: true,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        experimental: { passkey: true },
      }),
    admin: new GoTrueAdminApi({
      url,
      headers: { apikey: keys.secretKey, Authorization: `Bearer ${keys.secretKey}` },
      fetch: send,
      experimental: { passkey: true },
    }),
    request: (path, init) => send(`${url}${path}`, init),
    post: (path, body, extra = {}) =>
      send(`${url}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers, ...extra },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    moveClock: (seconds) => {
      ahead += seconds * 1000
    },
  }
}

/** The client keeps a session and a code verifier here, as a browser does in localStorage. */
function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

/** The result of `openAuth`: named services on one database. */
export type OpenAuth<Name extends string> = Record<Name, AuthService> & { database: Database }

/** Sets up a database with these services for a block of tests. */
export function openAuth<Name extends string>(
  engine: EngineName,
  services: Record<Name, ServiceOptions>,
): OpenAuth<Name> {
  const open = {} as OpenAuth<Name>
  let remove = async () => {}
  beforeAll(async () => {
    const opened = await openTestDatabase(engine)
    remove = opened.remove
    const { database } = opened
    const started = Object.entries<ServiceOptions>(services).map(
      async ([name, options]) => [name, await startAuth(database, options)] as const,
    )
    Object.assign(open, { database }, Object.fromEntries(await Promise.all(started)))
  })
  afterAll(() => remove())
  return open
}

let counter = 0
export function freshEmail(name = 'person'): string {
  counter += 1
  return `${name}-${counter}@example.com`
}

/** Not on any list of common passwords. */
export const goodPassword = 'rake-the-leaves-9'
