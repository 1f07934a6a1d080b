// Invitations and password resets, done by the auth service, which is called with the secret key.
import * as v from 'valibot'
import { memberRoles } from '#schemas/roles.ts'
import { dropToken } from '../auth/accounts/one-time-tokens.ts'
import { lockAccount } from '../auth/accounts/users.ts'
import { Problem } from '../problem.ts'
import type { StaffDeps } from './deps.ts'
import { type AdminHandler, readBody, uuid } from './role-guards.ts'

type InvitationDeps = Pick<StaffDeps, 'database' | 'keys' | 'auth'>

const Invitation = v.object({
  email: v.pipe(v.string(), v.trim(), v.rfcEmail('Invalid email address'), v.maxLength(255)),
  full_name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
  /** Granted when the invitation is accepted. */
  role: v.optional(v.picklist(memberRoles, 'Choose a role: staff or admin')),
})

export function invite(deps: InvitationDeps): AdminHandler {
  return async function inviteByMail(c) {
    const { email, full_name, role } = await readBody(c, Invitation)
    await requireEnabled(deps, email)
    const data = full_name ? { full_name } : {}
    const given = role && { role, invited_by: c.var.admin.id }
    await callAuth(deps, '/invite', { email, data, replace_unproven: true, ...given })
    return c.json({ ok: true })
  }
}

export function sendReset(deps: InvitationDeps): AdminHandler {
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
    await callAuth(deps, '/recover', { email })
    return c.json({ ok: true })
  }
}

/** The last reset link stops working, also when the owner requested it. */
export function withdrawReset({ database }: Pick<StaffDeps, 'database'>): AdminHandler {
  return async function withdrawResetLink(c) {
    const { user_id } = await readBody(c, v.object({ user_id: uuid }))
    await database.transaction(async (tx) => {
      const account = await lockAccount(tx, user_id)
      if (!account?.recovery_token) {
        throw new Problem('not_found', {
          status: 404,
          message: 'The link has been used already, or it has expired',
        })
      }
      await dropToken(tx, user_id, 'recovery_token', new Date())
      // A queued email would arrive with a dead link.
      await tx.query(
        `delete from internal.jobs where kind = 'mail' and held_by is null
           and payload ->> 'about' = 'recovery' and payload ->> 'to' = $1`,
        [account.email],
      )
    })
    return c.json({ ok: true })
  }
}

/** The invitation link of a disabled account would be refused. */
async function requireEnabled({ database }: InvitationDeps, email: string): Promise<void> {
  const { count } = await database.query(
    'select from auth.users where email = lower($1) and is_sso_user = false and banned_until > now()',
    [email],
  )
  if (count > 0) {
    throw new Problem('account_disabled', {
      status: 409,
      message: 'This person’s account is disabled. Enable it first.',
    })
  }
}

/** Replace messages of the auth service that do not tell an administrator what to do next. */
const adminMessages = new Map([
  [
    'over_email_send_rate_limit',
    'This person has just been sent an email. Wait a minute before you send another.',
  ],
  ['email_exists', 'This person has an account already. Give it a role in the list of users.'],
])

/** Calls the auth service and passes on its errors. */
async function callAuth({ auth, keys }: InvitationDeps, path: string, body: object): Promise<void> {
  const response = await auth.request(path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${keys.secretKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.ok) return
  const { error_code, msg } = await response.json()
  throw new Problem(error_code ?? 'refused', {
    status: response.status,
    message: adminMessages.get(error_code) ?? msg ?? 'Refused',
  })
}
