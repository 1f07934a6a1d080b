// What an authenticator was asked. Each challenge is answered at most once, rightly or wrongly.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { isUuid } from '../../http/uuid.ts'
import { badRequest, validationFailed } from '../problems.ts'
import { type SessionData, webauthnLifeMs } from '../second-factor/webauthn/webauthn.ts'
import type { Service } from '../service.ts'

interface Question {
  type: 'registration' | 'authentication'
  /** Whoever signs in is not known yet. */
  userId: string | null
}

export async function keepChallenge(
  service: Service,
  { type, userId }: Question,
  asked: SessionData,
): Promise<{ challenge_id: string; expires_at: number }> {
  const id = randomUUID()
  const now = service.now()
  const expiresAt = new Date(now.getTime() + webauthnLifeMs)
  // The newest question of an account counts, so that asking again and again leaves one row.
  await service.database.query(
    `with replaced as (
       delete from auth.webauthn_challenges where user_id = $2 and challenge_type = $3
     )
     insert into auth.webauthn_challenges
       (id, user_id, challenge_type, session_data, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, userId, type, JSON.stringify(asked), now, expiresAt],
  )
  return { challenge_id: id, expires_at: Math.floor(expiresAt.getTime() / 1000) }
}

/** Gone once it was read, before the answer is judged: a failed attempt is spent too. */
export async function takeChallenge(
  q: Queryable,
  id: string,
  { type, userId }: Question,
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

export function requireAnswer(challengeId: string, credential: unknown): void {
  if (!challengeId) throw validationFailed('challenge_id is required')
  if (credential === undefined || credential === null) {
    throw validationFailed('credential is required')
  }
  if (!isUuid(challengeId)) throw validationFailed('challenge_id must be a valid UUID')
}
