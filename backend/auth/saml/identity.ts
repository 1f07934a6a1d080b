// Maps a SAML user to the identity data that is stored here.
import type { ExternalUser } from '../accounts/external-accounts.ts'
import type { SsoProvider } from './providers.ts'
import type { SamlUser } from './saml-user.ts'

/** Standard claims are at the top level, others under custom_claims, as in the official service. */
const standardClaims = new Set(
  'name family_name given_name middle_name nickname preferred_username profile picture website gender birthdate zoneinfo locale updated_at phone avatar_url full_name user_name'.split(
    ' ',
  ),
)

export function identityOf(
  { id, entity_id: issuer }: SsoProvider,
  { subject, email, claims }: SamlUser,
): ExternalUser {
  const named = Object.entries(claims).filter(([name]) => name !== 'email')
  const own = named.filter(([name]) => standardClaims.has(name))
  const custom = named.filter(([name]) => !standardClaims.has(name))
  return {
    provider: `sso:${id}`,
    subject,
    ssoEmail: email,
    identity: {
      ...Object.fromEntries(own),
      ...(custom.length > 0 ? { custom_claims: Object.fromEntries(custom) } : {}),
      iss: issuer,
      sub: subject,
      email,
      email_verified: true,
      phone_verified: false,
    },
  }
}
