// Sign-in with a passkey: by the button, or by autofill in the email field where the browser has it.
import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import {
  describePasskeyProblem,
  signInWithPasskey,
  waitForPasskeyAutofill,
} from '../../passkeys.ts'
import { useNotifyFailure, useShowProblem } from './problem.tsx'

export function PasskeyButton() {
  const [isPrompting, setIsPrompting] = useState(false)
  const showProblem = useShowProblem()
  const notifyFailure = useNotifyFailure()
  const onError = useEffectEvent((error: unknown) =>
    notifyFailure({
      error,
      notice: { title: 'Sign in failed', text: describePasskeyProblem(error) },
      atForm: 'Signing in with a passkey did not work. Try again, or use your password.',
    }),
  )

  // Browsers allow one WebAuthn request at a time: autofill starts again when the button's has ended.
  useEffect(() => {
    if (isPrompting) return
    const stop = new AbortController()
    waitForPasskeyAutofill(stop.signal).catch(onError)
    return () => stop.abort()
  }, [isPrompting])

  async function signIn() {
    showProblem(undefined)
    setIsPrompting(true)
    await signInWithPasskey().catch(onError)
    setIsPrompting(false)
  }

  return (
    <Button isBusy={isPrompting} onClick={() => void signIn()}>
      <KeyRound aria-hidden="true" />
      {isPrompting ? 'Follow your browser…' : 'Sign in with a passkey'}
    </Button>
  )
}
