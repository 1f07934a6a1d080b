// The dashboard's only way out: the official clients of the auth service and of the table API, so
// that a hosted project could stand behind it.
import { GoTrueClient, isAuthRetryableFetchError, navigatorLock } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Tables } from '#schemas/tables.ts'
import { leaveNotice } from '#ui/notice/notice.ts'

const root = document.getElementById('admin-root')
const publishableKey = root?.dataset.key ?? ''
export const companyName = root?.dataset.company ?? ''

const authUrl = `${location.origin}/auth/v1`
const headers = { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` }

export const auth = new GoTrueClient({
  url: authUrl,
  headers,
  // As supabase-js derives it: other programs of the same project find the session too.
  storageKey: `sb-${location.hostname.split('.')[0]}-auth-token`,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: true,
  experimental: { passkey: true },
  // Two tabs share one refresh. Browsers have locks on secure pages only.
  ...('locks' in navigator && { lock: navigatorLock }),
})

export interface AuthSettings {
  passkeys_enabled: boolean
  /** Which ways of signing in are on. */
  external: Record<string, boolean>
  /** What to call providers; a hosted project does not say. */
  external_labels?: Record<string, string>
}

let settings: Promise<AuthSettings> | undefined

/** Asked once for the whole page; again when it failed. */
export function readSettings(): Promise<AuthSettings> {
  settings ??= askForSettings().catch((error: unknown) => {
    settings = undefined
    throw error
  })
  return settings
}

async function askForSettings(): Promise<AuthSettings> {
  const answer = await fetch(`${authUrl}/settings`, { headers })
  if (!answer.ok) throw new Error(`The settings were answered with ${answer.status}`)
  return answer.json()
}

/** A service that lets no program in says nothing of what one may ask for. */
export async function letsProgramsIn(): Promise<boolean> {
  const answer = await fetch(`${authUrl}/.well-known/openid-configuration`, { headers })
  return answer.ok && 'scopes_supported' in (await answer.json())
}

/** Opens an account and keeps nothing of the session that comes with it. */
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

/** The first administrator, by the link that the server prints at its start. */
export async function setUp(token: string, email: string, password: string): Promise<void> {
  const answer = await fetch(`${authUrl}/setup`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, email, password }),
  })
  const body = await answer.json()
  if (!answer.ok) throw new Error(body.msg ?? body.message)
  const { error } = await auth.setSession(body)
  if (error) throw error
}

/** A hung server must not leave a person waiting: what takes longer has failed. */
const timeoutMs = 10_000

async function fetchAsUser(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { data } = await auth.getSession()
  const token = data.session?.access_token
  const answer = await fetchWith(token ?? publishableKey, input, init)
  if (answer.status !== 401 || !token) return answer
  const { data: renewed, error } = await auth.refreshSession()
  if (renewed.session) return fetchWith(renewed.session.access_token, input, init)
  // It was ended elsewhere: the page leads to the way in as soon as the session is forgotten here.
  if (error && !isAuthRetryableFetchError(error)) {
    leaveNotice('dashboard', { title: 'Signed out', text: 'Please sign in again.' })
    await auth.signOut({ scope: 'local' })
  }
  return answer
}

function fetchWith(
  token: string,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response> {
  const sent = new Headers(init?.headers)
  sent.set('apikey', publishableKey)
  sent.set('Authorization', `Bearer ${token}`)
  const limit = AbortSignal.timeout(timeoutMs)
  const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit
  return fetch(input, { ...init, headers: sent, signal })
}

// Without retries: whoever waits is told at once, and tries again by hand.
export const tables = new PostgrestClient<Tables>(`${location.origin}/rest/v1`, {
  fetch: fetchAsUser,
  retry: false,
})

/** What staff and administrators may do beyond the tables. */
export async function callStaff<Answer = { ok: true }>(verb: string, body = {}): Promise<Answer> {
  const answer = await fetchAsUser(`${location.origin}/functions/v1/staff-${verb}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const told = await answer.json().catch(() => ({ message: '' }))
  if (!answer.ok) throw Object.assign(new Error(told.message), { code: told.error })
  return told
}
