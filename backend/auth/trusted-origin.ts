// CSRF protection: refuses a request whose Origin header names another site, even with a token.
import type { Guard } from './context.ts'
import { validationFailed } from './problems.ts'
import { isAllowedTarget } from './redirects.ts'
import type { Service } from './service.ts'

/** Browsers send the `Origin` header; other clients send none and are let through. */
export function requireTrustedOrigin(service: Service): Guard {
  return async function refuseOtherOrigins(c, next) {
    const origin = c.req.header('origin')
    if (origin && !isAllowedTarget(service, origin)) {
      throw validationFailed('unauthorized request origin')
    }
    await next()
  }
}
