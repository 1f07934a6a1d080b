// For somebody at the door who has lost the telephone: the password is proved, and a recovery code
// stands in for the second step. It takes the lost factor off, so that another can be set up.
import type { Context } from 'hono'
import * as v from 'valibot'
import { audit, userActor } from '../auth/accounts/audit.ts'
import { lockAccount } from '../auth/accounts/users.ts'
import { removeFactor } from '../auth/second-factor/factors.ts'
import { endSessions } from '../auth/sessions/sessions.ts'
import type { Limit, Verdict } from '../limits/limits.ts'
import { takeForNetwork } from '../limits/network.ts'
import { Problem } from '../problem.ts'
import { recordAccountChange } from './account-trail.ts'
import { readBody } from './admin-guard.ts'
import type { StaffDeps } from './deps.ts'
import { type LiveSession, requireStillOpen } from './live-session.ts'
import type { OwnAccountFunction } from './own-account-guard.ts'
import { countCodes } from './own-recovery-codes.ts'
import { hashRecoveryCode } from './recovery-code.ts'

const hour = 3_600_000
const perAccount: Limit = { burst: 5, count: 10, perMs: hour }
const perAddress: Limit = { burst: 10, count: 30, perMs: hour }

type RecoverDeps = Pick<StaffDeps, 'database' | 'limits' | 'clientAddress' | 'notifyRecovered'>

export function recover(deps: RecoverDeps): OwnAccountFunction {
  return async function letInByCode(c) {
    const { session } = c.var
    const address = deps.clientAddress(c.req.raw)
    // ClaimedKey before the body is looked at, so that every try counts, whatever it holds.
    const key = 'staff.recover'
    refuseTooMany(c, await takeForNetwork(deps.limits, `${key}.address`, address, perAddress))
    refuseTooMany(c, await deps.limits.take(`${key}.account`, session.userId, perAccount))
    const { code } = await readBody(c, v.object({ code: v.string() }))
    await spend(deps, session, code, address)
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
 * One lock, one look and one update whether the code is right, wrong, spent, or there is nothing to
 * recover, and one answer to all that is not right. Of two at once the second finds no factor left,
 * and its code stays good.
 */
async function spend(
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
    for (const factor of account.factors) await removeFactor(tx, factor, now)
    // The telephone that is lost may be signed in.
    await endSessions(tx, userId, session.id)
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
    // A sheet of codes can be copied without being missed: its owner hears of every use.
    if (account.email) {
      const { left: codesLeft } = await countCodes(tx, userId)
      await notifyRecovered(tx, { to: account.email, at: now, from: address, codesLeft })
    }
  })
}
