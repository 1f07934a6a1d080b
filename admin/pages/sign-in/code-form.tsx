import type { ReactNode } from 'react'
import { auth } from '../../api.ts'
import { AuthForm, wrong } from './form.tsx'
import { CodeInput, checkCode, digits } from './inputs.tsx'

/** Asks for the code of an authenticator app; `children` are the other methods. */
export function CodeForm({ factorId, children }: { factorId: string; children: ReactNode }) {
  return (
    <AuthForm<'code'>
      title="Second step"
      intro="Enter the six-digit code that your authenticator app shows now."
      submit="Continue"
      busy="Checking…"
      check={({ code }) => wrong({ code: checkCode(code) })}
      send={async ({ code }) => {
        const { error } = await auth.mfa.challengeAndVerify({ factorId, code: digits(code) })
        return error ? { error, notice: { title: 'Sign in failed' } } : undefined
      }}
      after={children}
    >
      {(errors) => <CodeInput label="Code" error={errors.code} />}
    </AuthForm>
  )
}
