// For a user who has just accepted an invitation without a role: an administrator has to give them one.
import type { User } from '@supabase/auth-js'
import { Button } from '#ui/button/button.tsx'
import { auth } from '../api.ts'
import { toMessage } from '../errors.ts'
import { showError } from '../notices/notices.tsx'
import { AuthCard } from '../parts/auth-card.tsx'

export function NoAccessYet({ user }: { user: User }) {
  async function signOut() {
    const { error } = await auth.signOut({ scope: 'local' })
    if (error) showError(toMessage(error))
  }
  return (
    <AuthCard>
      <h1>Your account is ready</h1>
      <p>
        You are signed in as <strong>{user.email}</strong>, and your password is saved. One thing is
        left: an administrator has to give you a role, in the dashboard under Users.
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
