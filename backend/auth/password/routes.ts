import { Hono } from 'hono'
import type { AuthEnv } from '../context.ts'
import { limit } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import { recover } from './recover.ts'

export function passwordRoutes(service: Service): Hono<AuthEnv> {
  return new Hono<AuthEnv>().post('/recover', limit(service, 'recover'), recover(service))
}
