// What can be done to an account beyond its roles.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callStaff } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError, showSuccess } from '../../notices/notices.tsx'
import { Moment } from '../../parts/moment.tsx'
import { type Account, accountsQuery, type UserWithRoles } from './users.ts'

export function AccountFacts({ account }: { account: Account }) {
  const { last_sign_in_at, invited_at, is_confirmed } = account
  if (last_sign_in_at) {
    return (
      <>
        {' '}
        · last signed in <Moment at={last_sign_in_at} />
      </>
    )
  }
  if (invited_at && !is_confirmed) {
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
}

export function AccountButtons({ user, account, isOwn, describedBy }: AccountButtonsProps) {
  const client = useQueryClient()
  const reset = useMutation({
    mutationFn: () => callStaff('reset', { user_id: user.id }),
    onSuccess: () => showSuccess(`A mail to choose a new password goes to ${user.email}`),
    onError: (error) => showError(toMessage(error, 'Failed to send the mail')),
  })
  const toggle = useMutation({
    mutationFn: () => callStaff(account.is_disabled ? 'enable' : 'disable', { user_id: user.id }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: accountsQuery.queryKey })
      showSuccess(account.is_disabled ? 'Account enabled' : 'Account disabled and signed out')
    },
    onError: (error) => showError(toMessage(error, 'Failed to update the account')),
  })
  const forget = useMutation({
    mutationFn: () => callStaff('forget-factor', { user_id: user.id }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: accountsQuery.queryKey })
      showSuccess(`Two-factor is off for ${user.email}`)
    },
    onError: (error) => showError(toMessage(error, 'Failed to update the account')),
  })
  return (
    <>
      {account.has_second_factor && !isOwn && (
        <button
          type="button"
          className="btn btn-quiet"
          aria-describedby={describedBy}
          disabled={forget.isPending}
          onClick={() => forget.mutate()}
        >
          Turn off two-factor
        </button>
      )}
      <button
        type="button"
        className="btn btn-quiet"
        aria-describedby={describedBy}
        disabled={reset.isPending}
        onClick={() => reset.mutate()}
      >
        Send reset
      </button>
      {!isOwn && (
        <button
          type="button"
          className="btn btn-quiet"
          aria-describedby={describedBy}
          disabled={toggle.isPending}
          onClick={() => toggle.mutate()}
        >
          {account.is_disabled ? 'Enable' : 'Disable'}
        </button>
      )}
    </>
  )
}
