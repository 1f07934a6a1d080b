// For somebody who has just accepted an invitation and has no role yet: who can let them in.
import type { User } from '@supabase/auth-js'
import { auth } from '../api.ts'
import { toMessage } from '../errors.ts'
import { showError } from '../notices/notices.tsx'
import { Door } from '../parts/door.tsx'

export function NoAccessYet({ user }: { user: User }) {
  async function signOut() {
    const { error } = await auth.signOut({ scope: 'local' })
    if (error) showError(toMessage(error))
  }
  return (
    <Door>
      <h1>Your account is ready</h1>
      <p>
        You are signed in as <strong>{user.email}</strong>, and your password is saved. One thing is
        left: the colleague who invited you has to give you access. Any administrator can, in the
        dashboard under Users.
      </p>
      <p className="door-buttons">
        <button type="button" className="btn btn-main" onClick={() => location.reload()}>
          Look again
        </button>
        <button type="button" className="btn btn-quiet" onClick={() => void signOut()}>
          Sign out
        </button>
      </p>
    </Door>
  )
}
