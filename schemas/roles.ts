// The two roles with access to the dashboard. What each may do is enforced by the database.
export const memberRoles = ['staff', 'admin'] as const
export type MemberRole = (typeof memberRoles)[number]

export const roleNames: Record<MemberRole, string> = { staff: 'Staff', admin: 'Administrator' }

/** One line each, shown where a role is chosen. */
export const roleRights: Record<MemberRole, string> = {
  staff: 'Works on enquiries, sees the figures and drafts texts of the website.',
  admin: 'Does everything: users, reviews, mail and personal data too.',
}

export function isMemberRole(role: string): role is MemberRole {
  return memberRoles.some((known) => known === role)
}
