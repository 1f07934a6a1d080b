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

/** A user with both roles is offered only to lose the admin role, which leaves them staff. */
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
