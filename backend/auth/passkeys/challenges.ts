// WebAuthn challenges of passkeys. Each is used at most once, whether the response is valid or not.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { isUuid } from '../../http/uuid.ts'
import { badRequest, validationFailed } from '../problems.ts'
import { type SessionData, webauthnLifeMs } from '../second-factor/webauthn/webauthn.ts'
import type { Service } from '../service.ts'

interface ChallengePurpose {
  type: 'registration' | 'authentication'
  /** Null for a sign-in, because the user is not known yet. */
  userId: string | null
}

export async function storeChallenge(
  service: Service,
  { type, userId }: ChallengePurpose,
  sessionData: SessionData,
): Promise<{ challenge_id: string; expires_at: number }> {
  const id = randomUUID()
  const now = service.now()
  const expiresAt = new Date(now.getTime() + webauthnLifeMs)
  // Only the newest challenge of an account counts, so that repeated requests leave one row.
  await service.database.query(
    `with replaced as (
       delete from auth.webauthn_challenges where user_id = $2 and challenge_type = $3
     )
     insert into auth.webauthn_challenges
       (id, user_id, challenge_type, session_data, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, userId, type, JSON.stringify(sessionData), now, expiresAt],
  )
  return { challenge_id: id, expires_at: Math.floor(expiresAt.getTime() / 1000) }
}

/** Deleted before the response is checked: a failed attempt uses the challenge too. */
export async function takeChallenge(
  q: Queryable,
  id: string,
  { type, userId }: ChallengePurpose,
  now: Date,
): Promise<string> {
  const { rows } = await q.query<{ session_data: SessionData; expires_at: Date }>(
    `delete from auth.webauthn_challenges
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3
     returning session_data, expires_at`,
    [id, type, userId],
  )
  const [challenge] = rows
  if (!challenge) {
    throw badRequest('webauthn_challenge_not_found', 'Challenge not found or already used')
  }
  if (challenge.expires_at < now) {
    throw badRequest('webauthn_challenge_expired', 'Challenge has expired')
  }
  return challenge.session_data.challenge
}

export function requireCredential(challengeId: string, credential: unknown): void {
  if (!challengeId) throw validationFailed('challenge_id is required')
  if (credential === undefined || credential === null) {
    throw validationFailed('credential is required')
  }
  if (!isUuid(challengeId)) throw validationFailed('challenge_id must be a valid UUID')
}
