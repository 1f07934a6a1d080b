import { Hono } from 'hono'
import type { AuthEnv } from '../context.ts'
import { limit } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import { admin, notAnonymous, signedIn } from '../sessions/bearer.ts'
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

  const staff = admin(service)
  app.get('/admin/users/:user_id/factors', staff, adminListFactors(service))
  app.put('/admin/users/:user_id/factors/:factor_id', staff, adminUpdateFactor(service))
  app.delete('/admin/users/:user_id/factors/:factor_id', staff, adminDeleteFactor(service))
  return app
}
