// Asks for confirmation before an account is changed.
import { Confirm } from '#ui/dialog/confirm.tsx'
import type { AccountChanges } from './use-account-changes.ts'
import { personOf, type UserWithRoles } from './users.ts'

export interface AccountAction {
  kind: 'disable' | 'reset' | 'forget'
  user: UserWithRoles
}

export interface ConfirmAccountActionProps {
  action: AccountAction
  changes: AccountChanges
  onClose(): void
}

export function ConfirmAccountAction({ action, changes, onClose }: ConfirmAccountActionProps) {
  const { kind, user } = action
  const name = personOf(user)
  switch (kind) {
    case 'disable':
      return (
        <Confirm
          question={`Disable the account of ${name}?`}
          confirm="Disable"
          onConfirm={() => changes.disable.mutate(user)}
          onClose={onClose}
        >
          <p>
            They are signed out everywhere at once and cannot sign in until you enable the account
            again. Nothing of their work is lost.
          </p>
        </Confirm>
      )
    case 'reset':
      return (
        <Confirm
          question={`Send ${name} a password reset?`}
          confirm="Send reset"
          isHarmless
          onConfirm={() => changes.reset.mutate(user)}
          onClose={onClose}
        >
          <p>
            An email with a link to choose a new password goes to <strong>{user.email}</strong>.
            Their present password works until they choose another.
          </p>
        </Confirm>
      )
    case 'forget':
      return (
        <Confirm
          question={`Turn off two-factor for ${name}?`}
          confirm="Turn off"
          onConfirm={() => changes.forget.mutate(user)}
          onClose={onClose}
        >
          <p>
            Their password alone then opens the dashboard, until they set up two-factor again. Make
            sure that it is really {name} who asked for it.
          </p>
        </Confirm>
      )
  }
}
