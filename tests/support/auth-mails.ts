// What a user does with the emails of the auth service: reads the code, follows the link.
import { type AuthService, freshEmail, goodPassword, siteUrl } from './auth-service.ts'

export function lastMail(service: AuthService, to: string) {
  const mail = service.mails.filter((sent) => sent.to === to).at(-1)
  if (!mail) throw new Error(`No mail was sent to ${to}`)
  return { code: mail.code, link: 'link' in mail ? mail.link : '', kind: mail.kind }
}

/** Follows an emailed link as a browser does and returns the target. */
export async function follow(service: AuthService, link: string, method = 'GET') {
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

/** A signed-in user with a confirmed address. */
export async function confirmedPerson(service: AuthService, email = freshEmail()) {
  const password = goodPassword
  const { data } = await service.admin.createUser({ email, password, email_confirm: true })
  const client = service.client()
  const signedIn = await client.signInWithPassword({ email, password })
  if (signedIn.error || !data.user) throw signedIn.error ?? new Error('no account')
  return { client, email, id: data.user.id }
}
