// For endpoints that a page of another site must not call, even with a token.
import type { Guard } from './context.ts'
import { validationFailed } from './problems.ts'
import { isAllowedTarget } from './redirects.ts'
import type { Service } from './service.ts'

/** A browser says which site a call comes from; whatever has no browser says nothing. */
export function fromOwnPages(service: Service): Guard {
  return async function requireOwnOrigin(c, next) {
    const origin = c.req.header('origin')
    if (origin && !isAllowedTarget(service, origin)) {
      throw validationFailed('unauthorized request origin')
    }
    await next()
  }
}
