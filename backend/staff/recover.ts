// Sign-in for a user who has lost their second factor: after the password, a recovery code removes
// the factor, so that the user can set up another one.
import type { Context } from 'hono'
import * as v from 'valibot'
import { audit, userActor } from '../auth/accounts/audit.ts'
import { lockAccount } from '../auth/accounts/users.ts'
import { removeLostFactors } from '../auth/second-factor/factors.ts'
import type { Limit, Verdict } from '../limits/limits.ts'
import { takeForNetwork } from '../limits/network.ts'
import { Problem } from '../problem.ts'
import { recordAccountChange } from './account-trail.ts'
import type { StaffDeps } from './deps.ts'
import { type LiveSession, requireStillOpen } from './live-session.ts'
import type { OwnAccountFunction } from './own-account-guard.ts'
import { countCodes } from './own-recovery-codes.ts'
import { hashRecoveryCode } from './recovery-code.ts'
import { readBody } from './role-guards.ts'

const hour = 3_600_000
const perAccount: Limit = { burst: 5, count: 10, perMs: hour }
const perIp: Limit = { burst: 10, count: 30, perMs: hour }

type RecoverDeps = Pick<StaffDeps, 'database' | 'limits' | 'clientAddress' | 'notifyRecovered'>

export function recover(deps: RecoverDeps): OwnAccountFunction {
  return async function letInByCode(c) {
    const { session } = c.var
    const address = deps.clientAddress(c.req.raw)
    // Rate-limited before the body is read, so that every attempt counts, whatever it contains.
    const key = 'staff.recover'
    refuseTooMany(c, await takeForNetwork(deps.limits, `${key}.address`, address, perIp))
    refuseTooMany(c, await deps.limits.take(`${key}.account`, session.userId, perAccount))
    const { code } = await readBody(c, v.object({ code: v.string() }))
    await redeemCode(deps, session, code, address)
    return c.json({ ok: true })
  }
}

function refuseTooMany(c: Context, { allowed, retryAfterSeconds }: Verdict): void {
  if (allowed) return
  c.header('Retry-After', String(retryAfterSeconds))
  throw new Problem('too_many_tries', {
    status: 429,
    message: 'Too many tries. Please wait a while.',
  })
}

/**
 * The same queries run whether the code is right, wrong or used, or there is no factor to remove, and
 * every failure gets the same response. Of two concurrent requests the second finds no factor left,
 * and its code stays valid.
 */
async function redeemCode(
  { database, notifyRecovered }: RecoverDeps,
  session: LiveSession,
  code: string,
  address: string,
): Promise<void> {
  const { userId } = session
  await database.transaction(async (tx) => {
    const account = await lockAccount(tx, userId)
    await requireStillOpen(tx, session)
    const spent = await tx.query(
      `update internal.recovery_codes set used_at = now()
       where user_id = $1 and code_hash = $2 and used_at is null`,
      [userId, hashRecoveryCode(userId, code)],
    )
    const lost = account?.factors.filter(({ status }) => status === 'verified') ?? []
    if (!account || spent.count === 0 || lost.length === 0) {
      throw new Problem('invalid_code', { status: 422, message: 'This code is not valid' })
    }
    const now = new Date()
    await removeLostFactors(tx, account, session.id, now)
    await recordAccountChange(tx, {
      actorId: userId,
      userId,
      before: { has_second_factor: true },
      after: { has_second_factor: false, by_recovery_code: true },
    })
    await audit(tx, now, {
      actor: userActor(account),
      action: 'factor_deleted',
      traits: { by: 'recovery_code', factor_ids: lost.map(({ id }) => id) },
      address,
    })
    // Recovery codes can be copied unnoticed, so the owner is notified of every use.
    if (account.email) {
      const { left: codesLeft } = await countCodes(tx, userId)
      await notifyRecovered(tx, { to: account.email, at: now, from: address, codesLeft })
    }
  })
}
