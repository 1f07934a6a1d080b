// The second factor: an authenticator app or security keys, whichever the account has.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { auth } from '../../api.ts'
import { toMessage } from '../../errors.ts'
import { showError } from '../../notices/notices.tsx'
import { Failed } from '../../parts/list-states.tsx'
import { factorsQuery } from '../../second-factors.ts'
import { CodeForm } from './code-form.tsx'
import { ProblemAtForm } from './problem.tsx'
import { RecoveryForm } from './recovery-form.tsx'
import { SecurityKeys } from './security-keys.tsx'

export function SecondFactorForm() {
  const [hasLostIt, setHasLostIt] = useState(false)
  const factors = useQuery(factorsQuery)
  if (hasLostIt) return <RecoveryForm onBack={() => setHasLostIt(false)} />
  const otherWays = (
    <div className="auth-links">
      <button type="button" className="link" onClick={() => setHasLostIt(true)}>
        Use a recovery code
      </button>
      <button type="button" className="link" onClick={() => void leave()}>
        Use another account
      </button>
    </div>
  )
  const [app] = factors.data?.totp ?? []
  const keys = factors.data?.webauthn ?? []
  if (app) {
    return (
      <CodeForm factorId={app.id}>
        {keys.length > 0 && (
          <div className="auth-other">
            <p aria-hidden="true">or</p>
            <SecurityKeys keys={keys} />
          </div>
        )}
        {otherWays}
      </CodeForm>
    )
  }
  return (
    <>
      <h1>Second step</h1>
      <ProblemAtForm />
      {factors.isError && (
        <Failed text="The server cannot be reached." onRetry={() => void factors.refetch()} />
      )}
      {factors.isPending && <Spinner label="Loading" />}
      {keys.length > 0 && (
        <>
          <p className="auth-intro">Have your security key at hand, and touch it when asked.</p>
          <div className="auth-fields">
            <SecurityKeys keys={keys} isMain />
          </div>
        </>
      )}
      {otherWays}
    </>
  )
}

async function leave(): Promise<void> {
  const { error } = await auth.signOut({ scope: 'local' })
  if (error) showError(toMessage(error))
}
