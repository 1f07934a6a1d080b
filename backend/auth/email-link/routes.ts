import { Hono } from 'hono'
import type { AuthEnv } from '../context.ts'
import { limit } from '../rate-limits.ts'
import type { Service } from '../service.ts'
import { signedIn } from '../sessions/bearer.ts'
import { otp } from './otp.ts'
import { reauthenticate } from './reauthenticate.ts'
import { resend } from './resend.ts'
import { verifyCode } from './verify-code.ts'
import { verifyLinkEndpoint } from './verify-link.ts'

export function emailLinkRoutes(service: Service): Hono<AuthEnv> {
  return new Hono<AuthEnv>()
    .post('/otp', limit(service, 'otp'), otp(service))
    .post('/magiclink', limit(service, 'otp'), otp(service))
    .post('/resend', limit(service, 'resend'), resend(service))
    .post('/verify', limit(service, 'verify'), verifyCode(service))
    .get('/verify', limit(service, 'verify'), verifyLinkEndpoint(service))
    .get('/reauthenticate', signedIn(service), reauthenticate(service))
}
