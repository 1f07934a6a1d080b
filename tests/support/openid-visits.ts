// Goes to an OpenID provider and back as a browser does, with the official client's links.
import type { GoTrueClient, Provider } from '@supabase/auth-js'
import { type AuthService, freshEmail, siteUrl } from './auth-service.ts'
import type { Profile, TestProvider } from './openid-provider.ts'

export const callbackUrl = `${siteUrl}/auth/v1/callback`

let counter = 0
/** A user with an account at the provider. */
export function personAt(provider: TestProvider, profile: Profile = {}) {
  counter += 1
  const id = `person-${counter}`
  const { email = freshEmail('openid') } = profile
  provider.people.set(id, { email_verified: true, name: 'Olive Person', ...profile, email })
  return { id, email }
}

export interface VisitOptions {
  redirectTo?: string
  scopes?: string
  queryParams?: Record<string, string>
}

/** The redirect target of the client's sign-in link. */
export async function setOut(
  service: AuthService,
  client: GoTrueClient,
  { settings }: TestProvider,
  options: VisitOptions = {},
): Promise<URL> {
  const provider = settings.name as Provider
  const { data } = await client.signInWithOAuth({
    provider,
    options: { ...options, skipBrowserRedirect: true },
  })
  return follow(service, data.url ?? '')
}

/** Goes through the provider's pages, up to the redirect back to us. */
export async function walkThrough(start: URL, form: Record<string, string>): Promise<URL> {
  const cookies = new Map<string, string>()
  let next = start
  for (let step = 0; step < 10; step += 1) {
    if (next.origin !== start.origin) return next
    const isForm = next.pathname.startsWith('/sign-in/')
    const answer = await fetch(next, {
      redirect: 'manual',
      method: isForm ? 'POST' : 'GET',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(isForm ? { body: new URLSearchParams(form) } : {}),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    next = new URL(location, next)
  }
  throw new Error('The provider sends its visitors round in circles')
}

/** The redirect target of this URL of the service. */
export async function follow(
  service: AuthService,
  url: URL | string,
  headers: Record<string, string> = {},
): Promise<URL> {
  const answer = await service.request(String(url).replace(`${siteUrl}/auth/v1`, ''), { headers })
  const location = answer.headers.get('location')
  if (!location) throw new Error(`The service answered ${answer.status}: ${await answer.text()}`)
  return new URL(location)
}

/** The whole flow: the final URL after signing in at the provider under this id. */
export async function signInAt(
  service: AuthService,
  client: GoTrueClient,
  provider: TestProvider,
  id: string,
  options: VisitOptions = {},
): Promise<URL> {
  const start = await setOut(service, client, provider, options)
  return follow(service, await walkThrough(start, { name: id }))
}

/** The session after the whole PKCE flow, or an error with the reason. */
export async function sessionFrom(service: AuthService, provider: TestProvider, id: string) {
  const client = service.client({ flowType: 'pkce' })
  const landed = await signInAt(service, client, provider, id)
  const code = landed.searchParams.get('code')
  if (!code) throw new Error(landed.searchParams.get('error_description') ?? landed.href)
  const { data, error } = await client.exchangeCodeForSession(code)
  if (error) throw error
  return { client, ...data }
}

export const fieldsOf = (parameters: URLSearchParams | string) =>
  Object.fromEntries(new URLSearchParams(parameters))
