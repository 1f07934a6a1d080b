// Metadata for OAuth clients: OpenID Connect Discovery and RFC 8414 in one document.
import type { Endpoint } from '../context.ts'
import { externalUrl, type Service } from '../service.ts'
import { offeredScopes } from './scopes.ts'

export function authorizationServer(service: Service): Endpoint {
  const issuer = externalUrl(service)
  const registration = { registration_endpoint: `${issuer}/oauth/clients/register` }
  const document = {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    ...(service.config.allowsOauthRegistration ? registration : {}),
    scopes_supported: offeredScopes(service.keys),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [service.keys.algorithm],
    claims_supported: [
      ...['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce'],
      ...['name', 'picture', 'preferred_username', 'updated_at'],
      ...['email', 'email_verified', 'phone_number', 'phone_number_verified'],
    ],
  }
  return function readMetadata(c) {
    return c.json(document, 200, { 'Cache-Control': 'public, max-age=600' })
  }
}
