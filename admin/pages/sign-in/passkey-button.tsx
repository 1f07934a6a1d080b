// Signing in without a password: by a button, and by choosing a passkey in the email field where the
// browser offers it there.
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { showNotice } from '../../notices/notices.tsx'
import { sayPasskeyProblem, signInWithPasskey, waitForPasskey } from '../../passkeys.ts'

export function PasskeyButton() {
  const [isAsking, setIsAsking] = useState(false)

  // A browser asks one thing at a time: the field waits again when the button's question is over.
  useEffect(() => {
    if (isAsking) return
    const stop = new AbortController()
    waitForPasskey(stop.signal).catch(tell)
    return () => stop.abort()
  }, [isAsking])

  async function ask() {
    setIsAsking(true)
    await signInWithPasskey().catch(tell)
    setIsAsking(false)
  }

  return (
    <button type="button" className="btn" disabled={isAsking} onClick={() => void ask()}>
      <KeyRound aria-hidden="true" />
      {isAsking ? 'Follow your browser…' : 'Sign in with a passkey'}
    </button>
  )
}

function tell(error: unknown): void {
  showNotice({ title: 'Sign in failed', text: sayPasskeyProblem(error), isError: true })
}
