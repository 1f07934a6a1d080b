// Providers that the official service knows by name. Those not configured are refused with the
// message that clients expect for a known or an unknown provider.
import { providerNames } from '../provider-names.ts'

/** `phone` is a sign-in method, not a provider to redirect to. */
export const isKnownProvider = (name: string) => name !== 'phone' && providerNames.includes(name)

/** Issuers whose ID tokens the official service accepts. Keycloak has none until it is configured. */
const issuers: Record<string, string> = {
  apple: 'https://appleid.apple.com',
  google: 'https://accounts.google.com',
  facebook: 'https://www.facebook.com',
  kakao: 'https://kauth.kakao.com',
  keycloak: '',
}

/** The issuer that a request refers to, if it belongs to a known provider. */
export function findIssuer(provider: string, issuer: string): string | undefined {
  if (Object.hasOwn(issuers, provider)) return issuers[provider]
  const isKnown = issuer !== '' && Object.values(issuers).includes(issuer)
  return isKnown || isAzureIssuer(issuer) ? issuer : undefined
}

/** Every Azure tenant is its own issuer. */
export function isAzureIssuer(issuer: string): boolean {
  return /^https:\/\/(login\.microsoftonline\.com|sts\.windows\.net)\/[^/]+(\/|\/v2\.0)?$/.test(
    issuer,
  )
}
