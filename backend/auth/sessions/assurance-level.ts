// When a session needs the second factor: the account has one, and it was not passed in this session.
// The database function internal.holds_role() has the same rule for staff.
import { type Account, hasVerifiedFactor } from '../accounts/users.ts'
import { levelOf, type Session } from './sessions.ts'

export function needsSecondFactor(account: Account, session: Session): boolean {
  return hasVerifiedFactor(account) && levelOf(session) !== 'aal2'
}
