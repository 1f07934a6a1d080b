import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auth } from '../../api.ts'
import { hasDrafts } from '../../parts/drafts.ts'
import { offerQuery } from '../../passkeys.ts'
import { wasSignInEnded } from '../../session/sign-in-ended.ts'
import { AuthForm, checkEmail, checkPassword, wrong } from './form.tsx'
import { EmailInput, PasswordInput } from './inputs.tsx'
import { OtherWays } from './other-ways.tsx'

export interface SignInFormProps {
  email: string
  onForgotten(): void
}

export function SignInForm({ email: known, onForgotten }: SignInFormProps) {
  const { data: offer } = useQuery(offerQuery)
  const [hasEnded] = useState(wasSignInEnded)
  const offersPasskeys = offer?.isOn === true && offer.isUsable
  return (
    <AuthForm<'email' | 'password'>
      title="Sign in"
      {...(hasEnded && { intro: endedText() })}
      submit="Sign in"
      busy="Signing in…"
      check={({ email, password }) =>
        wrong({ email: checkEmail(email), password: checkPassword(password) })
      }
      send={async ({ email, password }) => {
        const { error } = await auth.signInWithPassword({ email: email.trim(), password })
        // On success the page reacts to the new session.
        return error ? { error, notice: { title: 'Sign in failed' } } : undefined
      }}
      after={
        <>
          <OtherWays offersPasskeys={offersPasskeys} />
          <button type="button" className="link" onClick={onForgotten}>
            Forgotten your password?
          </button>
        </>
      }
    >
      {(errors) => (
        <>
          <EmailInput error={errors.email} value={known} offersPasskeys={offersPasskeys} />
          <PasswordInput error={errors.password} />
        </>
      )}
    </AuthForm>
  )
}

/** It stays: a toast would be gone before anyone who was away from the desk reads it. */
function endedText(): string {
  const kept = hasDrafts() ? ' What you had begun to write is kept.' : ''
  return `Your sign-in has ended. Please sign in again.${kept}`
}
