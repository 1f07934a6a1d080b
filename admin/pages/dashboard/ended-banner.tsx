// The way back in when the session is gone. It waits for a click: leaving at once would take a form that
// is being filled in away.
import { paths } from '#schemas/paths.ts'
import { Button } from '#ui/button/button.tsx'
import { rememberReturn } from '../../session/return-address.ts'
import { leaveSignInEnded, useSignInEnded } from '../../session/sign-in-ended.ts'

export function EndedBanner() {
  const hasEnded = useSignInEnded()
  if (!hasEnded) return null
  return (
    <p className="banner ended" role="alert">
      Your sign-in has ended. The notes, answers and forms that you have begun are kept.
      <Button
        onClick={() => {
          rememberReturn()
          leaveSignInEnded()
          location.assign(paths.auth)
        }}
      >
        Sign in again
      </Button>
    </p>
  )
}
