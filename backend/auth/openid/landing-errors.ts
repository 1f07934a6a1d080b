// Errors of a provider sign-in: in the query of the redirect and, for older clients, also in the
// fragment.
import { Problem } from '../../problem.ts'
import type { Landing } from '../landing.ts'
import { internal } from '../problems.ts'
import type { Service } from '../service.ts'

/** An error that the provider returned, with its own code and description. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'
  readonly error: string
  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}

export function errorLanding(service: Service, error: unknown): Landing {
  const fields = errorFields(service, error)
  return { query: fields, fragment: fields }
}

export function errorFields(service: Service, error: unknown): Record<string, string> {
  if (error instanceof ProviderRefusal) {
    return { error: error.error, error_description: error.message }
  }
  const problem =
    error instanceof Problem
      ? error
      : internal('Unexpected failure, please check server logs for more information', error)
  if (problem.status >= 500) service.logError(error)
  return {
    error: nameOf(problem),
    error_code: problem.code,
    error_description: problem.message,
  }
}

const denials = ['signup_disabled', 'user_banned', 'provider_email_needs_verification']
const names: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  503: 'temporarily_unavailable',
}

/** OAuth error codes; without a matching one it is server_error. */
function nameOf({ code, status }: Problem): string {
  return denials.includes(code) ? 'access_denied' : (names[status] ?? 'server_error')
}
