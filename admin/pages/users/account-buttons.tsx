// The actions on an account other than changing its roles.
import { Button } from '#ui/button/button.tsx'
import { RelativeTime } from '#ui/relative-time/relative-time.tsx'
import type { AccountAction } from './confirm-account-action.tsx'
import type { AccountChanges } from './use-account-changes.ts'
import { type Account, isInvitationPending, type UserWithRoles } from './users.ts'

export function AccountFacts({ account }: { account: Account }) {
  const { last_sign_in_at, invited_at } = account
  if (last_sign_in_at) {
    return (
      <>
        {' '}
        · last signed in <RelativeTime at={last_sign_in_at} />
      </>
    )
  }
  if (invited_at && isInvitationPending(account)) {
    return (
      <>
        {' '}
        · invited <RelativeTime at={invited_at} />
      </>
    )
  }
  return ' · never signed in'
}

export interface AccountButtonsProps {
  user: UserWithRoles
  account: Account
  isOwn: boolean
  describedBy: string
  changes: AccountChanges
  onAction(action: AccountAction): void
}

export function AccountButtons(props: AccountButtonsProps) {
  const { user, account, isOwn, describedBy, changes, onAction } = props
  const isBusy = [changes.disable, changes.enable, changes.reset, changes.forget].some(
    ({ isPending, variables }) => isPending && variables.id === user.id,
  )
  const shared = {
    kind: 'quiet',
    'aria-describedby': describedBy,
    isBusy,
  } as const
  return (
    <>
      {account.has_second_factor && !isOwn && (
        <Button {...shared} onClick={() => onAction({ kind: 'forget', user })}>
          Turn off two-factor
        </Button>
      )}
      {isInvitationPending(account) ? (
        <Button
          {...shared}
          isBusy={changes.invite.isPending || account.is_disabled}
          onClick={() => changes.invite.mutate(newInvitation(user, account))}
        >
          Invite again
        </Button>
      ) : (
        <Button {...shared} onClick={() => onAction({ kind: 'reset', user })}>
          Send reset
        </Button>
      )}
      {!isOwn && account.is_disabled && (
        <Button {...shared} onClick={() => changes.enable.mutate(user)}>
          Enable
        </Button>
      )}
      {!isOwn && !account.is_disabled && (
        <Button {...shared} onClick={() => onAction({ kind: 'disable', user })}>
          Disable
        </Button>
      )}
    </>
  )
}

function newInvitation({ email }: UserWithRoles, { invited_as }: Account) {
  return { email: email ?? '', ...(invited_as && { role: invited_as }) }
}
