// Problems that several endpoints return, with the messages of the official service.
import { Problem } from '../problem.ts'

export const validationFailed = (message: string, status = 400) =>
  new Problem('validation_failed', { status, message })

export const badRequest = (code: string, message: string, cause?: unknown) =>
  new Problem(code, { status: 400, message, cause })

export const forbidden = (code: string, message: string, cause?: unknown) =>
  new Problem(code, { status: 403, message, cause })

export const notFound = (code: string, message: string) =>
  new Problem(code, { status: 404, message })

export const unprocessable = (code: string, message: string, cause?: unknown) =>
  new Problem(code, { status: 422, message, cause })

export const internal = (message: string, cause?: unknown) =>
  new Problem('unexpected_failure', { status: 500, message, cause })

/** The same for an unknown user, a wrong password and a user without one. */
export const invalidCredentials = () =>
  badRequest('invalid_credentials', 'Invalid login credentials')

export const userBanned = (status = 403, message = 'User is banned') =>
  new Problem('user_banned', { status, message })

export const emailExists = () =>
  unprocessable('email_exists', 'A user with this email address has already been registered')

export const phoneExists = () =>
  unprocessable('phone_exists', 'A user with this phone number has already been registered')

export const userNotFound = () => notFound('user_not_found', 'User not found')

export const requestRateReached = (retryAfterSeconds: number) =>
  new Problem('over_request_rate_limit', {
    status: 429,
    message: 'Request rate limit reached',
    details: { retryAfterSeconds },
  })

export const answeredFromOtherNetwork = () =>
  forbidden(
    'otp_expired',
    'Answer this from the network that you asked from, or ask for it again from here',
  )

export const mailTooSoon = (seconds: number) =>
  new Problem('over_email_send_rate_limit', {
    status: 429,
    message: `For security purposes, you can only request this after ${seconds} seconds.`,
    details: { retryAfterSeconds: seconds },
  })

export const smsTooSoon = (seconds: number) =>
  new Problem('over_sms_send_rate_limit', {
    status: 429,
    message: `For security purposes, you can only request this after ${seconds} seconds.`,
    details: { retryAfterSeconds: seconds },
  })

export const smsRateReached = (retryAfterSeconds: number) =>
  new Problem('over_sms_send_rate_limit', {
    status: 429,
    message: 'SMS rate limit exceeded',
    details: { retryAfterSeconds },
  })
