// The accounts and their roles.
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Confirm } from '#ui/dialog/confirm.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { Empty, Failed } from '../../parts/list-states.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { useSession } from '../../session/session.tsx'
import { type AccountAction, ConfirmAccountAction } from './confirm-account-action.tsx'
import { InviteForm } from './invite-form.tsx'
import { UndoBar } from './undo-bar.tsx'
import { useAccountChanges } from './use-account-changes.ts'
import { losesAdmin, type RoleChange, useRoleChange } from './use-role-change.ts'
import { UserRow } from './user-row.tsx'
import { accountsQuery, isOnlyAdmin, matches, usersQuery } from './users.ts'

export function UsersTab() {
  const users = useQuery(usersQuery)
  const { data: accounts } = useQuery(accountsQuery)
  const session = useSession()
  const ownId = session.status === 'signed-in' ? session.user.id : undefined
  const heading = useRef<HTMLHeadingElement>(null)
  const [search, setSearch] = useState('')
  const [confirming, setConfirming] = useState<RoleChange>()
  const [action, setAction] = useState<AccountAction>()
  const change = useRoleChange(ownId)
  const changes = useAccountChanges()

  function changeRole(wanted: RoleChange) {
    if (wanted.user.id === ownId && losesAdmin(wanted)) setConfirming(wanted)
    else change.mutate(wanted)
  }
  const shown = users.data?.filter((user) => matches(user, search))
  return (
    <section aria-labelledby="users-heading">
      <div className="toolbar">
        <h2 id="users-heading" ref={heading} tabIndex={-1}>
          Users
        </h2>
        <SearchBox label="Search users" value={search} onChange={setSearch} />
      </div>
      <InviteForm invite={changes.invite} />
      <UndoBar changes={changes} onUndone={() => heading.current?.focus()} />
      {users.isPending && <Spinner label="Loading users" />}
      {users.isError && !users.data && (
        <Failed text="The users could not be loaded." onRetry={() => void users.refetch()} />
      )}
      {shown?.length === 0 && (
        <Empty>{search ? 'No user matches this search.' : 'There are no accounts yet.'}</Empty>
      )}
      {shown && shown.length > 0 && (
        <ul className="rows">
          {shown.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              account={accounts?.get(user.id)}
              isOwn={user.id === ownId}
              isBusy={change.isPending && change.variables.user.id === user.id}
              isOnlyAdmin={isOnlyAdmin(user, users.data ?? [], accounts)}
              changes={changes}
              onAction={setAction}
              onGrant={(role) => changeRole({ user, role, isGranted: true })}
              onRevoke={(role) => changeRole({ user, role, isGranted: false })}
            />
          ))}
        </ul>
      )}
      {action && (
        <ConfirmAccountAction
          action={action}
          changes={changes}
          onClose={() => setAction(undefined)}
        />
      )}
      {confirming && (
        <Confirm
          question="Remove your own admin role?"
          confirm="Remove my role"
          onConfirm={() => change.mutate(confirming)}
          onClose={() => setConfirming(undefined)}
        >
          <p>
            You lose this part of the dashboard at once, and another administrator has to give the
            role back to you.
          </p>
        </Confirm>
      )}
    </section>
  )
}
