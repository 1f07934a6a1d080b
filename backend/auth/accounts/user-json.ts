// The account as clients see it. Contacts are never null; unknown values are omitted.
import type { Account, FactorRow, IdentityRow, UserRow } from './users.ts'

export function userJson(account: Account): object {
  const factors = account.factors.map(factorJson)
  return {
    ...ownFields(account),
    identities: account.identities.map(identityJson),
    ...(factors.length > 0 ? { factors } : {}),
  }
}

/** Lists do not load identities and factors. */
export function listedUserJson(user: UserRow): object {
  return { ...ownFields(user), identities: null }
}

function ownFields(user: UserRow): object {
  return {
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...known({
      email_confirmed_at: user.email_confirmed_at,
      invited_at: user.invited_at,
      phone_confirmed_at: user.phone_confirmed_at,
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: user.confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.email_change,
      email_change_sent_at: user.email_change_sent_at,
      new_phone: user.phone_change,
      phone_change_sent_at: user.phone_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
      deleted_at: user.deleted_at,
    }),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  }
}

function identityJson(identity: IdentityRow): object {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: asUtc(identity.last_sign_in_at),
    created_at: asUtc(identity.created_at),
    updated_at: asUtc(identity.updated_at),
    ...known({ email: identity.email }),
  }
}

/** Never the secret. */
export function factorJson(factor: FactorRow): object {
  return {
    id: factor.id,
    created_at: asUtc(factor.created_at),
    updated_at: asUtc(factor.updated_at),
    status: factor.status,
    ...known({ friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    phone: factor.phone,
    last_challenged_at: asUtc(factor.last_challenged_at),
    ...known({ web_authn_aaguid: factor.web_authn_aaguid }),
  }
}

function known(fields: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== ''),
  )
}

function asUtc(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
