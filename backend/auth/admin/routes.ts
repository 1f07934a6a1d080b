import { Hono } from 'hono'
import type { AuthEnv } from '../context.ts'
import type { Service } from '../service.ts'
import { requireServiceRole } from '../sessions/bearer.ts'
import { adminCreateUser } from './create-user.ts'
import { adminDeleteUser } from './delete-user.ts'
import { generateLink } from './generate-link.ts'
import { invite } from './invite.ts'
import { adminAudit } from './list-audit.ts'
import { adminListUsers } from './list-users.ts'
import { adminReadUser } from './read-user.ts'
import { adminUpdateUser } from './update-user.ts'

export function adminRoutes(service: Service): Hono<AuthEnv> {
  const serviceRole = requireServiceRole(service)
  return new Hono<AuthEnv>()
    .post('/invite', serviceRole, invite(service))
    .post('/admin/generate_link', serviceRole, generateLink(service))
    .get('/admin/users', serviceRole, adminListUsers(service))
    .post('/admin/users', serviceRole, adminCreateUser(service))
    .get('/admin/users/:user_id', serviceRole, adminReadUser(service))
    .put('/admin/users/:user_id', serviceRole, adminUpdateUser(service))
    .delete('/admin/users/:user_id', serviceRole, adminDeleteUser(service))
    .get('/admin/audit', serviceRole, adminAudit(service))
}
