// POST /invite: opens an account for another person and emails them a link to accept it.
import * as v from 'valibot'
import { memberRoles } from '#schemas/roles.ts'
import { audit, roleActor } from '../accounts/audit.ts'
import { readEmail } from '../accounts/contacts.ts'
import { storeInvitedRole } from '../accounts/invited-role.ts'
import { userJson } from '../accounts/user-json.ts'
import { findById, updateUser } from '../accounts/users.ts'
import type { Endpoint } from '../context.ts'
import { sendAuthMail } from '../email-link/auth-mails.ts'
import { internal } from '../problems.ts'
import { redirectTarget } from '../redirects.ts'
import { flag, metadata, readBody, text } from '../request-body.ts'
import type { Service } from '../service.ts'
import { findOrOpenUnconfirmed } from './invitations.ts'

/** The last three fields are our own: see `Invitation` and `InvitedRole`. */
const Body = v.object({
  email: text,
  data: metadata,
  replace_unproven: flag,
  role: v.nullish(v.picklist(memberRoles)),
  invited_by: v.nullish(v.pipe(v.string(), v.uuid())),
})

export function invite(service: Service): Endpoint {
  return async function inviteUser(c) {
    const body = await readBody(c, Body)
    const email = readEmail(body.email)
    const redirectTo = redirectTarget(service, c)
    const now = service.now()
    const account = await service.database.transaction(async (tx) => {
      const invitation = {
        data: body.data ?? {},
        replacesUnproven: body.replace_unproven === true,
      }
      const invited = await findOrOpenUnconfirmed(tx, email, invitation, now)
      await updateUser(tx, invited.id, { invited_at: now }, now)
      const role = body.role ?? undefined
      const invitedRole = role && { role, invitedBy: body.invited_by ?? null }
      await storeInvitedRole(tx, { id: invited.id, email }, invitedRole, now)
      await sendAuthMail(tx, service, invited, 'invite', { redirectTo, role })
      await audit(tx, now, {
        actor: roleActor(c.var.serviceCaller.role),
        action: 'user_invited',
        traits: { user_id: invited.id, user_email: email },
      })
      return findById(tx, invited.id)
    })
    if (!account) throw internal('Error inviting user')
    return c.json(userJson(account))
  }
}
