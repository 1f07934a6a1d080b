// What a user does with the emails of the auth service: reads the code, follows the link.
import { type AuthService, freshEmail, goodPassword, siteUrl } from './auth-service.ts'

export function lastMail(service: AuthService, to: string) {
  const mail = service.mails.filter((sent) => sent.to === to).at(-1)
  if (!mail) throw new Error(`No mail was sent to ${to}`)
  return { code: mail.code, link: 'link' in mail ? mail.link : '', kind: mail.kind }
}

/** The token of a link that leads to the button on the sign-in page. */
export function tokenOf(link: string): string {
  const { origin, pathname, searchParams } = new URL(link)
  if (origin + pathname !== `${siteUrl}/auth`) throw new Error(`An odd link: ${link}`)
  return searchParams.get('token') ?? ''
}

/**
 * Follows an emailed link as a browser does and returns the target. Where the sign-in page would ask
 * for a button, its token is redeemed by the service's own link.
 */
export async function follow(service: AuthService, mailed: string, method = 'GET') {
  const link = asServiceLink(mailed)
  const base = `${siteUrl}/auth/v1`
  if (!link.startsWith(`${base}/verify?`)) throw new Error(`An odd link: ${link}`)
  const response = await service.request(link.slice(base.length), { method })
  const target = response.headers.get('location')
  const landed = target ? new URL(target) : undefined
  return {
    status: response.status,
    page: landed ? landed.origin + landed.pathname : '',
    query: landed?.searchParams ?? new URLSearchParams(),
    fragment: new URLSearchParams(landed?.hash.slice(1)),
  }
}

function asServiceLink(link: string): string {
  const { searchParams } = new URL(link)
  const type = searchParams.get('enter-code')
  if (!type) return link
  const query = new URLSearchParams({
    token: tokenOf(link),
    type,
    redirect_to: `${siteUrl}/auth`,
  })
  return `${siteUrl}/auth/v1/verify?${query}`
}

/** A signed-in user with a confirmed address. */
export async function confirmedPerson(service: AuthService, email = freshEmail()) {
  const password = goodPassword
  const { data } = await service.admin.createUser({ email, password, email_confirm: true })
  const client = service.client()
  const signedIn = await client.signInWithPassword({ email, password })
  if (signedIn.error || !data.user) throw signedIn.error ?? new Error('no account')
  return { client, email, id: data.user.id }
}
