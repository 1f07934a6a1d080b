// What can be done to an account beyond its roles.
import { Moment } from '../../parts/moment.tsx'
import type { Question } from './account-questions.tsx'
import type { AccountChanges } from './use-account-changes.ts'
import { type Account, isAwaited, type UserWithRoles } from './users.ts'

export function AccountFacts({ account }: { account: Account }) {
  const { last_sign_in_at, invited_at } = account
  if (last_sign_in_at) {
    return (
      <>
        {' '}
        · last signed in <Moment at={last_sign_in_at} />
      </>
    )
  }
  if (invited_at && isAwaited(account)) {
    return (
      <>
        {' '}
        · invited <Moment at={invited_at} />
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
  onAsk(question: Question): void
}

export function AccountButtons(props: AccountButtonsProps) {
  const { user, account, isOwn, describedBy, changes, onAsk } = props
  const isBusy = [changes.disable, changes.enable, changes.reset, changes.forget].some(
    ({ isPending, variables }) => isPending && variables.id === user.id,
  )
  const shared = {
    type: 'button',
    className: 'btn btn-quiet',
    'aria-describedby': describedBy,
    disabled: isBusy,
  } as const
  return (
    <>
      {account.has_second_factor && !isOwn && (
        <button {...shared} onClick={() => onAsk({ about: 'forget', user })}>
          Turn off two-factor
        </button>
      )}
      {isAwaited(account) ? (
        <button
          {...shared}
          disabled={changes.invite.isPending || account.is_disabled}
          onClick={() => changes.invite.mutate(again(user, account))}
        >
          Invite again
        </button>
      ) : (
        <button {...shared} onClick={() => onAsk({ about: 'reset', user })}>
          Send reset
        </button>
      )}
      {!isOwn && account.is_disabled && (
        <button {...shared} onClick={() => changes.enable.mutate(user)}>
          Enable
        </button>
      )}
      {!isOwn && !account.is_disabled && (
        <button {...shared} onClick={() => onAsk({ about: 'disable', user })}>
          Disable
        </button>
      )}
    </>
  )
}

function again({ email }: UserWithRoles, { invited_as }: Account) {
  return { email: email ?? '', ...(invited_as && { role: invited_as }) }
}
