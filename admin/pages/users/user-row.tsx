import { useId } from 'react'
import { isMemberRole, type MemberRole, roleNames } from '#schemas/roles.ts'
import { Badge } from '#ui/badge/badge.tsx'
import { Day } from '#ui/relative-time/relative-time.tsx'
import { AccountButtons, AccountFacts } from './account-buttons.tsx'
import type { AccountAction } from './confirm-account-action.tsx'
import { RoleButtons } from './role-buttons.tsx'
import type { AccountChanges } from './use-account-changes.ts'
import { type Account, isInvitationPending, nameOf, type UserWithRoles } from './users.ts'

export interface UserRowProps {
  user: UserWithRoles
  account: Account | undefined
  isOwn: boolean
  isBusy: boolean
  isOnlyAdmin: boolean
  changes: AccountChanges
  onAction(action: AccountAction): void
  onGrant(role: MemberRole): void
  onRevoke(role: MemberRole): void
}

export function UserRow(props: UserRowProps) {
  const { user, account, isOwn, isBusy, isOnlyAdmin, changes, onAction, onGrant, onRevoke } = props
  // The buttons have short names; `aria-describedby` tells screen readers which user they belong to.
  const id = useId()
  return (
    <li className="row row-user">
      <div className="row-main" id={id}>
        <p className="row-title">
          {nameOf(user)}
          {isOwn && <span className="soft"> (you)</span>}
          <span className="row-badges">
            {user.roles.toSorted().map((role) => (
              <Badge key={role} kind={isMemberRole(role) ? 'role' : 'plain'}>
                {role}
              </Badge>
            ))}
            {account && <AccountBadges account={account} />}
          </span>
        </p>
        <p className="soft">
          {user.email} · since <Day at={user.created_at} />
          {account && <AccountFacts account={account} />}
        </p>
        {isOnlyAdmin && (
          <p className="soft">
            The only administrator who can sign in. Make somebody else an administrator before you
            change this role.
          </p>
        )}
      </div>
      <div className="row-buttons">
        {account && (
          <AccountButtons
            user={user}
            account={account}
            isOwn={isOwn}
            describedBy={id}
            changes={changes}
            onAction={onAction}
          />
        )}
        <RoleButtons
          roles={user.roles}
          isBusy={isBusy}
          keepsAdmin={isOnlyAdmin}
          describedBy={id}
          onGrant={onGrant}
          onRevoke={onRevoke}
        />
      </div>
    </li>
  )
}

function AccountBadges({ account }: { account: Account }) {
  const { invited_as, is_invitation_over, has_second_factor, is_disabled } = account
  return (
    <>
      {isInvitationPending(account) && is_invitation_over && (
        <Badge kind="late">Invitation expired</Badge>
      )}
      {isInvitationPending(account) && !is_invitation_over && (
        <Badge kind="faded">
          {invited_as ? `Invited as ${roleNames[invited_as].toLowerCase()}` : 'Invited'}
        </Badge>
      )}
      {has_second_factor && <Badge kind="faded">Two-factor on</Badge>}
      {isEmailUnverified(account) && <Badge kind="late">Email not confirmed</Badge>}
      {is_disabled && <Badge kind="late">Disabled</Badge>}
    </>
  )
}

/** Signed up without confirming the address. A pending invitation has a badge of its own. */
function isEmailUnverified({ is_proved, is_confirmed, invited_at }: Account): boolean {
  return !is_proved && (is_confirmed || !invited_at)
}
