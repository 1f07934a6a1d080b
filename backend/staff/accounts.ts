// Details of accounts beyond their profiles; disabling and enabling accounts.
import * as v from 'valibot'
import { audit, roleActor } from '../auth/accounts/audit.ts'
import { mailLifeMs } from '../auth/accounts/one-time-tokens.ts'
import { endSessions } from '../auth/sessions/sessions.ts'
import type { Database, Queryable } from '../database/database.ts'
import { Problem } from '../problem.ts'
import { recordAccountChange } from './account-trail.ts'
import { type AdminHandler, type Member, readBody, uuid } from './role-guards.ts'

interface AccountDeps {
  database: Database
}

export function listAccounts({ database }: AccountDeps): AdminHandler {
  return async function answerAccounts(c) {
    const { rows } = await database.query(
      `select id, last_sign_in_at, invited_at, email_confirmed_at is not null as is_confirmed,
         coalesce(banned_until > now(), false) as is_disabled,
         exists (
           select from internal.proven_contacts p
           where p.user_id = u.id and p.contact in (u.email, u.phone)
         ) as is_proved,
         exists (
           select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'
         ) as has_second_factor,
         (select i.role from internal.invited_roles i
          where i.user_id = u.id and i.email = u.email and (i.invited_by is null or exists (
            select from auth.users a join public.user_roles r on r.user_id = a.id
            where a.id = i.invited_by and r.role = 'admin'
              and (a.banned_until is null or a.banned_until <= now())
              and internal.has_own_provider(a)
          ))) as invited_as,
         coalesce(confirmation_sent_at < $1, false) as is_invitation_over
       from auth.users u where deleted_at is null`,
      [new Date(Date.now() - mailLifeMs)],
    )
    return c.json({ accounts: rows })
  }
}

export function setDisabled({ database }: AccountDeps, isDisabled: boolean): AdminHandler {
  return async function changeAccount(c) {
    const { user_id } = await readBody(c, v.object({ user_id: uuid }))
    const { admin } = c.var
    if (isDisabled && user_id === admin.id) {
      throw new Problem('own_account', {
        status: 409,
        message: 'You cannot disable your own account',
      })
    }
    await database.transaction(async (tx) => {
      if (isDisabled) await requireStillActive(tx, admin)
      const wasDisabled = await lockDisabled(tx, user_id)
      // Already in this state (a double click, or two administrators): nothing to change or record.
      if (wasDisabled === isDisabled) return
      await tx.query(
        `update auth.users
         set banned_until = case when $2 then now() + interval '100 years' end, updated_at = now()
         where id = $1`,
        [user_id, isDisabled],
      )
      if (isDisabled) await endSessions(tx, user_id)
      await recordAccountChange(tx, {
        actorId: admin.id,
        userId: user_id,
        before: { is_disabled: wasDisabled },
        after: { is_disabled: isDisabled },
      })
      await audit(tx, new Date(), {
        actor: { ...roleActor('staff'), id: admin.id },
        action: 'user_modified',
        traits: { user_id, is_disabled: isDisabled },
      })
    })
    return c.json({ ok: true })
  }
}

/** Whether the account is disabled; the row lock keeps it so until the transaction ends. */
async function lockDisabled(tx: Queryable, userId: string): Promise<boolean> {
  const { rows } = await tx.query<{ is_disabled: boolean }>(
    `select coalesce(banned_until > now(), false) as is_disabled
     from auth.users where id = $1 and deleted_at is null for update`,
    [userId],
  )
  const [account] = rows
  if (!account) {
    throw new Problem('not_found', { status: 404, message: 'There is no such account' })
  }
  return account.is_disabled
}

/** When two administrators disable each other at the same time, the second is refused. */
async function requireStillActive(tx: Queryable, { id }: Member): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('internal.keep_last_admin'))`)
  const { count } = await tx.query(
    `select from auth.users u join public.user_roles r on r.user_id = u.id and r.role = 'admin'
     where u.id = $1 and (u.banned_until is null or u.banned_until <= now())`,
    [id],
  )
  if (count === 0) {
    throw new Problem('not_admin', { status: 403, message: 'Only administrators may do this' })
  }
}
