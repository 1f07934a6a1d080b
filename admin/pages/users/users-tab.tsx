// Who has an account, and who is an administrator.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toMessage } from '../../errors.ts'
import { leaveNotice, showError, showSuccess } from '../../notices/notices.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Empty, Failed, Spinner } from '../../parts/list-states.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { useSession } from '../../session/session.tsx'
import { InviteForm } from './invite-form.tsx'
import { UserRow } from './user-row.tsx'
import {
  accountsQuery,
  grantAdmin,
  matches,
  revokeAdmin,
  type UserWithRoles,
  usersQuery,
} from './users.ts'

export function UsersTab() {
  const users = useQuery(usersQuery)
  const { data: accounts } = useQuery(accountsQuery)
  const session = useSession()
  const ownId = session.status === 'signed-in' ? session.user.id : undefined
  const [search, setSearch] = useState('')
  const [asks, setAsks] = useState<UserWithRoles>()
  const change = useRoleChange(ownId)

  const remove = (user: UserWithRoles) => change.mutate({ user, isAdmin: false })
  const shown = users.data?.filter((user) => matches(user, search))
  return (
    <section aria-labelledby="users-heading">
      <div className="toolbar">
        <h2 id="users-heading">Users</h2>
        <SearchBox label="Search users" value={search} onChange={setSearch} />
      </div>
      <InviteForm />
      {users.isPending && <Spinner label="Loading users" />}
      {users.isError && !users.data && (
        <Failed text="The users could not be loaded." onRetry={() => void users.refetch()} />
      )}
      {shown?.length === 0 && (
        <Empty>{search ? 'Nobody matches this search.' : 'There are no accounts yet.'}</Empty>
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
              onMakeAdmin={() => change.mutate({ user, isAdmin: true })}
              onRemoveAdmin={() => (user.id === ownId ? setAsks(user) : remove(user))}
            />
          ))}
        </ul>
      )}
      {asks && (
        <Confirm
          question="Remove your own admin role?"
          confirm="Remove my role"
          onConfirm={() => remove(asks)}
          onClose={() => setAsks(undefined)}
        >
          <p>You leave the dashboard at once, and another administrator has to let you back in.</p>
        </Confirm>
      )}
    </section>
  )
}

interface RoleChange {
  user: UserWithRoles
  isAdmin: boolean
}

function useRoleChange(ownId: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ user, isAdmin }: RoleChange) =>
      isAdmin ? grantAdmin(user.id) : revokeAdmin(user.id),
    async onSuccess(_, { user, isAdmin }) {
      if (user.id === ownId && !isAdmin) {
        leaveNotice('site', { title: 'Success', text: 'Admin role removed successfully' })
        location.replace('/')
        return
      }
      await client.invalidateQueries({ queryKey: usersQuery.queryKey })
      showSuccess(isAdmin ? 'Admin role granted successfully' : 'Admin role removed successfully')
    },
    onError: (error) => showError(toMessage(error, 'Failed to update user role')),
  })
}
