import { type MemberRole, memberRoles } from '#schemas/roles.ts'
import { Button } from '#ui/button/button.tsx'

export interface RoleButtonsProps {
  roles: string[]
  isBusy: boolean
  describedBy: string
  onGrant(role: MemberRole): void
  onRevoke(role: MemberRole): void
}

const names: Record<MemberRole, string> = { staff: 'Staff', admin: 'Admin' }

/** Who is both stays staff when the administrator's role is removed, and is offered that alone. */
export function RoleButtons({ roles, isBusy, describedBy, onGrant, onRevoke }: RoleButtonsProps) {
  const isBoth = memberRoles.every((role) => roles.includes(role))
  const offered = memberRoles.filter((role) => role === 'admin' || !isBoth)
  return offered.map((role) => {
    const has = roles.includes(role)
    return (
      <Button
        key={role}
        aria-describedby={describedBy}
        isBusy={isBusy}
        onClick={() => (has ? onRevoke(role) : onGrant(role))}
      >
        {has ? 'Remove' : 'Make'} {names[role]}
      </Button>
    )
  })
}
