// Asks for confirmation before an account is changed.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Confirm } from '#ui/dialog/confirm.tsx'
import { noFilters } from '../enquiries/filters.ts'
import { openCountQuery } from '../enquiries/open-enquiries.ts'
import type { AccountChanges } from './use-account-changes.ts'
import { personOf, type UserWithRoles } from './users.ts'

export interface AccountAction {
  kind: 'disable' | 'reset' | 'forget'
  user: UserWithRoles
}

export interface ConfirmAccountActionProps {
  action: AccountAction
  changes: AccountChanges
  onClose(): void
}

export function ConfirmAccountAction({ action, changes, onClose }: ConfirmAccountActionProps) {
  const { kind, user } = action
  const name = personOf(user)
  switch (kind) {
    case 'disable':
      return (
        <Confirm
          question={`Disable the account of ${name}?`}
          confirm="Disable"
          onConfirm={() => changes.disable.mutate(user)}
          onClose={onClose}
        >
          <p>
            They are signed out everywhere at once and cannot sign in until you enable the account
            again. Nothing of their work is lost.
          </p>
          <OpenEnquiries userId={user.id} />
        </Confirm>
      )
    case 'reset':
      return (
        <Confirm
          question={`Send ${name} a password reset?`}
          confirm="Send reset"
          isHarmless
          onConfirm={() => changes.reset.mutate(user)}
          onClose={onClose}
        >
          <p>
            An email with a link to choose a new password goes to <strong>{user.email}</strong>.
            Their present password works until they choose another.
          </p>
        </Confirm>
      )
    case 'forget':
      return (
        <Confirm
          question={`Turn off two-factor for ${name}?`}
          confirm="Turn off"
          onConfirm={() => changes.forget.mutate(user)}
          onClose={onClose}
        >
          <p>
            They are signed out everywhere. Their password alone then opens the dashboard, until
            they set up two-factor again. Make sure that it is really {name} who asked for it.
          </p>
        </Confirm>
      )
  }
}

/** It says something in every case: the buttons below would move when the number arrives. */
function OpenEnquiries({ userId }: { userId: string }) {
  const { data: count, isError } = useQuery(openCountQuery(userId))
  if (isError) return <p>Their open enquiries could not be counted.</p>
  if (count === undefined) return <p>Counting their open enquiries…</p>
  if (count === 0) return <p>No open enquiry is assigned to them.</p>
  return (
    <p>
      <strong>
        {count === 1 ? 'One open enquiry stays' : `${count} open enquiries stay`} assigned to them.
      </strong>{' '}
      To hand over,{' '}
      <Link className="link" to="/admin/enquiries" search={{ ...noFilters, assigned: userId }}>
        open their list
      </Link>
      , select what is open and assign it to a colleague. You can do that afterwards, too.
    </p>
  )
}
