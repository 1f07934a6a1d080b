// The refusals of the auth service as a table: who asks what, and the answer's status, code and text.
import { randomUUID } from 'node:crypto'
import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { type AuthService, goodPassword } from '#tests/support/auth-service.ts'

const password = goodPassword
const challenge = 'c'.repeat(43)

/** Who sends the request: nobody, the person, the secret key, or a token of its own. */
export type As =
  | 'nobody'
  | 'person'
  | 'staff'
  | 'nameless'
  | { bearer: (prepared: Prepared) => Promise<string> | string }

export interface Row {
  request: string
  body?: unknown
  as?: As
  /** A service with other settings. */
  on?: keyof Services
  status: number
  code: string
  text: string | RegExp
}

export interface Services {
  usual: AuthService
  careful: AuthService
  closed: AuthService
  plain: AuthService
}

export interface Prepared {
  services: Services
  person: { id: string; email: string; token: string }
  nameless: string
}

export const email = 'row@example.com'
const token = (claims: JWTPayload) => ({
  bearer: ({ services }: Prepared) => services.usual.keys.sign({ exp: inAnHour(), ...claims }),
})
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const uuid = randomUUID()
const azureIssuer = `https://login.microsoftonline.com/${uuid}/v2.0`
const azureToken = new UnsecuredJWT({ iss: azureIssuer }).encode()

// biome-ignore format: a table is read row by row
export const rows: Row[] = [
  // The body
  { request: 'POST /signup', body: '{oops', status: 400, code: 'bad_json', text: /^Could not parse request body as JSON: / },
  { request: 'POST /signup', body: '', status: 400, code: 'bad_json', text: /^Could not parse request body as JSON: / },
  { request: 'POST /signup', body: { email: 7 }, status: 400, code: 'bad_json', text: /^Could not parse request body as JSON: / },
  { request: 'POST /signup', body: { email, password: 'x'.repeat(1_048_577) }, status: 413, code: 'request_entity_too_large', text: 'Request body too large (max 1048576 bytes)' },

  // The caller
  { request: 'GET /user', as: 'nobody', status: 401, code: 'no_authorization', text: 'This endpoint requires a valid Bearer token' },
  { request: 'GET /user', as: { bearer: () => 'not a token' }, status: 401, code: 'no_authorization', text: 'This endpoint requires a valid Bearer token' },
  { request: 'GET /user', as: { bearer: () => 'nonsense' }, status: 403, code: 'bad_jwt', text: /^invalid JWT: unable to parse or verify signature, / },
  { request: 'GET /user', as: { bearer: (p) => new UnsecuredJWT({ sub: p.person.id }).encode() }, status: 403, code: 'bad_jwt', text: /^invalid JWT: unable to parse or verify signature, / },
  { request: 'GET /user', as: { bearer: foreignToken }, status: 403, code: 'bad_jwt', text: /^invalid JWT: unable to parse or verify signature, / },
  { request: 'GET /user', as: token({ sub: uuid, exp: 1_000_000_000 }), status: 403, code: 'bad_jwt', text: /^invalid JWT: unable to parse or verify signature, / },
  { request: 'GET /user', as: token({}), status: 403, code: 'bad_jwt', text: 'invalid claim: missing sub claim' },
  { request: 'GET /user', as: { bearer: (p) => p.services.usual.keys.publishableKey }, status: 403, code: 'bad_jwt', text: 'invalid claim: missing sub claim' },
  { request: 'GET /user', as: { bearer: (p) => p.services.usual.keys.secretKey }, status: 403, code: 'bad_jwt', text: 'invalid claim: missing sub claim' },
  { request: 'GET /user', as: token({ sub: '1234567890' }), status: 400, code: 'bad_jwt', text: 'invalid claim: sub claim must be a UUID' },
  { request: 'GET /user', as: token({ sub: uuid }), status: 403, code: 'user_not_found', text: 'User from sub claim in JWT does not exist' },
  { request: 'GET /user', as: { bearer: (p) => p.services.usual.keys.sign({ sub: p.person.id, session_id: 'x', exp: inAnHour() }) }, status: 403, code: 'bad_jwt', text: 'invalid claim: session_id claim must be a UUID' },
  { request: 'GET /user', as: { bearer: (p) => p.services.usual.keys.sign({ sub: p.person.id, session_id: uuid, exp: inAnHour() }) }, status: 403, code: 'session_not_found', text: 'Session from session_id claim in JWT does not exist' },
  { request: 'GET /user', as: { bearer: (p) => p.services.usual.keys.sign({ sub: p.person.id, aud: 'another-program', exp: inAnHour() }) }, status: 400, code: 'validation_failed', text: "Token audience doesn't match request audience" },
  { request: 'GET /admin/users', as: 'nobody', status: 401, code: 'no_authorization', text: 'This endpoint requires a valid Bearer token' },
  { request: 'GET /admin/users', as: 'person', status: 403, code: 'not_admin', text: 'User not allowed' },
  { request: 'GET /admin/users', as: { bearer: (p) => p.services.usual.keys.publishableKey }, status: 403, code: 'not_admin', text: 'User not allowed' },
  { request: 'GET /admin/users', as: token({ role: 'service_role', session_id: uuid }), status: 403, code: 'session_not_found', text: 'Session from session_id claim in JWT does not exist' },

  // Sign-up
  { request: 'POST /signup', body: {}, status: 422, code: 'anonymous_provider_disabled', text: 'Anonymous sign-ins are disabled' },
  { request: 'POST /signup', body: { email, password }, on: 'closed', status: 422, code: 'signup_disabled', text: 'Signups not allowed for this instance' },
  { request: 'POST /signup', body: { email }, status: 400, code: 'validation_failed', text: 'Signup requires a valid password' },
  { request: 'POST /signup', body: { email, phone: '441632960123', password }, status: 400, code: 'validation_failed', text: 'Only an email address or phone number should be provided on signup.' },
  { request: 'POST /signup', body: { phone: '441632960123', password }, status: 400, code: 'phone_provider_disabled', text: 'Phone signups are disabled' },
  { request: 'POST /signup', body: { phone: '441632960123', password, code_challenge: challenge, code_challenge_method: 's256' }, status: 400, code: 'validation_failed', text: 'PKCE not supported for phone signups' },
  { request: 'POST /signup', body: { phone: '441632960123', password, channel: 'pigeon' }, status: 400, code: 'validation_failed', text: /sms.*whatsapp/ },
  { request: 'POST /signup', body: { email: 'xx:;x@x.x', password }, status: 400, code: 'validation_failed', text: 'Unable to validate email address: invalid format' },
  { request: 'POST /signup', body: { email: `${'x'.repeat(250)}@example.com`, password }, status: 400, code: 'validation_failed', text: 'An email address is too long' },
  { request: 'POST /signup', body: { email, password: 'x'.repeat(73) }, status: 400, code: 'validation_failed', text: 'Password cannot be longer than 72 characters' },
  { request: 'POST /signup', body: { email, password: 'ab1' }, status: 422, code: 'weak_password', text: 'Password should be at least 6 characters.' },
  { request: 'POST /signup', body: { email, password: 'Qwerty123' }, status: 422, code: 'weak_password', text: 'Password is known to be weak and easy to guess, please choose a different one.' },
  { request: 'POST /signup', body: { email, password: 'lowercase-only' }, on: 'closed', status: 422, code: 'signup_disabled', text: 'Signups not allowed for this instance' },
  { request: 'POST /signup', body: { email, password, code_challenge: challenge }, status: 400, code: 'validation_failed', text: 'PKCE flow requires code_challenge_method and code_challenge' },
  { request: 'POST /signup', body: { email, password, code_challenge: 'short', code_challenge_method: 's256' }, status: 400, code: 'validation_failed', text: 'code challenge has to be between 43 and 128 characters' },
  { request: 'POST /signup', body: { email, password, code_challenge: '!'.repeat(43), code_challenge_method: 's256' }, status: 400, code: 'validation_failed', text: 'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes' },
  { request: 'POST /signup', body: { email: 'person@example.com', password }, status: 422, code: 'user_already_exists', text: 'User already registered' },

  // Tokens
  { request: 'POST /token?grant_type=magic', body: {}, status: 400, code: 'invalid_credentials', text: 'unsupported_grant_type' },
  { request: 'POST /token?grant_type=password', body: { email: 'nobody@example.com', password }, status: 400, code: 'invalid_credentials', text: 'Invalid login credentials' },
  { request: 'POST /token?grant_type=password', body: { email: 'person@example.com', password: 'wrong' }, status: 400, code: 'invalid_credentials', text: 'Invalid login credentials' },
  { request: 'POST /token?grant_type=password', body: { email: 'invited@example.com', password: '' }, status: 400, code: 'invalid_credentials', text: 'Invalid login credentials' },
  { request: 'POST /token?grant_type=password', body: { email: 'unconfirmed@example.com', password }, status: 400, code: 'email_not_confirmed', text: 'Email not confirmed' },
  { request: 'POST /token?grant_type=password', body: { email, phone: '1', password }, status: 400, code: 'validation_failed', text: 'Only an email address or phone number should be provided on login.' },
  { request: 'POST /token?grant_type=password', body: { password }, status: 400, code: 'validation_failed', text: 'missing email or phone' },
  { request: 'POST /token?grant_type=password', body: { phone: '441632960123', password }, status: 422, code: 'phone_provider_disabled', text: 'Phone logins are disabled' },
  { request: 'POST /token?grant_type=refresh_token', body: { refresh_token: 'short' }, status: 400, code: 'validation_failed', text: 'Refresh token is not valid' },
  { request: 'POST /token?grant_type=refresh_token', body: { refresh_token: 'ABCDEFGHIJKL' }, status: 400, code: 'validation_failed', text: 'Refresh token is not valid' },
  { request: 'POST /token?grant_type=refresh_token', body: { refresh_token: 'abcdefghijklmnop' }, status: 400, code: 'validation_failed', text: 'Refresh token is not valid' },
  { request: 'POST /token?grant_type=refresh_token', body: { refresh_token: 'abcdefghijkl' }, status: 400, code: 'refresh_token_not_found', text: 'Invalid Refresh Token: Refresh Token Not Found' },
  { request: 'POST /token?grant_type=pkce', body: { auth_code: uuid }, status: 400, code: 'validation_failed', text: 'invalid request: both auth code and code verifier should be non-empty' },
  { request: 'POST /token?grant_type=pkce', body: { auth_code: uuid, code_verifier: challenge }, status: 404, code: 'flow_state_not_found', text: 'invalid flow state, no valid flow state found' },

  // The own account
  { request: 'PUT /user', as: 'person', body: { app_metadata: { admin: true } }, status: 403, code: 'not_admin', text: 'Updating app_metadata requires admin privileges' },
  { request: 'PUT /user', as: 'person', body: { email: 'other@example.com' }, status: 422, code: 'email_exists', text: 'A user with this email address has already been registered' },
  { request: 'PUT /user', as: 'person', body: { email: 'odd' }, status: 400, code: 'validation_failed', text: 'Unable to validate email address: invalid format' },
  { request: 'PUT /user', as: 'person', body: { password }, status: 422, code: 'same_password', text: 'New password should be different from the old password.' },
  { request: 'PUT /user', as: 'person', body: { password: '12345' }, status: 422, code: 'weak_password', text: 'Password should be at least 6 characters.' },
  { request: 'PUT /user', as: 'nameless', body: { password }, status: 422, code: 'validation_failed', text: 'Updating password of an anonymous user without an email or phone is not allowed' },
  { request: 'PUT /user', as: 'person', body: { data: { name: 'nul \u0000 character' } }, status: 400, code: 'validation_failed', text: 'The request contains a value that cannot be stored' },
  { request: 'POST /logout?scope=everywhere', as: 'person', status: 400, code: 'validation_failed', text: 'Unsupported logout scope "everywhere"' },
  { request: 'GET /reauthenticate', as: 'nameless', status: 400, code: 'validation_failed', text: 'Reauthentication requires the user to have an email or a phone number' },

  // Mailed codes
  { request: 'POST /otp', body: { email, phone: '1' }, status: 400, code: 'validation_failed', text: 'Only an email address or phone number should be provided' },
  { request: 'POST /otp', body: { email, channel: 'sms' }, status: 400, code: 'validation_failed', text: 'Channel should only be specified with Phone OTP' },
  { request: 'POST /otp', body: {}, status: 400, code: 'validation_failed', text: 'One of email or phone must be set' },
  { request: 'POST /otp', body: { email: 'nobody@example.com', create_user: false }, status: 422, code: 'otp_disabled', text: 'Signups not allowed for otp' },
  { request: 'POST /otp', body: { email: 'not an address', create_user: false }, status: 422, code: 'otp_disabled', text: 'Signups not allowed for otp' },
  { request: 'POST /otp', body: { phone: '441632960123' }, status: 400, code: 'phone_provider_disabled', text: 'Unsupported phone provider' },
  { request: 'POST /otp', body: { email: 'nobody@example.com' }, on: 'closed', status: 422, code: 'signup_disabled', text: 'Signups not allowed for this instance' },
  { request: 'POST /recover', body: {}, status: 400, code: 'validation_failed', text: 'Password recovery requires an email' },
  { request: 'POST /recover', body: { email: 'odd' }, status: 400, code: 'validation_failed', text: 'Unable to validate email address: invalid format' },
  { request: 'POST /resend', body: { type: 'recovery', email }, status: 400, code: 'validation_failed', text: 'Missing one of these types: signup, email_change, sms, phone_change' },
  { request: 'POST /resend', body: { type: 'signup', phone: '1' }, status: 400, code: 'validation_failed', text: 'Type provided requires an email address' },
  { request: 'POST /resend', body: { type: 'sms', email }, status: 400, code: 'validation_failed', text: 'Type provided requires a phone number' },
  { request: 'POST /resend', body: { type: 'signup' }, status: 400, code: 'validation_failed', text: 'Missing email address or phone number' },
  { request: 'POST /resend', body: { type: 'signup', email, phone: '1' }, status: 400, code: 'validation_failed', text: 'Only an email address or phone number should be provided.' },
  { request: 'POST /verify', body: { token: '123456', email }, status: 400, code: 'validation_failed', text: 'Verify requires a verification type' },
  { request: 'POST /verify', body: { type: 'signup', email }, status: 400, code: 'validation_failed', text: 'Verify requires either a token or a token hash' },
  { request: 'POST /verify', body: { type: 'signup', token: '1', token_hash: '1' }, status: 400, code: 'validation_failed', text: 'Verify requires either a token or a token hash' },
  { request: 'POST /verify', body: { type: 'signup', token: '123456' }, status: 400, code: 'validation_failed', text: 'Only an email address or phone number should be provided on verify' },
  { request: 'POST /verify', body: { type: 'signup', token_hash: 'x', email }, status: 400, code: 'validation_failed', text: 'Only the token_hash and type should be provided' },
  { request: 'POST /verify', body: { type: 'signup', token: '123456', email: 'odd' }, status: 422, code: 'validation_failed', text: 'Invalid email format' },
  { request: 'POST /verify', body: { type: 'signup', token: '123456', email: 'nobody@example.com' }, status: 403, code: 'otp_expired', text: 'Token has expired or is invalid' },
  { request: 'POST /verify', body: { type: 'signup', token: 'x23456', email: 'unconfirmed@example.com' }, status: 403, code: 'otp_expired', text: 'Token has expired or is invalid' },
  { request: 'POST /verify', body: { type: 'sms', token: '123456', phone: '441632960123' }, status: 403, code: 'otp_expired', text: 'Token has expired or is invalid' },
  { request: 'POST /verify', body: { type: 'signup', token_hash: 'x' }, status: 403, code: 'otp_expired', text: 'Email link is invalid or has expired' },
  { request: 'POST /verify', body: { type: 'magic', token: '123456', email }, status: 400, code: 'validation_failed', text: 'Unsupported verification type' },
  { request: 'POST /verify', body: { type: 'magic', token_hash: 'x' }, status: 400, code: 'validation_failed', text: 'Invalid email verification type' },
  { request: 'GET /verify?token=x', status: 400, code: 'validation_failed', text: 'Verify requires a verification type' },

  // Second factors
  { request: 'POST /factors', as: 'person', body: { factor_type: 'fingerprint' }, status: 400, code: 'validation_failed', text: 'factor_type needs to be totp, phone, or webauthn' },
  { request: 'POST /factors', as: 'person', body: { factor_type: 'phone', phone: '1' }, status: 422, code: 'mfa_phone_enroll_not_enabled', text: 'MFA enroll is disabled for Phone' },
  { request: 'POST /factors', as: 'person', body: { factor_type: 'webauthn' }, status: 422, code: 'mfa_webauthn_enroll_not_enabled', text: 'MFA enroll is disabled for WebAuthn' },
  { request: 'POST /factors', as: 'nameless', body: { factor_type: 'totp' }, status: 403, code: 'no_authorization', text: 'Anonymous user not allowed to perform these actions' },
  { request: 'POST /factors/x/challenge', as: 'person', body: {}, status: 404, code: 'validation_failed', text: 'factor_id must be an UUID' },
  { request: `POST /factors/${uuid}/verify`, as: 'person', body: {}, status: 404, code: 'mfa_factor_not_found', text: 'Factor not found' },
  { request: `DELETE /factors/${uuid}`, as: 'person', status: 404, code: 'mfa_factor_not_found', text: 'Factor not found' },
  { request: `POST /factors/${uuid}/challenge`, as: 'person', body: {}, status: 404, code: 'mfa_factor_not_found', text: 'Factor not found' },

  // Administration
  { request: 'POST /admin/users', as: 'staff', body: {}, status: 400, code: 'validation_failed', text: 'Cannot create a user without either an email or phone' },
  { request: 'POST /admin/users', as: 'staff', body: { email: 'person@example.com' }, status: 422, code: 'email_exists', text: 'A user with this email address has already been registered' },
  { request: 'POST /admin/users', as: 'staff', body: { email, phone: '441632960999' }, status: 422, code: 'phone_exists', text: 'Phone number already registered by another user' },
  { request: 'POST /admin/users', as: 'staff', body: { phone: 'phone' }, status: 400, code: 'validation_failed', text: 'Invalid phone number format (E.164 required)' },
  { request: 'POST /admin/users', as: 'staff', body: { email, password, password_hash: 'x' }, status: 400, code: 'validation_failed', text: 'Only a password or a password hash should be provided' },
  { request: 'POST /admin/users', as: 'staff', body: { email, id: 'mine' }, status: 400, code: 'validation_failed', text: 'ID must conform to the uuid v4 format' },
  { request: 'POST /admin/users', as: 'staff', body: { email, ban_duration: 'a while' }, status: 400, code: 'validation_failed', text: /^invalid format for ban duration: / },
  { request: 'GET /admin/users/mine', as: 'staff', status: 404, code: 'validation_failed', text: 'user_id must be an UUID' },
  { request: `GET /admin/users/${uuid}`, as: 'staff', status: 404, code: 'user_not_found', text: 'User not found' },
  { request: `PUT /admin/users/${uuid}`, as: 'staff', body: {}, status: 404, code: 'user_not_found', text: 'User not found' },
  { request: `DELETE /admin/users/${uuid}`, as: 'staff', status: 404, code: 'user_not_found', text: 'User not found' },
  { request: `GET /admin/users/${uuid}/factors`, as: 'staff', status: 404, code: 'user_not_found', text: 'User not found' },
  { request: 'GET /admin/users?page=first', as: 'staff', status: 400, code: 'validation_failed', text: /^Bad Pagination Parameters: / },
  { request: 'GET /admin/users?per_page=-1', as: 'staff', status: 400, code: 'validation_failed', text: /^Bad Pagination Parameters: / },
  { request: 'GET /admin/audit?query=secret:x', as: 'staff', status: 400, code: 'validation_failed', text: /^Invalid query scope: / },
  { request: 'POST /invite', as: 'staff', body: { email: 'person@example.com' }, status: 422, code: 'email_exists', text: 'A user with this email address has already been registered' },
  { request: 'POST /invite', as: 'staff', body: { email: 'odd' }, status: 400, code: 'validation_failed', text: 'Unable to validate email address: invalid format' },
  { request: 'POST /admin/generate_link', as: 'staff', body: { type: 'hug', email }, status: 400, code: 'validation_failed', text: 'Invalid email action link type requested: hug' },
  { request: 'POST /admin/generate_link', as: 'staff', body: { type: 'recovery', email: 'nobody@example.com' }, status: 404, code: 'user_not_found', text: 'User with this email not found' },
  { request: 'POST /admin/generate_link', as: 'staff', body: { type: 'invite', email: 'person@example.com' }, status: 422, code: 'email_exists', text: 'A user with this email address has already been registered' },

  // Passkeys
  { request: 'GET /passkeys', status: 401, code: 'no_authorization', text: 'This endpoint requires a valid Bearer token' },
  { request: 'POST /passkeys/registration/options', status: 401, code: 'no_authorization', text: 'This endpoint requires a valid Bearer token' },
  { request: 'POST /passkeys/registration/options', as: 'nameless', body: {}, status: 403, code: 'no_authorization', text: 'Anonymous user not allowed to perform these actions' },
  { request: 'POST /passkeys/registration/verify', as: 'nameless', body: {}, status: 403, code: 'no_authorization', text: 'Anonymous user not allowed to perform these actions' },
  { request: 'POST /passkeys/registration/verify', as: 'person', body: '{oops', status: 400, code: 'bad_json', text: /^Could not parse request body as JSON: / },
  { request: 'POST /passkeys/authentication/options', body: '{oops', status: 400, code: 'bad_json', text: /^Could not parse request body as JSON: / },
  ...(['registration', 'authentication'] as const).flatMap((kind): Row[] => [
    { request: `POST /passkeys/${kind}/verify`, as: 'person', body: { credential: {} }, status: 400, code: 'validation_failed', text: 'challenge_id is required' },
    { request: `POST /passkeys/${kind}/verify`, as: 'person', body: { challenge_id: uuid }, status: 400, code: 'validation_failed', text: 'credential is required' },
    { request: `POST /passkeys/${kind}/verify`, as: 'person', body: { challenge_id: 'x', credential: {} }, status: 400, code: 'validation_failed', text: 'challenge_id must be a valid UUID' },
    { request: `POST /passkeys/${kind}/verify`, as: 'person', body: { challenge_id: uuid, credential: {} }, status: 400, code: 'webauthn_challenge_not_found', text: 'Challenge not found or already used' },
  ]),
  { request: `PATCH /passkeys/${uuid}`, as: 'person', body: {}, status: 400, code: 'validation_failed', text: 'friendly_name is required' },
  { request: `PATCH /passkeys/${uuid}`, as: 'person', body: { friendly_name: 'x'.repeat(121) }, status: 400, code: 'validation_failed', text: 'friendly_name must be 120 characters or less' },
  { request: `PATCH /passkeys/${uuid}`, as: 'person', body: { friendly_name: 'mine' }, status: 404, code: 'validation_failed', text: 'Passkey not found' },
  { request: 'PATCH /passkeys/x', as: 'person', body: { friendly_name: 'mine' }, status: 404, code: 'validation_failed', text: 'Passkey not found' },
  { request: `DELETE /passkeys/${uuid}`, as: 'person', status: 404, code: 'validation_failed', text: 'Passkey not found' },
  { request: 'GET /admin/users/x/passkeys', as: 'staff', status: 404, code: 'validation_failed', text: 'user_id must be an UUID' },
  { request: `GET /admin/users/${uuid}/passkeys`, as: 'staff', status: 404, code: 'user_not_found', text: 'User not found' },
  { request: `DELETE /admin/users/${uuid}/passkeys/${uuid}`, as: 'staff', status: 404, code: 'user_not_found', text: 'User not found' },
  { request: `GET /admin/users/${uuid}/passkeys`, as: 'person', status: 403, code: 'not_admin', text: 'User not allowed' },

  // What is switched off: decided before the body is read
  { request: 'POST /sso', body: '{oops', status: 404, code: 'saml_provider_disabled', text: 'SAML 2.0 is disabled' },
  { request: 'GET /sso/saml/metadata', status: 404, code: 'saml_provider_disabled', text: 'SAML 2.0 is disabled' },
  { request: 'POST /sso/saml/acs', body: 'SAMLResponse=x', status: 404, code: 'saml_provider_disabled', text: 'SAML 2.0 is disabled' },
  { request: 'GET /authorize?provider=google', status: 400, code: 'validation_failed', text: 'Unsupported provider: provider is not enabled' },
  { request: 'GET /authorize?provider=myspace', status: 400, code: 'validation_failed', text: 'Unsupported provider: Provider myspace could not be found' },
  { request: 'GET /authorize', status: 400, code: 'validation_failed', text: 'Unsupported provider: Provider  could not be found' },
  { request: 'POST /token?grant_type=id_token', body: { id_token: 'x', provider: 'google' }, status: 400, code: 'provider_disabled', text: 'Provider (issuer "https://accounts.google.com") is not enabled' },
  { request: 'POST /token?grant_type=id_token', body: { id_token: 'x', client_id: 'x', issuer: 'https://appleid.apple.com' }, status: 400, code: 'provider_disabled', text: 'Provider (issuer "https://appleid.apple.com") is not enabled' },
  { request: 'POST /token?grant_type=id_token', body: { id_token: azureToken, provider: 'azure' }, status: 400, code: 'provider_disabled', text: `Provider (issuer "${azureIssuer}") is not enabled` },
  { request: 'POST /token?grant_type=id_token', body: { id_token: 'x', provider: 'azure' }, status: 400, code: 'validation_failed', text: 'Unable to detect issuer in ID token for Azure provider' },
  { request: 'POST /token?grant_type=id_token', body: { id_token: 'x', provider: 'myspace' }, status: 400, code: 'validation_failed', text: 'Custom OIDC provider "myspace" not allowed' },
  { request: 'POST /token?grant_type=id_token', body: { id_token: 'x', provider: 'custom:mine' }, status: 400, code: 'validation_failed', text: 'Custom provider "custom:mine" not found' },
  { request: 'POST /token?grant_type=web3', body: '{oops', status: 422, code: 'web3_provider_disabled', text: 'Web3 provider is disabled' },
  { request: 'PUT /user', as: 'person', body: { phone: '441632960123' }, status: 400, code: 'phone_provider_disabled', text: 'Unsupported phone provider' },
  { request: 'POST /resend', body: { type: 'sms', phone: '441632960123' }, status: 400, code: 'phone_provider_disabled', text: 'Phone logins are disabled' },
  { request: 'POST /resend', body: { type: 'phone_change', phone: '441632960123' }, status: 400, code: 'phone_provider_disabled', text: 'Phone logins are disabled' },
  { request: 'GET /user/identities/authorize?provider=google', as: 'person', status: 404, code: 'manual_linking_disabled', text: 'Manual linking is disabled' },
  { request: 'GET /user/identities/authorize?provider=google', as: 'nobody', status: 401, code: 'no_authorization', text: 'This endpoint requires a valid Bearer token' },
  { request: `DELETE /user/identities/${uuid}`, as: 'person', status: 404, code: 'manual_linking_disabled', text: 'Manual linking is disabled' },
  { request: 'DELETE /user/identities/x', as: 'nobody', status: 401, code: 'no_authorization', text: 'This endpoint requires a valid Bearer token' },
  ...[
    'GET /passkeys',
    'POST /passkeys/registration/options',
    'POST /passkeys/registration/verify',
    'POST /passkeys/authentication/options',
    'POST /passkeys/authentication/verify',
    `PATCH /passkeys/${uuid}`,
    `DELETE /passkeys/${uuid}`,
  ].map((request): Row => ({ request, ...(request.startsWith('GET') ? {} : { body: '{oops' }), on: 'closed', status: 404, code: 'passkey_disabled', text: 'Passkeys are disabled' })),
  ...[`GET /admin/users/${uuid}/passkeys`, `DELETE /admin/users/${uuid}/passkeys/${uuid}`].flatMap((request): Row[] => [
    { request, as: 'staff', on: 'closed', status: 404, code: 'passkey_disabled', text: 'Passkeys are disabled' },
    { request, as: 'person', on: 'closed', status: 403, code: 'not_admin', text: 'User not allowed' },
  ]),
  ...[
    'GET /admin/oauth/clients',
    'POST /admin/oauth/clients',
    `GET /admin/oauth/clients/${uuid}`,
    `PUT /admin/oauth/clients/${uuid}`,
    `DELETE /admin/oauth/clients/${uuid}`,
    `POST /admin/oauth/clients/${uuid}/regenerate_secret`,
    'GET /oauth/authorize',
    'POST /oauth/token',
    'POST /oauth/clients/register',
    'GET /user/oauth/grants',
  ].map((request): Row => ({ request, as: 'staff', ...(request.startsWith('GET') ? {} : { body: '{oops' }), status: 404, code: 'feature_disabled', text: 'OAuth server is disabled' })),
]

async function foreignToken({ person }: Prepared): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256')
  return new SignJWT({ sub: person.id, role: 'service_role' })
    .setProtectedHeader({ alg: 'ES256' })
    .setExpirationTime('1h')
    .sign(privateKey)
}
