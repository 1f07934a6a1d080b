import { useId } from 'react'
import { Day } from '../../parts/moment.tsx'
import { AccountButtons, AccountFacts } from './account-buttons.tsx'
import { type Account, nameOf, type UserWithRoles } from './users.ts'

export interface UserRowProps {
  user: UserWithRoles
  account: Account | undefined
  isOwn: boolean
  isBusy: boolean
  onMakeAdmin(): void
  onRemoveAdmin(): void
}

export function UserRow(props: UserRowProps) {
  const { user, account, isOwn, isBusy, onMakeAdmin, onRemoveAdmin } = props
  const isAdmin = user.roles.includes('admin')
  // The buttons keep their plain names; screen readers hear beside them whose they are.
  const id = useId()
  return (
    <li className="row">
      <div className="row-main" id={id}>
        <p className="row-title">
          {nameOf(user)}
          {isOwn && <span className="soft"> (you)</span>}
        </p>
        <p className="soft">
          {user.email} · since <Day at={user.created_at} />
          {account && <AccountFacts account={account} />}
        </p>
      </div>
      <p className="row-badges">
        {user.roles.map((role) => (
          <span key={role} className={role === 'admin' ? 'badge badge-strong' : 'badge'}>
            {role}
          </span>
        ))}
        {account?.has_second_factor && <span className="badge badge-faded">Two-factor on</span>}
        {account && isUnproved(account) && (
          <span className="badge badge-late">Email not confirmed</span>
        )}
        {account?.is_disabled && <span className="badge badge-late">Disabled</span>}
      </p>
      <div className="row-buttons">
        {account && <AccountButtons user={user} account={account} isOwn={isOwn} describedBy={id} />}
        {isAdmin ? (
          <button
            type="button"
            className="btn"
            aria-describedby={id}
            disabled={isBusy}
            onClick={onRemoveAdmin}
          >
            Remove Admin
          </button>
        ) : (
          <button
            type="button"
            className="btn"
            aria-describedby={id}
            disabled={isBusy}
            onClick={onMakeAdmin}
          >
            Make Admin
          </button>
        )}
      </div>
    </li>
  )
}

/** Anybody could have signed up with this address. Of who is invited it is known anyway. */
function isUnproved({ is_proved, is_confirmed, invited_at }: Account): boolean {
  return !is_proved && (is_confirmed || !invited_at)
}
