// The two roles that open the dashboard, as people read them. The database says what each may do.

export const memberRoles = ['staff', 'admin'] as const
export type MemberRole = (typeof memberRoles)[number]

export const roleNames: Record<MemberRole, string> = { staff: 'Staff', admin: 'Administrator' }

/** One line each, to choose between them. */
export const roleRights: Record<MemberRole, string> = {
  staff: 'Works on enquiries and sees the figures.',
  admin: 'Does everything: users, reviews, mail and personal data too.',
}

export function isMemberRole(role: string): role is MemberRole {
  return memberRoles.some((known) => known === role)
}
