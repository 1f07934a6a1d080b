// The caller's own recovery codes: generated ten at a time, shown once, stored as hashes.
import type { Queryable } from '../database/database.ts'
import { recordAccountChange } from './account-trail.ts'
import type { StaffDeps } from './deps.ts'
import { requireStillOpen } from './live-session.ts'
import type { OwnAccountFunction } from './own-account-guard.ts'
import { hashRecoveryCode, makeRecoveryCode } from './recovery-code.ts'

const codeCount = 10

/** New codes replace all earlier ones. */
export function makeRecoveryCodes({ database }: Pick<StaffDeps, 'database'>): OwnAccountFunction {
  return async function answerNewCodes(c) {
    const { userId } = c.var.session
    const codes = Array.from({ length: codeCount }, makeRecoveryCode)
    const hashes = codes.map((code) => hashRecoveryCode(userId, code).toString('hex'))
    await database.transaction(async (tx) => {
      // Of two concurrent requests, only the codes of the later one remain valid.
      await tx.query('select from auth.users where id = $1 for update', [userId])
      await requireStillOpen(tx, c.var.session)
      await tx.query('delete from internal.recovery_codes where user_id = $1', [userId])
      await tx.query(
        `insert into internal.recovery_codes (user_id, code_hash)
         select $1, decode(hash, 'hex') from unnest($2::text[]) hash`,
        [userId, hashes],
      )
      await recordAccountChange(tx, {
        actorId: userId,
        userId,
        before: null,
        after: { recovery_codes: codeCount },
      })
    })
    return c.json({ codes })
  }
}

export function countRecoveryCodes({ database }: Pick<StaffDeps, 'database'>): OwnAccountFunction {
  return async function answerCount(c) {
    return c.json(await countCodes(database, c.var.session.userId))
  }
}

export async function countCodes(q: Queryable, userId: string) {
  const { rows } = await q.query<{ left: number; made_at: Date | null }>(
    `select count(*) filter (where used_at is null)::int as left, min(created_at) as made_at
     from internal.recovery_codes where user_id = $1`,
    [userId],
  )
  return rows[0] ?? { left: 0, made_at: null }
}
