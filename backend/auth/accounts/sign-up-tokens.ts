// Remembers which email or SMS was sent for the request that opened an account. Answered from the
// same network, the account keeps the password and name of that request. Any other proof removes them
// (see proof.ts).
import type { Queryable } from '../../database/database.ts'
import { networkOf } from '../../limits/network.ts'
import type { AuthContext } from '../context.ts'
import { isAllowedTarget, type RedirectRules } from '../redirects.ts'

type SignUpToken =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'phone_change_token'

/** Where a request comes from. */
export interface Sender {
  address: string
  /** Another site can make a visitor's browser send a request from the visitor's network. */
  isForeign: boolean
}

export function senderOf(rules: RedirectRules, c: AuthContext): Sender {
  const origin = c.req.header('origin')
  const isForeign = origin !== undefined && !isAllowedTarget(rules, origin)
  return { address: c.var.address, isForeign }
}

/**
 * Call after the email was sent, when its token is the account's current one. A token from an
 * administrator may be answered from any network.
 */
export async function bindSignUp(
  tx: Queryable,
  userId: string,
  kind: SignUpToken,
  sender: Sender | 'administrator',
): Promise<void> {
  if (sender !== 'administrator' && sender.isForeign) {
    await tx.query('delete from internal.sign_up_tokens where user_id = $1', [userId])
    return
  }
  await tx.query(
    `insert into internal.sign_up_tokens (user_id, token_hash, network)
     select id, ${kind}, $2 from auth.users where id = $1 and ${kind} <> ''
     on conflict (user_id) do update
       set token_hash = excluded.token_hash, network = excluded.network`,
    [userId, sender === 'administrator' ? null : networkOf(sender.address)],
  )
}

/** After resending the email of the same request. */
export async function rebindSignUp(
  tx: Queryable,
  userId: string,
  before: string | null,
  kind: SignUpToken,
): Promise<void> {
  await tx.query(
    `update internal.sign_up_tokens s set token_hash = u.${kind}
     from auth.users u where u.id = s.user_id and s.user_id = $1 and s.token_hash = $2`,
    [userId, before ?? ''],
  )
}

/**
 * Was the account's current token of this kind sent for the sign-up, and requested from this network?
 */
export async function answersSignUp(
  tx: Queryable,
  userId: string,
  kind: SignUpToken,
  address: string,
): Promise<boolean> {
  const { count } = await tx.query(
    `select from internal.sign_up_tokens s
     join auth.users u on u.id = s.user_id and u.${kind} = s.token_hash
     where s.user_id = $1 and coalesce(s.network, $2) = $2`,
    [userId, networkOf(address)],
  )
  return count > 0
}
