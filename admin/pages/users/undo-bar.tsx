// The last action on an account, and its undo.
import { Button } from '#ui/button/button.tsx'
import type { AccountChanges, Undoable } from './use-account-changes.ts'
import { personOf } from './users.ts'

export function UndoBar({ changes, onUndone }: { changes: AccountChanges; onUndone(): void }) {
  const { last, undo, isUndoing } = changes
  if (!last) return null
  return (
    <p className="undo" role="status">
      {describeChange(last)}
      <Button
        isBusy={isUndoing}
        onClick={() => {
          undo()
          // The focused button is removed with the bar, so move the focus.
          onUndone()
        }}
      >
        {last.done === 'disable' ? 'Undo' : 'Withdraw the link'}
      </Button>
    </p>
  )
}

function describeChange({ done, user }: Undoable): string {
  return done === 'disable'
    ? `${personOf(user)} can no longer sign in.`
    : `An email with a link to choose a new password has gone to ${user.email}. The link works once, for 24 hours.`
}
