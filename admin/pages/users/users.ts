// Profiles with their roles and account details, and changes of roles.
import { queryOptions } from '@tanstack/react-query'
import type { MemberRole } from '#schemas/roles.ts'
import type { Profile } from '#schemas/tables.ts'
import { callStaff, tables } from '../../api.ts'

export interface UserWithRoles extends Profile {
  roles: string[]
}

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: readUsers,
  meta: { failed: 'Failed to fetch users' },
})

async function readUsers(): Promise<UserWithRoles[]> {
  const [profiles, roles] = await Promise.all([
    tables
      .from('profiles')
      .select('id, full_name, email, created_at')
      .order('created_at', { ascending: false }),
    tables.from('user_roles').select('user_id, role'),
  ])
  if (profiles.error) throw profiles.error
  if (roles.error) throw roles.error
  return profiles.data.map((profile) => ({
    ...profile,
    roles: roles.data.filter(({ user_id }) => user_id === profile.id).map(({ role }) => role),
  }))
}

export async function grantRole(userId: string, role: MemberRole): Promise<void> {
  const { error } = await tables.from('user_roles').insert({ user_id: userId, role })
  if (error) throw error
}

export async function revokeRole(userId: string, role: MemberRole): Promise<void> {
  const { error } = await tables.from('user_roles').delete().eq('user_id', userId).eq('role', role)
  if (error) throw error
}

/** How sentences name a user. */
export const personOf = ({ full_name, email }: Pick<Profile, 'full_name' | 'email'>) =>
  full_name?.trim() || email || 'This person'

export const nameOf = ({ full_name }: Pick<Profile, 'full_name'>) => full_name?.trim() || 'No name'

/** By name, email address or role; every word has to match. */
export function matches(user: UserWithRoles, search: string): boolean {
  const text = [nameOf(user), user.email, ...user.roles].join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

export interface Account {
  id: string
  last_sign_in_at: string | null
  invited_at: string | null
  is_confirmed: boolean
  /** The user has proved that they own the address; at sign-up they may have typed another's. */
  is_proved: boolean
  is_disabled: boolean
  has_second_factor: boolean
  /** The role that the user gets when they accept the invitation. */
  invited_as: MemberRole | null
  /** The invitation link has expired. */
  is_invitation_over: boolean
}

/** Invited, and not accepted yet. */
export const isInvitationPending = ({ invited_at, is_confirmed }: Account) =>
  invited_at !== null && !is_confirmed

/** As the database sees it: no other administrator could sign in. */
export function isOnlyAdmin(
  user: UserWithRoles,
  users: UserWithRoles[],
  accounts: ReadonlyMap<string, Account> | undefined,
): boolean {
  const isAdmin = ({ roles }: UserWithRoles) => roles.includes('admin')
  const isOther = ({ id }: UserWithRoles) => id !== user.id && !accounts?.get(id)?.is_disabled
  return isAdmin(user) && !users.some((other) => isAdmin(other) && isOther(other))
}

/** Details that profiles do not have. If it fails, the list is shown without them. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async () => {
    const { accounts } = await callStaff<{ accounts: Account[] }>('accounts')
    return new Map(accounts.map((account) => [account.id, account]))
  },
})
