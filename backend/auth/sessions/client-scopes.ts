// What an OAuth client may read about a user, by the granted scopes: the same in the ID token, in the
// access token, at /oauth/userinfo and at /user. Scopes grant no rights: a client cannot act for the
// user.
import type { Account, Metadata } from '../accounts/users.ts'

/** The account reduced to what the scopes cover. */
export function accountFor(account: Account, granted: string[]): Account {
  return {
    ...account,
    email: granted.includes('email') ? account.email : null,
    email_confirmed_at: granted.includes('email') ? account.email_confirmed_at : null,
    phone: granted.includes('phone') ? account.phone : null,
    phone_confirmed_at: granted.includes('phone') ? account.phone_confirmed_at : null,
    confirmed_at: null,
    raw_user_meta_data: granted.includes('profile') ? profileFields(account) : {},
    raw_app_meta_data: {},
    email_change: null,
    phone_change: null,
    invited_at: null,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    email_change_sent_at: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    banned_until: null,
    identities: [],
    factors: [],
  }
}

const profileKeys = 'full_name name picture avatar_url preferred_username username'.split(' ')

function profileFields({ raw_user_meta_data: metadata }: Account): Metadata {
  const known = Object.entries(metadata ?? {}).filter(([key]) => profileKeys.includes(key))
  return Object.fromEntries(known)
}

/** In the requested order, without duplicates. */
export function parseScopes(text: string | null): string[] {
  return [...new Set((text ?? '').split(' ').filter(Boolean))]
}
