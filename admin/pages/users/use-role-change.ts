// Grants or revokes a role, with notices.
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
  /** False: revoked. */
  isGranted: boolean
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

/** Making an administrator staff also revokes the admin role. */
export function losesAdmin({ user, role, isGranted }: RoleChange): boolean {
  return user.roles.includes('admin') && (isGranted ? role === 'staff' : role === 'admin')
}

async function makeChange(change: RoleChange): Promise<void> {
  const { user, role, isGranted } = change
  if (!isGranted) return revokeRole(user.id, role)
  await grantRole(user.id, role)
  if (!losesAdmin(change)) return
  await revokeRole(user.id, 'admin').catch(async (error: unknown) => {
    // The last administrator cannot be demoted: roll back the new role.
    await revokeRole(user.id, role)
    throw error
  })
}

function formatChange({ role, isGranted }: RoleChange): string {
  const name = role === 'admin' ? 'Admin' : roleNames[role]
  return `${name} role ${isGranted ? 'granted' : 'removed'} successfully`
}

/** Leaves for the part of the dashboard that remains, or for the home page. */
function leave({ user, role, isGranted }: RoleChange, text: string): void {
  const isStaff = (isGranted && role === 'staff') || user.roles.includes('staff')
  leaveNotice(isStaff ? 'dashboard' : 'site', { title: 'Success', text })
  location.replace(isStaff ? dashboardPath('enquiries') : '/')
}
