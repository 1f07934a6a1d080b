// Who came, as the provider tells it: the claims of an id token in the fields that the official
// service keeps with an identity.
import type { JWTPayload } from 'jose'
import { isEmail } from '../accounts/contacts.ts'
import type { Metadata } from '../accounts/users.ts'

export interface Person {
  provider: string
  /** The provider's own id of the person, which never changes. */
  sub: string
  /** Lower-cased; empty when the provider names none. */
  email: string
  isEmailVerified: boolean
  /** What the identity keeps. */
  data: Metadata
}

/** Every access token carries them: a picture that is written out as text is left behind. */
const longest = 1024

const copied =
  'iss sub name given_name family_name middle_name nickname preferred_username profile picture website locale zoneinfo'.split(
    ' ',
  )

export function readPerson(provider: string, claims: JWTPayload): Person {
  const sub = claims.sub ?? ''
  const email = isEmail(claims.email) ? claims.email.toLowerCase() : ''
  // Some providers write the flag as text.
  const isEmailVerified = email !== '' && String(claims.email_verified) === 'true'
  const texts = copied.flatMap((name) => {
    const value = claims[name]
    return typeof value === 'string' && value !== '' && value.length <= longest
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
