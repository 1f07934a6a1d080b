// The sign-in providers that the official service knows by name. Those that are not configured are
// refused in the words that a client expects for a known and for an unknown one.
import { providerNames } from '../provider-names.ts'

/** A phone is a way to sign in, but nobody to send a browser to. */
export const isKnownProvider = (name: string) => name !== 'phone' && providerNames.includes(name)

/** Whose id tokens the official service takes. Keycloak has no address until it is configured. */
const issuers: Record<string, string> = {
  apple: 'https://appleid.apple.com',
  google: 'https://accounts.google.com',
  facebook: 'https://www.facebook.com',
  kakao: 'https://kauth.kakao.com',
  keycloak: '',
}

/** The issuer that a request for an id token means, if it is one of a known provider. */
export function findIssuer(provider: string, issuer: string): string | undefined {
  if (Object.hasOwn(issuers, provider)) return issuers[provider]
  const isKnown = issuer !== '' && Object.values(issuers).includes(issuer)
  return isKnown || isAzureIssuer(issuer) ? issuer : undefined
}

/** Each of Azure's tenants is an issuer of its own. */
export function isAzureIssuer(issuer: string): boolean {
  return /^https:\/\/(login\.microsoftonline\.com|sts\.windows\.net)\/[^/]+(\/|\/v2\.0)?$/.test(
    issuer,
  )
}
