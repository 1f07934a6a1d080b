import { Hono } from 'hono'
import type { AuthEnv } from '../context.ts'
import { limit } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import { setUp } from './set-up.ts'

export function firstAdminRoutes(service: Service): Hono<AuthEnv> {
  return new Hono<AuthEnv>().post('/setup', limit(service, 'setup'), setUp(service))
}
