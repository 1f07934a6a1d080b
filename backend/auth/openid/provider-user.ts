// Maps the claims of an ID token to the fields that the official service stores with an identity.
import type { JWTPayload } from 'jose'
import { isEmail } from '../accounts/contacts.ts'
import type { Metadata } from '../accounts/users.ts'

export interface ProviderUser {
  provider: string
  /** The permanent id of the user at the provider. */
  sub: string
  /** In lower case; empty when the provider sends none. */
  email: string
  isEmailVerified: boolean
  /** Stored with the identity. */
  data: Metadata
}

/** Every access token carries these values, so a long one, such as an inline picture, is dropped. */
const maxLength = 1024

const copied =
  'iss sub name given_name family_name middle_name nickname preferred_username profile picture website locale zoneinfo'.split(
    ' ',
  )

export function readProviderUser(provider: string, claims: JWTPayload): ProviderUser {
  const sub = claims.sub ?? ''
  const email = isEmail(claims.email) ? claims.email.toLowerCase() : ''
  // Some providers send the flag as text.
  const isEmailVerified = email !== '' && String(claims.email_verified) === 'true'
  const texts = copied.flatMap((name) => {
    const value = claims[name]
    return typeof value === 'string' && value !== '' && value.length <= maxLength
      ? [[name, value]]
      : []
  })
  const data: Metadata = Object.fromEntries(texts)
  return {
    provider,
    sub,
    email,
    isEmailVerified,
    data: {
      ...data,
      ...(data.name ? { full_name: data.name } : {}),
      ...(data.picture ? { avatar_url: data.picture } : {}),
      ...(email ? { email } : {}),
      email_verified: isEmailVerified,
      phone_verified: false,
      provider_id: sub,
    },
  }
}
