// Passkeys in the database, and the rules for changing them.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { isUuid } from '../../http/uuid.ts'
import type { Problem } from '../../problem.ts'
import type { Account } from '../accounts/users.ts'
import type { AuthContext, Guard, SignedIn } from '../context.ts'
import { badRequest, forbidden, notFound } from '../problems.ts'
import type { Credential, NewCredential } from '../second-factor/webauthn/webauthn.ts'
import type { Service } from '../service.ts'
import { needsSecondFactor } from '../sessions/assurance-level.ts'

export const maxPasskeys = 10

export interface Passkey extends Credential {
  /** Id of the row; `id` is the credential's. */
  passkeyId: string
  friendlyName: string
  createdAt: Date
  lastUsedAt: Date | null
}

interface Row {
  id: string
  credential_id: Uint8Array
  public_key: Uint8Array
  sign_count: number
  transports: string[]
  friendly_name: string
  created_at: Date
  last_used_at: Date | null
}

const columns = `id, credential_id, public_key, sign_count, transports, friendly_name, created_at,
  last_used_at`

export async function passkeysOf(q: Queryable, userId: string): Promise<Passkey[]> {
  const { rows } = await q.query<Row>(
    `select ${columns} from auth.webauthn_credentials where user_id = $1 order by created_at, id`,
    [userId],
  )
  return rows.map(asPasskey)
}

/** Undefined when an account has the credential already. */
export async function addPasskey(
  tx: Queryable,
  userId: string,
  credential: NewCredential,
  now: Date,
): Promise<Passkey | undefined> {
  const { rows } = await tx.query<Row>(
    `insert into auth.webauthn_credentials
       (id, user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports,
        backup_eligible, backed_up, created_at, updated_at)
     values ($1, $2, $3, $4, 'none', $5, $6, $7, $8, $9, $10, $10)
     on conflict do nothing returning ${columns}`,
    [
      randomUUID(),
      userId,
      Buffer.from(credential.id, 'base64url'),
      Buffer.from(credential.publicKey),
      credential.aaguid,
      credential.signCount,
      JSON.stringify(credential.transports),
      credential.isBackupEligible,
      credential.isBackedUp,
      now,
    ],
  )
  return rows[0] && asPasskey(rows[0])
}

/** False when the counter was used by a concurrent request, or the passkey was removed. */
export async function recordUse(
  tx: Queryable,
  { passkeyId }: Passkey,
  { signCount, isBackedUp }: { signCount: number; isBackedUp: boolean },
  now: Date,
): Promise<boolean> {
  const { count } = await tx.query(
    `update auth.webauthn_credentials
     set sign_count = $2, backed_up = $3, last_used_at = $4, updated_at = $4
     where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0))`,
    [passkeyId, signCount, isBackedUp, now],
  )
  return count > 0
}

export async function renamePasskey(
  tx: Queryable,
  { id, userId, name }: { id: string; userId: string; name: string },
  now: Date,
): Promise<Passkey> {
  const { rows } = await tx.query<Row>(
    `update auth.webauthn_credentials set friendly_name = $3, updated_at = $4
     where id = $1 and user_id = $2 returning ${columns}`,
    [id, userId, name, now],
  )
  if (!rows[0]) throw passkeyNotFound()
  return asPasskey(rows[0])
}

export async function removePasskey(tx: Queryable, id: string, userId: string): Promise<void> {
  const { count } = await tx.query(
    'delete from auth.webauthn_credentials where id = $1 and user_id = $2',
    [id, userId],
  )
  if (count === 0) throw passkeyNotFound()
}

export function passkeyJson({ passkeyId, friendlyName, createdAt, lastUsedAt }: Passkey): object {
  return {
    id: passkeyId,
    ...(friendlyName ? { friendly_name: friendlyName } : {}),
    created_at: createdAt,
    ...(lastUsedAt ? { last_used_at: lastUsedAt } : {}),
  }
}

export function passkeyIdOf(c: AuthContext): string {
  const id = c.req.param('passkey_id') ?? ''
  if (!isUuid(id)) throw passkeyNotFound()
  return id
}

/** Guard of all passkey endpoints. */
export function passkeysOn({ config }: Service): Guard {
  return async function requirePasskeys(_c, next) {
    if (!config.allowsPasskeys) throw notFound('passkey_disabled', 'Passkeys are disabled')
    await next()
  }
}

/** Otherwise a thief with the password could bypass the second factor with a new passkey. */
export function requireSecondFactor(account: Account, session: SignedIn['session']): void {
  if (needsSecondFactor(account, session)) {
    throw forbidden(
      'insufficient_aal',
      'AAL2 session is required to manage passkeys when MFA is enabled',
    )
  }
}

export function verificationFailed(cause?: unknown): Problem {
  return badRequest('webauthn_verification_failed', 'Credential verification failed', cause)
}

export function invalidCredential(): Problem {
  return badRequest('webauthn_verification_failed', 'Invalid credential response')
}

function passkeyNotFound(): Problem {
  return notFound('validation_failed', 'Passkey not found')
}

function asPasskey(row: Row): Passkey {
  return {
    passkeyId: row.id,
    id: Buffer.from(row.credential_id).toString('base64url'),
    publicKey: new Uint8Array(row.public_key),
    signCount: row.sign_count,
    transports: row.transports,
    friendlyName: row.friendly_name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
