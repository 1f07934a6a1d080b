// `/auth`: sign-in with its second factor, sign-up, password reset, invitations, codes from emails, and
// the set-up link of the first administrator.
import { useEffect, useState } from 'react'
import type { MailedCode } from '#schemas/paths.ts'
import { leaveNotice } from '#ui/notice/notice.ts'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { showLeftNotice, showNotice } from '../../notices/notices.tsx'
import { AuthCard } from '../../parts/auth-card.tsx'
import { returnAddress } from '../../session/return-address.ts'
import { useSession } from '../../session/session.tsx'
import { ForgottenForm } from './forgotten-form.tsx'
import {
  addressChanged,
  almostThere,
  choosePasswordAfter,
  landing,
  linkExpired,
  passwordChosen,
} from './landing.ts'
import { MailedCodeForm } from './mailed-code-form.tsx'
import { MailedLinkForm } from './mailed-link-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { ProblemsProvider } from './problem.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { SetUpForm } from './set-up-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

type Mode = 'sign-in' | 'sign-up' | 'set-up' | 'forgotten' | 'mailed-code' | 'mailed-link'

export function SignInPage() {
  const session = useSession()
  const [mode, setMode] = useState<Mode>(firstMode)
  const [refusal, setRefusal] = useState(landing.refusal)
  const [email, setEmail] = useState('')
  const [choosesPassword, setChoosesPassword] = useState(landing.choosesPassword)

  useEffect(() => {
    if (landing.refusal) {
      // Shown once: not again after a reload.
      history.replaceState(null, '', '/auth')
    }
    showLeftNotice()
    if (landing.isHalfConfirmed) showNotice(almostThere)
  }, [])

  const isSignedIn = session.status === 'signed-in'
  // verifyOtp() sets the session before takeCode() decides what comes next, so wait for it.
  const takesCode = mode === 'forgotten' || mode === 'mailed-code' || mode === 'mailed-link'
  // When the role cannot be read, the dashboard says so and offers to try again.
  const isUnknown = session.status === 'failed'
  const isDone =
    isUnknown || (isSignedIn && !session.needsSecondFactor && !choosesPassword && !takesCode)
  useEffect(() => {
    if (!isDone) return
    // A notice of this page would be gone with it.
    if (landing.isHalfConfirmed) leaveNotice('dashboard', almostThere)
    if (landing.hasNewAddress) leaveNotice('dashboard', addressChanged)
    location.replace(returnAddress())
  }, [isDone])

  return (
    // The key clears the error when the form changes. The first form shows the error of the URL.
    <ProblemsProvider key={mode} first={refusal}>
      <AuthCard>{content()}</AuthCard>
    </ProblemsProvider>
  )

  function content() {
    if (session.status === 'loading' || isDone) return <Waiting />
    if (isSignedIn && session.needsSecondFactor) return <SecondFactorForm />
    if (isSignedIn && choosesPassword) {
      return (
        <NewPasswordForm
          email={session.user.email ?? ''}
          onDone={() => {
            passwordChosen()
            setChoosesPassword(false)
          }}
        />
      )
    }
    switch (mode) {
      case 'set-up':
        return <SetUpForm token={landing.setupToken ?? ''} />
      case 'sign-up':
        return <SignUpForm onDone={toSignIn} />
      case 'forgotten':
        return <ForgottenForm onBack={() => toSignIn()} onVerified={takeCode} />
      case 'mailed-code':
        return (
          <MailedCodeForm
            kind={landing.mailedCode ?? 'recovery'}
            onVerified={takeCode}
            after={
              <button type="button" className="link" onClick={() => toSignIn()}>
                Back to sign in
              </button>
            }
          />
        )
      case 'mailed-link':
        return (
          <MailedLinkForm
            kind={landing.mailedCode ?? 'recovery'}
            token={landing.mailedToken ?? ''}
            onVerified={takeCode}
            onExpired={() => {
              toSignIn()
              setRefusal(linkExpired)
            }}
          />
        )
      case 'sign-in':
        return <SignInForm email={email} onForgotten={() => go('forgotten')} />
    }
  }

  /** After an invitation or a reset the user is signed in and has to choose a password. */
  function takeCode(kind: MailedCode, hasSession: boolean) {
    if (!hasSession && isSignedIn) leaveNotice('dashboard', almostThere)
    else if (!hasSession) showNotice(almostThere)
    else if (kind === 'email_change') leaveNotice('dashboard', addressChanged)
    if (kind === 'invite' || kind === 'recovery') {
      choosePasswordAfter(kind)
      setChoosesPassword(true)
    }
    toSignIn()
  }

  function toSignIn(known = '') {
    setEmail(known)
    history.replaceState(null, '', '/auth')
    go('sign-in')
  }

  function go(next: Mode) {
    setRefusal(undefined)
    setMode(next)
  }
}

function Waiting() {
  return (
    <>
      <h1>Sign in</h1>
      <Spinner label="Loading" />
    </>
  )
}

function firstMode(): Mode {
  if (landing.setupToken) return 'set-up'
  if (landing.mailedCode) return landing.mailedToken ? 'mailed-link' : 'mailed-code'
  return landing.isSignUp ? 'sign-up' : 'sign-in'
}
