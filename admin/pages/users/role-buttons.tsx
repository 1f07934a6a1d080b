import { type MemberRole, memberRoles } from '#schemas/roles.ts'
import { Button } from '#ui/button/button.tsx'

export interface RoleButtonsProps {
  roles: string[]
  isBusy: boolean
  /** The database would refuse to take the admin role away; the description says why. */
  keepsAdmin: boolean
  describedBy: string
  onGrant(role: MemberRole): void
  onRevoke(role: MemberRole): void
}

const names: Record<MemberRole, string> = { staff: 'Staff', admin: 'Admin' }

/** A user with both roles is offered only to lose the admin role, which leaves them staff. */
export function RoleButtons(props: RoleButtonsProps) {
  const { roles, isBusy, keepsAdmin, describedBy, onGrant, onRevoke } = props
  const isBoth = memberRoles.every((role) => roles.includes(role))
  const offered = memberRoles.filter((role) => role === 'admin' || !isBoth)
  return offered.map((role) => {
    const has = roles.includes(role)
    return (
      <Button
        key={role}
        aria-describedby={describedBy}
        // Both take the admin role: staff replaces it.
        isBusy={isBusy || keepsAdmin}
        onClick={() => (has ? onRevoke(role) : onGrant(role))}
      >
        {has ? 'Remove' : 'Make'} {names[role]}
      </Button>
    )
  })
}
