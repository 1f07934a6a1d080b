// The dashboard's calls to the server. It uses the official clients of the auth service, of the table
// API and of the files, so it would also run against a hosted project.
import { GoTrueClient, isAuthRetryableFetchError, navigatorLock } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { StorageClient } from '@supabase/storage-js'
import type { Tables } from '#schemas/client-types.ts'
import { hasDotSegments } from './has-dot-segments.ts'
import { leaveSignInEnded, setSignInEnded } from './session/sign-in-ended.ts'

const root = document.getElementById('admin-root')
const publishableKey = root?.dataset.key ?? ''
export const companyName = root?.dataset.company ?? ''

const authUrl = `${location.origin}/auth/v1`
const headers = { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` }

export const auth = new GoTrueClient({
  url: authUrl,
  headers,
  // The key that supabase-js derives, so that other clients on this origin share the session.
  storageKey: `sb-${location.hostname.split('.')[0]}-auth-token`,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: true,
  experimental: { passkey: true },
  // Two tabs share one refresh. The Web Locks API exists in secure contexts only.
  ...('locks' in navigator && { lock: navigatorLock }),
})

export interface AuthSettings {
  passkeys_enabled: boolean
  /** Which sign-in methods are enabled. */
  external: Record<string, boolean>
  /** Display names of providers; a hosted project does not send them. */
  external_labels?: Record<string, string>
}

let settings: Promise<AuthSettings> | undefined

/** Fetched once per page load; fetched again after a failure. */
export function readSettings(): Promise<AuthSettings> {
  settings ??= fetchSettings().catch((error: unknown) => {
    settings = undefined
    throw error
  })
  return settings
}

async function fetchSettings(): Promise<AuthSettings> {
  const response = await fetch(`${authUrl}/settings`, { headers })
  if (!response.ok) throw new Error(`The settings were answered with ${response.status}`)
  return response.json()
}

/** Without an OAuth server the discovery document has no `scopes_supported`. */
export async function hasOAuthServer(): Promise<boolean> {
  const response = await fetch(`${authUrl}/.well-known/openid-configuration`, { headers })
  return response.ok && 'scopes_supported' in (await response.json())
}

/** Creates an account and discards the session that comes with it. */
export async function signUp(email: string, password: string, fullName: string): Promise<void> {
  const visitor = new GoTrueClient({
    url: authUrl,
    headers,
    storageKey: 'sign-up',
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  })
  const { error } = await visitor.signUp({
    email,
    password,
    options: { data: { full_name: fullName } },
  })
  if (error) throw error
  await visitor.signOut({ scope: 'local' }).catch(() => {})
}

/** Creates the first administrator, with the token of the link that the server prints at startup. */
export async function setUp(token: string, email: string, password: string): Promise<void> {
  const response = await fetch(`${authUrl}/setup`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, email, password }),
  })
  const body = await response.json()
  if (!response.ok) throw new Error(body.msg ?? body.message)
  const { error } = await auth.setSession(body)
  if (error) throw error
}

/** A request that takes longer has failed: a hung server must not leave the user waiting. */
const timeoutMs = 10_000

async function fetchAsUser(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (typeof input === 'string' && hasDotSegments(input))
    throw new Error('The address has dot segments')
  const token = await accessToken()
  if (!token) return Response.json(signInEnded, { status: 401 })
  const response = await fetchWith(token, input, init)
  if (response.status !== 401) return response
  const { data: renewed, error } = await auth.refreshSession()
  if (renewed.session) return fetchWith(renewed.session.access_token, input, init)
  // The session was ended elsewhere. Clearing it here makes the page redirect to the sign-in form.
  if (error && !isAuthRetryableFetchError(error)) {
    leaveSignInEnded()
    await auth.signOut({ scope: 'local' })
  }
  return response
}

/**
 * The client renews a token that is about to expire. Undefined: there is no session any more. Rejects
 * when it could not be renewed for want of a connection; the session is still stored then.
 */
async function accessToken(): Promise<string | undefined> {
  const { data, error } = await auth.getSession()
  if (error && isAuthRetryableFetchError(error)) throw new TypeError('Failed to fetch')
  const token = data.session?.access_token
  setSignInEnded(!token)
  return token
}

/** Such a request is not sent: to a visitor the database would answer which table is refused. */
const signInEnded = {
  code: 'sign_in_ended',
  error: 'sign_in_ended',
  message: 'Your sign-in has ended. Please sign in again.',
}

/** For a request that fetch cannot make. */
export async function sessionHeaders(): Promise<Record<string, string>> {
  const token = await accessToken()
  if (!token) throw new CallError(401, signInEnded)
  return { apikey: publishableKey, Authorization: `Bearer ${token}` }
}

async function fetchWith(
  token: string,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response> {
  const sent = new Headers(init?.headers)
  sent.set('apikey', publishableKey)
  sent.set('Authorization', `Bearer ${token}`)
  const limit = AbortSignal.timeout(timeoutMs)
  const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit
  const response = await fetch(input, { ...init, headers: sent, signal })
  // The product answers calls with data. A page is the sign-in of a wifi, or a proxy's.
  if (response.headers.get('Content-Type')?.startsWith('text/html')) throw unreachable()
  return response
}

/** As the browser says it when there is no connection. */
const unreachable = () => new TypeError('Failed to fetch')

// No automatic retries: the user sees the error at once and retries by hand.
export const tables = new PostgrestClient<Tables>(`${location.origin}/rest/v1`, {
  fetch: fetchAsUser,
  retry: false,
})

export const files = new StorageClient(`${location.origin}/storage/v1`, {}, fetchAsUser)

/** A call that the server refused. */
export class CallError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly details: unknown

  constructor(status: number, answer: { message?: string; error?: string; details?: unknown }) {
    super(answer.message ?? '')
    this.status = status
    this.code = answer.error
    this.details = answer.details
  }
}

/** Calls a function of the dashboard's API, for what the tables do not offer. */
export function callStaff<Result = { ok: true }>(verb: string, body = {}): Promise<Result> {
  return callFunction(`staff-${verb}`, body)
}

/** Calls a function for the texts of the website. */
export function callSite<Result = { ok: true }>(verb: string, body = {}): Promise<Result> {
  return callFunction(`site-${verb}`, body)
}

/** Calls a function about an enquiry. */
export function callEnquiry<Result = { ok: true }>(verb: string, body = {}): Promise<Result> {
  return callFunction(`enquiry-${verb}`, body)
}

async function callFunction<Result>(name: string, body: object): Promise<Result> {
  const response = await fetchAsUser(`${location.origin}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json().catch(() => undefined)
  if (!response.ok) throw new CallError(response.status, answer ?? {})
  // It broke off: nobody knows whether it was done, and what was typed has to stay.
  if (answer === undefined) throw unreachable()
  return answer
}
