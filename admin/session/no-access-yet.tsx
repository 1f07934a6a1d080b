// For a user without a role who has just chosen a password, after an invitation or a reset: it worked, and
// an administrator has to give them a role.
import type { User } from '@supabase/auth-js'
import { Button } from '#ui/button/button.tsx'
import { auth } from '../api.ts'
import { toMessage } from '../errors.ts'
import { showError } from '../notices/notices.tsx'
import type { PasswordReason } from '../pages/sign-in/landing.ts'
import { AuthCard } from '../parts/auth-card.tsx'

const headings: Record<PasswordReason, string> = {
  invite: 'Your account is ready',
  recovery: 'Your password is changed',
}

export function NoAccessYet({ user, reason }: { user: User; reason: PasswordReason }) {
  async function signOut() {
    const { error } = await auth.signOut({ scope: 'local' })
    if (error) showError(toMessage(error))
  }
  return (
    <AuthCard>
      <h1>{headings[reason]}</h1>
      <p>
        You are signed in as <strong>{user.email}</strong>, and your password is saved.{' '}
        {reason === 'recovery' && 'Your account has no access yet. '}One thing is left: an
        administrator has to give you a role, in the dashboard under Users.
      </p>
      <p className="auth-buttons">
        <Button kind="main" onClick={() => location.reload()}>
          Try again
        </Button>
        <Button kind="quiet" onClick={() => void signOut()}>
          Sign out
        </Button>
      </p>
    </AuthCard>
  )
}
