// Giving and taking a role, with its notices.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dashboardPath } from '#schemas/paths.ts'
import { type MemberRole, roleNames } from '#schemas/roles.ts'
import { leaveNotice } from '#ui/notice/notice.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { grantRole, revokeRole, type UserWithRoles, usersQuery } from './users.ts'

export interface RoleChange {
  user: UserWithRoles
  role: MemberRole
  /** False takes it away. */
  isGiven: boolean
}

export function useRoleChange(ownId: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: makeChange,
    async onSuccess(_, change) {
      const text = formatChange(change)
      if (change.user.id === ownId && losesAdmin(change)) return leave(change, text)
      await client.invalidateQueries({ queryKey: usersQuery.queryKey })
      showSuccess(text)
    },
    async onError(error) {
      showError(toMessage(error, 'Failed to update user role'))
      await client.invalidateQueries({ queryKey: usersQuery.queryKey })
    },
  })
}

/** An administrator who is made staff is no administrator any more. */
export function losesAdmin({ user, role, isGiven }: RoleChange): boolean {
  return user.roles.includes('admin') && (isGiven ? role === 'staff' : role === 'admin')
}

async function makeChange(change: RoleChange): Promise<void> {
  const { user, role, isGiven } = change
  if (!isGiven) return revokeRole(user.id, role)
  await grantRole(user.id, role)
  if (!losesAdmin(change)) return
  await revokeRole(user.id, 'admin').catch(async (error: unknown) => {
    // The last administrator stays what they are, and nothing else.
    await revokeRole(user.id, role)
    throw error
  })
}

function formatChange({ role, isGiven }: RoleChange): string {
  const name = role === 'admin' ? 'Admin' : roleNames[role]
  return `${name} role ${isGiven ? 'granted' : 'removed'} successfully`
}

/** What is left of the dashboard, or nothing of it. */
function leave({ user, role, isGiven }: RoleChange, text: string): void {
  const isStaff = (isGiven && role === 'staff') || user.roles.includes('staff')
  leaveNotice(isStaff ? 'dashboard' : 'site', { title: 'Success', text })
  location.replace(isStaff ? dashboardPath('enquiries') : '/')
}
