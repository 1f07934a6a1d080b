// DELETE /user/identities/{identity_id}: unlinks an identity. One must remain, and the account's
// address must be one of the remaining ones.
import { type Queryable, sqlState } from '../../database/database.ts'
import { isUuid } from '../../http/uuid.ts'
import { audit, userActor } from '../accounts/audit.ts'
import { refreshProviders } from '../accounts/identities.ts'
import { isProven } from '../accounts/proof.ts'
import { type Account, type IdentityRow, mergeMetadata, updateUser } from '../accounts/users.ts'
import type { Endpoint } from '../context.ts'
import { unprocessable, validationFailed } from '../problems.ts'
import type { Service } from '../service.ts'
import { lockSignedIn } from '../sessions/lock-signed-in.ts'
import { requireLinkingLevel } from './linking.ts'

export function unlinkIdentity(service: Service): Endpoint {
  return async function removeOwnIdentity(c) {
    const id = c.req.param('identity_id') ?? ''
    if (!isUuid(id)) throw validationFailed('identity_id must be an UUID', 404)
    const now = service.now()
    await service.database.transaction(async (tx) => {
      const { account, session } = await lockSignedIn(tx, c.var.signedIn, now)
      requireLinkingLevel(account, session)
      const identity = requireSpare(account, id.toLowerCase())
      await requireOtherProof(tx, account, identity)
      await tx.query('delete from auth.identities where id = $1', [identity.id])
      await leaveProvider(tx, service, account, identity)
      await audit(tx, now, {
        actor: userActor(account),
        action: 'identity_unlinked',
        traits: {
          identity_id: identity.id,
          provider: identity.provider,
          provider_id: identity.provider_id,
        },
        address: c.var.address,
      })
    })
    return c.json({})
  }
}

function requireSpare({ identities }: Account, id: string): IdentityRow {
  if (identities.length <= 1) {
    throw unprocessable(
      'single_identity_not_deletable',
      'User must have at least 1 identity after unlinking',
    )
  }
  const identity = identities.find((candidate) => candidate.id === id)
  if (!identity) throw unprocessable('identity_not_found', "Identity doesn't exist")
  return identity
}

/**
 * A proven identity stays: with a stolen session, an attacker could otherwise link their own
 * identity, unlink the owner's and keep the account. An address is changed by email instead.
 */
async function requireOtherProof(
  tx: Queryable,
  account: Account,
  { id, provider, email }: IdentityRow,
): Promise<void> {
  const known = provider === 'phone' ? account.phone : email === account.email ? email : null
  const isKnownOtherwise = account.identities.some(
    (other) => other.id !== id && provider !== 'phone' && other.email === known,
  )
  if (!known || isKnownOtherwise || !(await isProven(tx, account.id, known))) return
  throw unprocessable(
    'email_conflict_identity_not_deletable',
    'Unable to unlink the identity that the account is proved by',
  )
}

async function leaveProvider(
  tx: Queryable,
  service: Service,
  account: Account,
  { id, provider }: IdentityRow,
): Promise<void> {
  const now = service.now()
  const left = account.identities.filter((identity) => identity.id !== id)
  if (provider === 'phone') {
    await updateUser(tx, account.id, { phone: null, phone_confirmed_at: null }, now)
  } else {
    await moveAddress(tx, service, account, left)
  }
  const isLeft = left.some((identity) => identity.provider === account.raw_app_meta_data?.provider)
  if (!isLeft) {
    const metadata = mergeMetadata(account.raw_app_meta_data, { provider: null })
    await updateUser(tx, account.id, { raw_app_meta_data: metadata }, now)
  }
  await refreshProviders(tx, account.id, now)
}

/** Prefers a verified address; an unverified one must be confirmed again. */
async function moveAddress(
  tx: Queryable,
  { config, now }: Service,
  account: Account,
  left: IdentityRow[],
): Promise<void> {
  if (left.some(({ email }) => (email ?? '') === (account.email ?? ''))) return
  const isVerified = ({ identity_data: data }: IdentityRow) => data.email_verified === true
  const successor =
    left.find((row) => row.email && isVerified(row)) ?? left.find(({ email }) => email)
  const staysConfirmed = successor !== undefined && (isVerified(successor) || config.autoconfirm)
  await updateUser(
    tx,
    account.id,
    {
      email: successor?.email ?? null,
      email_confirmed_at: staysConfirmed ? account.email_confirmed_at : null,
    },
    now(),
  ).catch((error: unknown) => {
    if (sqlState(error) !== '23505') throw error
    throw unprocessable(
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
      error,
    )
  })
}
