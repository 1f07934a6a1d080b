// The one rule for when a session is not enough: the account has a second factor, and it was not proved
// in this session. The database has the same rule for staff in internal.holds_role().
import { type Account, hasVerifiedFactor } from '../accounts/users.ts'
import { levelOf, type Session } from './sessions.ts'

export function needsSecondFactor(account: Account, session: Session): boolean {
  return hasVerifiedFactor(account) && levelOf(session) !== 'aal2'
}
