import { useId } from 'react'
import { Day } from '../../parts/moment.tsx'
import { nameOf, type UserWithRoles } from './users.ts'

export interface UserRowProps {
  user: UserWithRoles
  isOwn: boolean
  isBusy: boolean
  onMakeAdmin(): void
  onRemoveAdmin(): void
}

export function UserRow({ user, isOwn, isBusy, onMakeAdmin, onRemoveAdmin }: UserRowProps) {
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
        </p>
      </div>
      <p className="row-badges">
        {user.roles.map((role) => (
          <span key={role} className={role === 'admin' ? 'badge badge-strong' : 'badge'}>
            {role}
          </span>
        ))}
      </p>
      <div className="row-buttons">
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
