import { Hono } from 'hono'
import type { AuthEnv } from '../context.ts'
import { limit } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import { notAnonymous, requireServiceRole, signedIn } from '../sessions/bearer.ts'
import { adminDeleteFactor, adminListFactors, adminUpdateFactor } from './admin-factors.ts'
import { challengeFactor } from './challenge-factor.ts'
import { enrolFactor } from './enrol-factor.ts'
import { unenrolFactor } from './unenrol-factor.ts'
import { verifyFactor } from './verify-factor.ts'

export function secondFactorRoutes(service: Service): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>()
  const user = signedIn(service)
  const limited = limit(service, 'factor')
  app.post('/factors', limited, user, notAnonymous, enrolFactor(service))
  app.post('/factors/:factor_id/challenge', limited, user, notAnonymous, challengeFactor(service))
  app.post('/factors/:factor_id/verify', limited, user, notAnonymous, verifyFactor(service))
  app.delete('/factors/:factor_id', user, notAnonymous, unenrolFactor(service))

  const serviceRole = requireServiceRole(service)
  app.get('/admin/users/:user_id/factors', serviceRole, adminListFactors(service))
  app.put('/admin/users/:user_id/factors/:factor_id', serviceRole, adminUpdateFactor(service))
  app.delete('/admin/users/:user_id/factors/:factor_id', serviceRole, adminDeleteFactor(service))
  return app
}
