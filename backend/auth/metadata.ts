// Public metadata of the service: its public keys, its enabled sign-in methods, and a health check.
import { Hono } from 'hono'
import type { AuthEnv, Endpoint } from './context.ts'
import { providerNames } from './provider-names.ts'
import { externalUrl, type Service } from './service.ts'

/** The release of the official service whose behaviour this one follows. */
const version = 'v2.196.0'
const cacheForTenMinutes = { 'Cache-Control': 'public, max-age=600' }

export function metadataRoutes(service: Service): Hono<AuthEnv> {
  return new Hono<AuthEnv>()
    .get('/health', health)
    .get('/settings', settings(service))
    .get('/.well-known/jwks.json', publicKeys(service))
    .get('/.well-known/openid-configuration', openIdConfiguration(service))
}

function publicKeys({ keys }: Service): Endpoint {
  return function readPublicKeys(c) {
    return c.json({ keys: keys.publicKeys }, 200, cacheForTenMinutes)
  }
}

/** While the OAuth server is off: the same document as the official service. */
function openIdConfiguration(service: Service): Endpoint {
  const issuer = externalUrl(service)
  return function readOpenIdConfiguration(c) {
    return c.json(
      {
        issuer,
        authorization_endpoint: `${issuer}/oauth/authorize`,
        token_endpoint: `${issuer}/oauth/token`,
        jwks_uri: `${issuer}/.well-known/jwks.json`,
        userinfo_endpoint: `${issuer}/oauth/userinfo`,
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'ES256'],
        code_challenge_methods_supported: ['S256', 'plain'],
      },
      200,
      cacheForTenMinutes,
    )
  }
}

function settings({ config }: Service): Endpoint {
  const { providers } = config
  const off = Object.fromEntries(providerNames.map((name) => [name, false]))
  const on = Object.fromEntries(providers.map(({ name }) => [name, true]))
  const labels = Object.fromEntries(providers.map(({ name, label }) => [name, label]))
  return function readSettings(c) {
    return c.json({
      external: {
        anonymous_users: config.allowsAnonymous,
        email: true,
        ...off,
        ...on,
        phone: config.allowsPhone,
      },
      // Our own extension, for the buttons of the sign-in page.
      ...(providers.length > 0 ? { external_labels: labels } : {}),
      disable_signup: config.isSignUpDisabled,
      mailer_autoconfirm: config.autoconfirm,
      phone_autoconfirm: false,
      sms_provider: config.allowsPhone || config.allowsPhoneFactor ? 'webhook' : '',
      saml_enabled: config.allowsSaml,
      saml_private_key_next_configured: false,
      passkeys_enabled: config.allowsPasskeys,
    })
  }
}

const health: Endpoint = function readHealth(c) {
  return c.json({
    version,
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  })
}
