// Invitations and password resets: the auth service does them, asked with its own secret key.
import * as v from 'valibot'
import { Problem } from '../problem.ts'
import { readBody, type StaffFunction, uuid } from './admin-guard.ts'
import type { StaffDeps } from './deps.ts'

type InvitationDeps = Pick<StaffDeps, 'database' | 'keys' | 'auth'>

const Invitation = v.object({
  email: v.pipe(v.string(), v.trim(), v.rfcEmail('Invalid email address'), v.maxLength(255)),
  full_name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
})

export function invite(deps: InvitationDeps): StaffFunction {
  return async function inviteByMail(c) {
    const { email, full_name } = await readBody(c, Invitation)
    const data = full_name ? { full_name } : {}
    await askAuth(deps, '/invite', { email, data, replace_unproven: true })
    return c.json({ ok: true })
  }
}

export function sendReset(deps: InvitationDeps): StaffFunction {
  return async function sendResetMail(c) {
    const { user_id } = await readBody(c, v.object({ user_id: uuid }))
    const { rows } = await deps.database.query<{ email: string | null }>(
      'select email from auth.users where id = $1 and deleted_at is null',
      [user_id],
    )
    const email = rows[0]?.email
    if (!email) {
      throw new Problem('not_found', { status: 404, message: 'This account has no email address' })
    }
    await askAuth(deps, '/recover', { email })
    return c.json({ ok: true })
  }
}

/** What the auth service refuses is refused here with its own words. */
async function askAuth({ auth, keys }: InvitationDeps, path: string, body: object): Promise<void> {
  const answer = await auth.request(path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${keys.secretKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.ok) return
  const { error_code, msg } = await answer.json()
  throw new Problem(error_code ?? 'refused', { status: answer.status, message: msg ?? 'Refused' })
}
