import { Hono } from 'hono'
import type { AuthEnv } from '../context.ts'
import type { Service } from '../service.ts'
import { admin } from '../sessions/bearer.ts'
import { adminCreateUser } from './create-user.ts'
import { adminDeleteUser } from './delete-user.ts'
import { generateLink } from './generate-link.ts'
import { invite } from './invite.ts'
import { adminAudit } from './list-audit.ts'
import { adminListUsers } from './list-users.ts'
import { adminReadUser } from './read-user.ts'
import { adminUpdateUser } from './update-user.ts'

export function adminRoutes(service: Service): Hono<AuthEnv> {
  const staff = admin(service)
  return new Hono<AuthEnv>()
    .post('/invite', staff, invite(service))
    .post('/admin/generate_link', staff, generateLink(service))
    .get('/admin/users', staff, adminListUsers(service))
    .post('/admin/users', staff, adminCreateUser(service))
    .get('/admin/users/:user_id', staff, adminReadUser(service))
    .put('/admin/users/:user_id', staff, adminUpdateUser(service))
    .delete('/admin/users/:user_id', staff, adminDeleteUser(service))
    .get('/admin/audit', staff, adminAudit(service))
}
