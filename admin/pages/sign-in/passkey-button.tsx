// Signing in without a password: by a button, and by choosing a passkey in the email field where the
// browser offers it there.

import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { describePasskeyProblem, signInWithPasskey, waitForPasskey } from '../../passkeys.ts'
import { useNotifyFailure, useShowProblem } from './problem.tsx'

export function PasskeyButton() {
  const [isAsking, setIsAsking] = useState(false)
  const showProblem = useShowProblem()
  const notifyFailure = useNotifyFailure()
  const tell = useEffectEvent((error: unknown) =>
    notifyFailure({
      error,
      notice: { title: 'Sign in failed', text: describePasskeyProblem(error) },
      atForm: 'Signing in with a passkey did not work. Try again, or use your password.',
    }),
  )

  // A browser asks one thing at a time: the field waits again when the button's question is over.
  useEffect(() => {
    if (isAsking) return
    const stop = new AbortController()
    waitForPasskey(stop.signal).catch(tell)
    return () => stop.abort()
  }, [isAsking])

  async function ask() {
    showProblem(undefined)
    setIsAsking(true)
    await signInWithPasskey().catch(tell)
    setIsAsking(false)
  }

  return (
    <Button isBusy={isAsking} onClick={() => void ask()}>
      <KeyRound aria-hidden="true" />
      {isAsking ? 'Follow your browser…' : 'Sign in with a passkey'}
    </Button>
  )
}
